// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "MPEG.hpp"

#include <algorithm>

#include <mpegheader.h>
#include <xingheader.h>

namespace oncue {

namespace {

using TagLib::MPEG::Header;

constexpr long searchedBlock = 1024;
constexpr long id3v1Size = 128;

bool isSync(unsigned char first, unsigned char second) {
    return first == 0xFF && second != 0xFF && (second & 0xE0) == 0xE0;
}

/// The frame behind the last one before `end` that another frame follows, -1 if there is none.
long lastFrame(ByteStream &stream, TagLib::MPEG::File &file, long end) {
    unsigned char next = 0;
    while (end > 0) {
        const long size = std::min(end, searchedBlock);
        end -= size;
        stream.seek(end, TagLib::IOStream::Beginning);
        const TagLib::ByteVector block = stream.readBlock(static_cast<unsigned long>(size));
        const auto *bytes = reinterpret_cast<const unsigned char *>(block.data());
        for (long i = static_cast<long>(block.size()) - 1; i >= 0; --i) {
            if (isSync(bytes[i], next)) {
                const Header header(&file, end + i, true);
                if (header.isValid()) {
                    return end + i + header.frameLength();
                }
            }
            next = bytes[i];
        }
    }
    return -1;
}

long lastFrame(ByteStream &stream, TagLib::MPEG::File &file) {
    if (file.hasAPETag()) {
        return file.lastFrameOffset();
    }
    return lastFrame(stream, file, file.hasID3v1Tag() ? stream.length() - id3v1Size - 1 : stream.length());
}

}  // namespace

MediaFile::StreamParameters readMPEG(ByteStream &stream, TagLib::MPEG::File &file) {
    const long first = file.firstFrameOffset();
    if (first < 0) {
        return {};
    }
    const Header header(&file, first, false);
    MediaFile::StreamParameters result;
    result.sampleRate = header.sampleRate();
    result.channels = header.channelMode() == Header::SingleChannel ? 1 : 2;
    stream.seek(first, TagLib::IOStream::Beginning);
    const TagLib::MPEG::XingHeader index(stream.readBlock(static_cast<unsigned long>(header.frameLength())));
    if (index.isValid() && header.samplesPerFrame() > 0 && header.sampleRate() > 0) {
        const double milliseconds = header.samplesPerFrame() * 1000.0 / header.sampleRate() * index.totalFrames();
        result.milliseconds = static_cast<int>(milliseconds + 0.5);
        result.bitRate = static_cast<int>(index.totalSize() * 8.0 / milliseconds + 0.5);
    } else if (header.bitrate() > 0) {
        result.bitRate = header.bitrate();
        const long last = lastFrame(stream, file);
        const long length = last < 0 ? 0 : last - first + Header(&file, last, false).frameLength();
        if (length > 0) {
            result.milliseconds = static_cast<int>(static_cast<double>(length) * 8 / result.bitRate + 0.5);
        }
    }
    return result;
}

}  // namespace oncue
