// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include <string>

#include <tbytevector.h>

namespace oncue {

/// Writes the lyrics of a SYLT frame (ID3v2.4, 4.9), whose bytes these are, as LRC: a line of UTF-8 each, with its
/// time.
///
/// Entries are lines; where one begins or ends with a break they are parts of lines, which begin behind the breaks.
/// Anything but lyrics and spoken text with times in milliseconds is left out, as is what follows a damaged entry.
/// Linear in the size of the frame.
///
/// Returns false, with `text` as it was, if there is nothing.
bool appendSynchronised(std::string &text, const TagLib::ByteVector &frame);

}  // namespace oncue
