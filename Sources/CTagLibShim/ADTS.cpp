// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "ADTS.hpp"

namespace oncue {

namespace {

constexpr std::int64_t countedBytes = 1 << 20;
constexpr int sampleRates[16] = {96000, 88200, 64000, 48000, 44100, 32000, 24000,
                                 22050, 16000, 12000, 11025, 8000,  7350};
constexpr int samplesPerBlock = 1024;

}  // namespace

MediaFile::StreamParameters readADTS(ByteStream &stream, std::int64_t offset) {
    MediaFile::StreamParameters result;
    const std::int64_t start = offset;
    std::int64_t samples = 0;
    unsigned char header[7];
    while (offset - start < countedBytes && stream.peek(offset, header, 7) == 7) {
        const std::int64_t frame = ((header[3] & 3) << 11) | (header[4] << 3) | (header[5] >> 5);
        if (header[0] != 0xFF || (header[1] & 0xF6) != 0xF0 || frame < 7) {
            break;
        }
        if (samples == 0) {
            result.sampleRate = sampleRates[(header[2] >> 2) & 15];
            const int layout = ((header[2] & 1) << 2) | (header[3] >> 6);
            result.channels = layout == 7 ? 8 : layout;
        }
        samples += samplesPerBlock * ((header[6] & 3) + 1);
        offset += frame;
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
