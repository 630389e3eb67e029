// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include "ByteStream.hpp"

namespace oncue {

enum class Format {
    unknown,
    mpeg,
    adts,
    flac,
    oggVorbis,
    oggOpus,
    oggSpeex,
    oggFlac,
    mp4,
    wav,
    aiff,
    wavPack,
    monkeysAudio,
    musepack,
    trueAudio,
    asf,
    dsf,
    wave64,
    rf64,
    au,
    caf,
    ac3,
    dts,
    /// A container or format of sound that players know and that is not read here.
    unread,
};

/// The size of the ID3v2 tag (with header and footer) at `offset`, 0 if there is none.
std::int64_t id3v2Size(ByteStream &stream, std::int64_t offset);

/// Determines the format by content. The suffix decides only if the content cannot: MPEG audio may begin with rubbish.
Format detectFormat(ByteStream &stream);

}  // namespace oncue
