// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include "MediaFile.hpp"

namespace oncue {

/// One frame of a coded stream that has no header of its own.
struct SoundFrame {
    std::int64_t bytes = 0;
    int samples = 0;
    int sampleRate = 0;
    int channels = 0;
};

/// Reads the frame at a place; false if none begins there. A frame without samples belongs to the one before it.
using FrameReader = bool (*)(ByteStream &stream, std::int64_t offset, SoundFrame &frame);

/// AAC in ADTS frames (ISO/IEC 14496-3).
bool readADTSFrame(ByteStream &stream, std::int64_t offset, SoundFrame &frame);
/// AC-3 and E-AC-3 (ETSI TS 102 366).
bool readAC3Frame(ByteStream &stream, std::int64_t offset, SoundFrame &frame);
/// DTS (ETSI TS 102 114), as bytes in the order of the standard. What extends a frame counts as part of it.
bool readDTSFrame(ByteStream &stream, std::int64_t offset, SoundFrame &frame);

/// Returns whether a frame begins at an offset and its stated length leads to another one.
bool hasFrames(ByteStream &stream, std::int64_t offset, FrameReader read);

/// Stream parameters of a stream of frames: those of the first MiB are counted, and the rest is taken to be like them.
MediaFile::StreamParameters readFrames(ByteStream &stream, std::int64_t offset, FrameReader read);

}  // namespace oncue
