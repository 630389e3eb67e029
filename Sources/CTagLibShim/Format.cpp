// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "Format.hpp"

#include <cstring>
#include <strings.h>

#include <mpegfile.h>

#include "Framed.hpp"

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
    {Format::asf, 0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11", 8},
    {Format::dsf, 0, "DSD ", 4},
    {Format::wave64, 0, "riff\x2e\x91\xcf\x11", 8},
    {Format::au, 0, ".snd", 4},
    {Format::caf, 0, "caff", 4},
};

/// Formats that are not read here: Matroska, Flash, MPEG programs, RealMedia, DSDIFF, recordings of speech, DTS in
/// other orders of bytes, TrueHD, MIDI and modules.
constexpr Signature unreadSignatures[] = {
    {Format::unread, 0, "\x1a\x45\xdf\xa3", 4},
    {Format::unread, 0, "FLV\x01", 4},
    {Format::unread, 0, "\0\0\x01\xba", 4},
    {Format::unread, 0, ".RMF", 4},
    {Format::unread, 0, "FRM8", 4},
    {Format::unread, 0, "Creative Voice File", 19},
    {Format::unread, 0, "#!AMR", 5},
    {Format::unread, 0, "\xfe\x7f\x01\x80", 4},
    {Format::unread, 0, "\x1f\xff\xe8\0", 4},
    {Format::unread, 0, "\xff\x1f\0\xe8", 4},
    {Format::unread, 4, "\xf8\x72\x6f\xba", 4},
    {Format::unread, 4, "\xf8\x72\x6f\xbb", 4},
    {Format::unread, 0, "MThd", 4},
    {Format::unread, 0, "MMMD", 4},
    {Format::unread, 0, "IMPM", 4},
    {Format::unread, 0, "Extended Module: ", 17},
    {Format::unread, 44, "SCRM", 4},
    {Format::unread, 1080, "M.K.", 4},
    {Format::unread, 1080, "M!K!", 4},
    {Format::unread, 1080, "FLT4", 4},
    {Format::unread, 1080, "4CHN", 4},
    {Format::unread, 1080, "6CHN", 4},
    {Format::unread, 1080, "8CHN", 4},
};

/// The first bytes of the first packet of an Ogg stream.
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
    if ((std::memcmp(bytes, "RF64", 4) == 0 || std::memcmp(bytes, "BW64", 4) == 0)
        && std::memcmp(bytes + 8, "WAVE", 4) == 0) {
        return Format::rf64;
    }
    if (std::memcmp(bytes, "RIFF", 4) == 0
        && (std::memcmp(bytes + 8, "AVI ", 4) == 0 || std::memcmp(bytes + 8, "RMID", 4) == 0)) {
        return Format::unread;
    }
    if (std::memcmp(bytes, "OggS", 4) == 0 && length > 27) {
        const std::size_t packet = 27 + static_cast<std::size_t>(bytes[26]);
        const Format format =
            packet < length ? match(oggSignatures, bytes + packet, length - packet) : Format::unknown;
        return format == Format::unknown ? Format::unread : format;
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

/// MPEG transport streams have nothing but a byte at the beginning of each packet.
bool isTransportStream(ByteStream &stream, std::int64_t offset) {
    constexpr std::int64_t packet = 188;
    unsigned char byte = 0;
    for (std::int64_t i = 0; i < 5; ++i) {
        if (stream.peek(offset + i * packet, &byte, 1) != 1 || byte != 0x47) {
            return false;
        }
    }
    return true;
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
    unsigned char bytes[1088];
    const std::size_t length = stream.peek(offset, bytes, sizeof bytes);
    Format format = match(signatures, bytes, length);
    if (format == Format::unknown) {
        format = matchContainer(bytes, length);
    }
    if (format == Format::unknown) {
        format = hasFrames(stream, offset, readADTSFrame)  ? Format::adts
                 : hasFrames(stream, offset, readAC3Frame) ? Format::ac3
                 : hasFrames(stream, offset, readDTSFrame) ? Format::dts
                                                           : match(unreadSignatures, bytes, length);
    }
    if (format == Format::unknown && isTransportStream(stream, offset)) {
        format = Format::unread;
    }
    if (format != Format::unknown) {
        return format;
    }
    const bool isMpeg = offset > 0 || hasMpegSuffix(stream.path()) || TagLib::MPEG::File::isSupported(&stream);
    return isMpeg ? Format::mpeg : Format::unknown;
}

}  // namespace oncue
