// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include <id3v2framefactory.h>

namespace oncue {

/// Names a type that TagLib uses in a virtual function but hides from subclasses.
struct FrameTypes : TagLib::ID3v2::Frame {
    using FrameHeader = Header;
};

/// Makes TagLib parse the ID3v2 frames that are read here and leave all others as bytes. That is quicker, and it avoids
/// two traps of TagLib 1.13: nested chapter frames overflow the stack, and a compressed frame may expand to a thousand
/// times its size.
class FrameFilter final : public TagLib::ID3v2::FrameFactory {
public:
    static FrameFilter *shared();

protected:
    bool updateFrame(FrameTypes::FrameHeader *header) const override;

private:
    /// A compressed text frame of this size unfolds to 4 MiB at most.
    static constexpr unsigned largestCompressedFrame = 4096;
};

}  // namespace oncue
