// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "FrameFilter.hpp"

#include <string_view>

namespace oncue {

namespace {

bool isRead(const TagLib::ByteVector &frameID) {
    // Comparing with a text would make a vector of it each time.
    const std::string_view name(frameID.data(), frameID.size());
    return name.substr(0, 1) == "T" || name == "APIC" || name == "PIC" || name == "UFID" || name == "UFI"
           || name == "POPM" || name == "POP";
}

/// Makes the frame one without flags and of unknown kind, so that nothing looks into it.
void disarm(FrameTypes::FrameHeader *header) {
    const unsigned size = header->frameSize();
    const TagLib::ByteVector plain("XOFF\0\0\0\0\0\0", 10);
    header->setData(plain, header->version());
    header->setFrameSize(size);
}

}  // namespace

FrameFilter *FrameFilter::shared() {
    // Shared by all threads: TagLib calls const functions only. Never destroyed, because a thread may still read while
    // the process exits.
    static FrameFilter *const filter = new FrameFilter;
    return filter;
}

bool FrameFilter::updateFrame(FrameTypes::FrameHeader *header) const {
    if (header->compression() && header->frameSize() > largestCompressedFrame) {
        disarm(header);
        return false;
    }
    return isRead(header->frameID()) && TagLib::ID3v2::FrameFactory::updateFrame(header);
}

}  // namespace oncue
