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

/// The number of places that are examined for a change of the bit rate.
constexpr int probes = 16;
/// A stream with a changing bit rate is counted frame by frame, up to this length; of a longer one only some parts are.
constexpr std::int64_t countedBytes = 16 << 20;
constexpr int countedParts = 2048;
constexpr std::int64_t partSize = 8192;

struct Frame {
    int bytes = 0;
    int bitRate = 0;
    double seconds = 0;
};

/// Reads the header of a frame of the same kind as the first of the stream (ISO/IEC 11172-3, 13818-3).
bool readFrame(ByteStream &stream, std::int64_t offset, const unsigned char *kind, Frame &frame) {
    constexpr int rates[4] = {44100, 48000, 32000, 0};
    constexpr int bitRates[5][16] = {
        {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
        {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
        {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
        {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
        {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
    };
    unsigned char header[4];
    if (stream.peek(offset, header, 4) != 4 || header[0] != 0xFF || (header[1] & 0xFE) != (kind[1] & 0xFE)
        || (header[2] & 0x0C) != (kind[2] & 0x0C)) {
        return false;
    }
    const int version = (header[1] >> 3) & 3;
    const int layer = 4 - ((header[1] >> 1) & 3);
    if (version == 1 || layer == 4) {
        return false;
    }
    const bool isFirst = version == 3;
    const int sampleRate = rates[(header[2] >> 2) & 3] / (isFirst ? 1 : version == 2 ? 2 : 4);
    frame.bitRate = bitRates[isFirst ? layer - 1 : layer == 1 ? 3 : 4][header[2] >> 4];
    if (sampleRate == 0 || frame.bitRate == 0) {
        return false;
    }
    const int samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152;
    const int padding = ((header[2] >> 1) & 1) * (layer == 1 ? 4 : 1);
    const int slot = layer == 1 ? 4 : 1;
    frame.bytes = samples / 8 * frame.bitRate * 1000 / sampleRate / slot * slot + padding;
    frame.seconds = static_cast<double>(samples) / sampleRate;
    return true;
}

/// The whole frames in a stretch of a stream.
struct Count {
    std::int64_t bytes = 0;
    double seconds = 0;
    bool changes = false;

    /// Adds the frames that begin in a stretch; bytes between frames are skipped.
    void add(ByteStream &stream, std::int64_t offset, std::int64_t end, const unsigned char *kind, int bitRate) {
        Frame frame;
        Frame next;
        bool isInStep = false;
        while (offset < end) {
            // Two bytes that look like a header do not make a frame: another one must follow.
            if (!readFrame(stream, offset, kind, frame)
                || (!isInStep && !readFrame(stream, offset + frame.bytes, kind, next))) {
                isInStep = false;
                offset += 1;
                continue;
            }
            isInStep = true;
            bytes += frame.bytes;
            seconds += frame.seconds;
            changes = changes || frame.bitRate != bitRate;
            offset += frame.bytes;
        }
    }
};

/// The length in seconds of a stream that has no table and a changing bit rate; 0 for any other.
double countedSeconds(ByteStream &stream, std::int64_t first, std::int64_t end, int bitRate) {
    unsigned char kind[4];
    if (stream.peek(first, kind, 4) != 4 || end - first < partSize) {
        return 0;
    }
    Count probe;
    for (int i = 0; i < probes && !probe.changes; ++i) {
        const std::int64_t start = first + (end - first - partSize) / probes * i;
        probe.add(stream, start, start + partSize, kind, bitRate);
    }
    if (!probe.changes) {
        return 0;
    }
    Count count;
    if (end - first <= countedBytes) {
        count.add(stream, first, end, kind, bitRate);
        return count.seconds;
    }
    for (int i = 0; i < countedParts; ++i) {
        const std::int64_t start = first + (end - first - partSize) / countedParts * i;
        count.add(stream, start, start + partSize, kind, bitRate);
    }
    return count.bytes > 0 ? count.seconds * static_cast<double>(end - first) / static_cast<double>(count.bytes) : 0;
}

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
        double milliseconds = header.samplesPerFrame() * 1000.0 / header.sampleRate() * index.totalFrames();
        // A truncated file contains less than its table states.
        const double present = static_cast<double>(stream.length() - first);
        if (index.totalSize() > present) {
            milliseconds *= present / index.totalSize();
        }
        result.milliseconds = static_cast<int>(milliseconds + 0.5);
        result.bitRate = static_cast<int>(std::min<double>(index.totalSize(), present) * 8.0 / milliseconds + 0.5);
    } else if (header.bitrate() > 0) {
        result.bitRate = header.bitrate();
        const long last = lastFrame(stream, file);
        const long length = last < 0 ? 0 : last - first + Header(&file, last, false).frameLength();
        const double seconds = length > 0 ? countedSeconds(stream, first, first + length, header.bitrate()) : 0;
        if (seconds > 0) {
            result.milliseconds = static_cast<int>(seconds * 1000 + 0.5);
            result.bitRate = static_cast<int>(static_cast<double>(length) * 8 / seconds / 1000 + 0.5);
        } else if (length > 0) {
            result.milliseconds = static_cast<int>(static_cast<double>(length) * 8 / result.bitRate + 0.5);
        }
    }
    return result;
}

}  // namespace oncue
