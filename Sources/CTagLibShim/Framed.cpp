// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "Framed.hpp"

#include <cstring>

namespace oncue {

namespace {

constexpr std::int64_t countedBytes = 1 << 20;

/// The longest extension of a DTS frame that is skipped.
constexpr std::int64_t longestExtension = 64 << 10;

bool isDTSSync(const unsigned char *bytes) {
    return std::memcmp(bytes, "\x7f\xfe\x80\x01", 4) == 0;
}

/// Where the next DTS frame begins at or behind a place, -1 if none is near.
std::int64_t nextDTSFrame(ByteStream &stream, std::int64_t offset) {
    unsigned char block[4096];
    for (std::int64_t start = offset; start - offset < longestExtension; start += sizeof block - 3) {
        const std::size_t count = stream.peek(start, block, sizeof block);
        for (std::size_t i = 0; i + 4 <= count; ++i) {
            if (isDTSSync(block + i)) {
                return start + static_cast<std::int64_t>(i);
            }
        }
        if (count < sizeof block) {
            break;
        }
    }
    return -1;
}

}  // namespace

bool readADTSFrame(ByteStream &stream, std::int64_t offset, SoundFrame &frame) {
    constexpr int rates[16] = {96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050,
                               16000, 12000, 11025, 8000,  7350};
    constexpr int samplesPerBlock = 1024;
    unsigned char header[7];
    if (stream.peek(offset, header, 7) != 7 || header[0] != 0xFF || (header[1] & 0xF6) != 0xF0) {
        return false;
    }
    const int layout = ((header[2] & 1) << 2) | (header[3] >> 6);
    frame.bytes = ((header[3] & 3) << 11) | (header[4] << 3) | (header[5] >> 5);
    frame.samples = samplesPerBlock * ((header[6] & 3) + 1);
    frame.sampleRate = rates[(header[2] >> 2) & 15];
    frame.channels = layout == 7 ? 8 : layout;
    return frame.bytes >= 7;
}

bool readAC3Frame(ByteStream &stream, std::int64_t offset, SoundFrame &frame) {
    constexpr int rates[4] = {48000, 44100, 32000, 0};
    constexpr int bitRates[19] = {32,  40,  48,  56,  64,  80,  96,  112, 128, 160,
                                  192, 224, 256, 320, 384, 448, 512, 576, 640};
    constexpr int channels[8] = {2, 1, 2, 3, 3, 4, 4, 5};
    unsigned char header[7];
    if (stream.peek(offset, header, 7) != 7 || header[0] != 0x0B || header[1] != 0x77) {
        return false;
    }
    const int version = header[5] >> 3;
    const int rateCode = header[4] >> 6;
    if (version <= 10) {
        const int sizeCode = header[4] & 63;
        if (rateCode == 3 || sizeCode >= 38) {
            return false;
        }
        const int bitRate = bitRates[sizeCode / 2];
        // In words of 16 bits; at 44.1 kHz every other frame has one more.
        const int words = rateCode == 0   ? bitRate * 2
                          : rateCode == 2 ? bitRate * 3
                                          : bitRate * 320 / 147 + (sizeCode & 1);
        const int mode = header[6] >> 5;
        frame = {words * 2, 1536, rates[rateCode], channels[mode]};
        return true;
    }
    if (version > 16) {
        return false;
    }
    const bool isDependent = (header[2] >> 6) == 1;
    const int halved = (header[4] >> 4) & 3;
    constexpr int blocks[4] = {1, 2, 3, 6};
    frame.bytes = ((((header[2] & 7) << 8) | header[3]) + 1) * 2;
    frame.samples = isDependent ? 0 : 256 * (rateCode == 3 ? 6 : blocks[halved]);
    frame.sampleRate = rateCode == 3 ? rates[halved] / 2 : rates[rateCode];
    frame.channels = channels[(header[4] >> 1) & 7] + (header[4] & 1);
    return frame.bytes >= 7 && frame.sampleRate > 0;
}

bool readDTSFrame(ByteStream &stream, std::int64_t offset, SoundFrame &frame) {
    constexpr int rates[16] = {0, 8000, 16000, 32000, 0, 0, 11025, 22050, 44100, 0, 0, 12000, 24000, 48000, 0, 0};
    constexpr int channels[16] = {1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6, 7, 8, 8};
    unsigned char header[11];
    if (stream.peek(offset, header, 11) != 11 || !isDTSSync(header)) {
        return false;
    }
    const int blocks = (((header[4] & 1) << 6) | (header[5] >> 2)) + 1;
    const int size = (((header[5] & 3) << 12) | (header[6] << 4) | (header[7] >> 4)) + 1;
    const int mode = ((header[7] & 15) << 2) | (header[8] >> 6);
    const bool hasLowFrequencies = ((header[10] >> 1) & 3) != 0;
    frame.samples = blocks * 32;
    frame.sampleRate = rates[(header[8] >> 2) & 15];
    frame.channels = (mode < 16 ? channels[mode] : 2) + (hasLowFrequencies ? 1 : 0);
    if (size < 96 || blocks < 6 || frame.sampleRate == 0) {
        return false;
    }
    const std::int64_t next = nextDTSFrame(stream, offset + size);
    frame.bytes = next < 0 ? size : next - offset;
    return true;
}

bool hasFrames(ByteStream &stream, std::int64_t offset, FrameReader read) {
    SoundFrame frame;
    return read(stream, offset, frame) && read(stream, offset + frame.bytes, frame);
}

MediaFile::StreamParameters readFrames(ByteStream &stream, std::int64_t offset, FrameReader read) {
    MediaFile::StreamParameters result;
    const std::int64_t start = offset;
    std::int64_t samples = 0;
    SoundFrame frame;
    while (offset - start < countedBytes && read(stream, offset, frame)) {
        if (samples == 0) {
            result.sampleRate = frame.sampleRate;
            result.channels = frame.channels;
        }
        samples += frame.samples;
        offset += frame.bytes;
    }
    if (samples == 0 || result.sampleRate == 0) {
        return {};
    }
    double milliseconds = static_cast<double>(samples) * 1000 / result.sampleRate;
    const double counted = static_cast<double>(offset - start);
    result.bitRate = static_cast<int>(counted * 8 / milliseconds + 0.5);
    if (offset - start >= countedBytes) {
        milliseconds *= static_cast<double>(stream.length() - start) / counted;
    }
    result.milliseconds = milliseconds < 2147483647.0 ? static_cast<int>(milliseconds + 0.5) : 0;
    return result;
}

}  // namespace oncue
