// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include <mpegfile.h>

#include "MediaFile.hpp"

namespace oncue {

/// Stream parameters of MPEG audio: from the table of a stream with a changing bit rate, or by counting its frames
/// where it has none; otherwise, as TagLib works them out, from the places of the first and the last frame. TagLib
/// looks for the last frame with a copy of every byte, which takes a third of the time for a file.
MediaFile::StreamParameters readMPEG(ByteStream &stream, TagLib::MPEG::File &file);

}  // namespace oncue
