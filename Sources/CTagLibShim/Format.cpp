// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "Format.hpp"

#include <cstring>
#include <strings.h>

#include <mpegfile.h>

namespace oncue {

namespace {

struct Signature {
    Format format;
    std::size_t offset;
    const char *bytes;
    std::size_t length;
};

constexpr Signature signatures[] = {
    {Format::flac, 0, "fLaC", 4},         {Format::mp4, 4, "ftyp", 4},      {Format::wavPack, 0, "wvpk", 4},
    {Format::monkeysAudio, 0, "MAC ", 4}, {Format::musepack, 0, "MPCK", 4}, {Format::musepack, 0, "MP+", 3},
    {Format::trueAudio, 0, "TTA", 3},
};

/// What the first packet of an Ogg stream begins with.
constexpr Signature oggSignatures[] = {
    {Format::oggVorbis, 0, "\x01vorbis", 7},
    {Format::oggOpus, 0, "OpusHead", 8},
    {Format::oggSpeex, 0, "Speex   ", 8},
    {Format::oggFlac, 0, "\x7f" "FLAC", 5},
    {Format::oggFlac, 0, "fLaC", 4},
};

template <std::size_t count>
Format match(const Signature (&candidates)[count], const unsigned char *bytes, std::size_t length) {
    for (const Signature &candidate : candidates) {
        if (candidate.offset + candidate.length <= length
            && std::memcmp(bytes + candidate.offset, candidate.bytes, candidate.length) == 0) {
            return candidate.format;
        }
    }
    return Format::unknown;
}

Format matchContainer(const unsigned char *bytes, std::size_t length) {
    if (length < 12) {
        return Format::unknown;
    }
    if (std::memcmp(bytes, "RIFF", 4) == 0 && std::memcmp(bytes + 8, "WAVE", 4) == 0) {
        return Format::wav;
    }
    if (std::memcmp(bytes, "FORM", 4) == 0
        && (std::memcmp(bytes + 8, "AIFF", 4) == 0 || std::memcmp(bytes + 8, "AIFC", 4) == 0)) {
        return Format::aiff;
    }
    if (std::memcmp(bytes, "OggS", 4) == 0 && length > 27) {
        const std::size_t packet = 27 + static_cast<std::size_t>(bytes[26]);
        return packet < length ? match(oggSignatures, bytes + packet, length - packet) : Format::unknown;
    }
    return Format::unknown;
}

bool hasMpegSuffix(const std::string &path) {
    for (const char *suffix : {".mp3", ".mp2", ".mp1", ".mpga"}) {
        const std::size_t length = std::strlen(suffix);
        if (path.size() > length && strcasecmp(path.c_str() + path.size() - length, suffix) == 0) {
            return true;
        }
    }
    return false;
}

/// An ADTS frame whose stated length leads to another one.
bool isAdts(ByteStream &stream, std::int64_t offset, const unsigned char *bytes, std::size_t length) {
    if (length < 7 || bytes[0] != 0xFF || (bytes[1] & 0xF6) != 0xF0) {
        return false;
    }
    const std::int64_t frame = ((bytes[3] & 3) << 11) | (bytes[4] << 3) | (bytes[5] >> 5);
    unsigned char next[2];
    return frame >= 7 && stream.peek(offset + frame, next, 2) == 2 && next[0] == 0xFF && (next[1] & 0xF6) == 0xF0;
}

}  // namespace

std::int64_t id3v2Size(ByteStream &stream, std::int64_t offset) {
    unsigned char header[10];
    if (stream.peek(offset, header, 10) != 10 || std::memcmp(header, "ID3", 3) != 0) {
        return 0;
    }
    const std::int64_t body = ((header[6] & 0x7F) << 21) | ((header[7] & 0x7F) << 14) | ((header[8] & 0x7F) << 7)
                              | (header[9] & 0x7F);
    return 10 + body + ((header[5] & 0x10) != 0 ? 10 : 0);
}

Format detectFormat(ByteStream &stream) {
    std::int64_t offset = 0;
    for (int repeats = 0; repeats < 8; ++repeats) {
        const std::int64_t size = id3v2Size(stream, offset);
        if (size == 0) {
            break;
        }
        offset += size;
    }
    unsigned char bytes[320];
    const std::size_t length = stream.peek(offset, bytes, sizeof bytes);
    Format format = match(signatures, bytes, length);
    if (format == Format::unknown) {
        format = matchContainer(bytes, length);
    }
    if (format == Format::unknown && isAdts(stream, offset, bytes, length)) {
        format = Format::adts;
    }
    if (format != Format::unknown) {
        return format;
    }
    const bool isMpeg = offset > 0 || hasMpegSuffix(stream.path()) || TagLib::MPEG::File::isSupported(&stream);
    return isMpeg ? Format::mpeg : Format::unknown;
}

}  // namespace oncue
