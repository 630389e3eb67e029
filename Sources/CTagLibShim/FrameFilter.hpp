// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include <id3v2framefactory.h>

namespace oncue {

/// Gives a name to a type that TagLib mentions in a virtual function and hides from those who override it.
struct FrameTypes : TagLib::ID3v2::Frame {
    using FrameHeader = Header;
};

/// Lets TagLib parse the ID3v2 frames that are read here and leaves all others as bytes. That is quicker, and it
/// keeps out two traps of TagLib 1.13: chapter frames inside each other overflow the stack, and a compressed frame
/// may unfold to a thousand times its size.
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
