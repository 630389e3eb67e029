// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include "MediaFile.hpp"

namespace oncue {

// Stream parameters out of the headers of files that TagLib 1.13 has no class for, or gives up when they were cut off
// or written to a pipe: what lies in the file counts, whatever the header says of more.

/// WAV, RF64 and BW64.
MediaFile::StreamParameters readWave(ByteStream &stream);
/// Sony Wave64.
MediaFile::StreamParameters readWave64(ByteStream &stream);
/// AIFF and AIFF-C.
MediaFile::StreamParameters readAIFF(ByteStream &stream);
/// Sun AU.
MediaFile::StreamParameters readAU(ByteStream &stream);
/// Apple's Core Audio Format.
MediaFile::StreamParameters readCAF(ByteStream &stream);
/// DSD Stream File; `tag` is where its ID3v2 tag lies, 0 if there is none.
MediaFile::StreamParameters readDSF(ByteStream &stream, std::int64_t &tag);

}  // namespace oncue
