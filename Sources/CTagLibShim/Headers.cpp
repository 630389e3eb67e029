// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "Headers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace oncue {

namespace {

using Parameters = MediaFile::StreamParameters;

/// No honest file has more chunks in front of its sound.
constexpr int mostChunks = 4096;

std::uint64_t number(const unsigned char *bytes, int count, bool isBigEndian) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) {
        value = (value << 8) | bytes[isBigEndian ? i : count - 1 - i];
    }
    return value;
}

std::uint64_t little(const unsigned char *bytes, int count) {
    return number(bytes, count, false);
}

std::uint64_t big(const unsigned char *bytes, int count) {
    return number(bytes, count, true);
}

double real(const unsigned char *bytes) {
    const std::uint64_t bits = big(bytes, 8);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/// An 80-bit number, as AIFF has its rate.
double extended(const unsigned char *bytes) {
    const int exponent = static_cast<int>(big(bytes, 2) & 0x7FFF) - 16383 - 63;
    return std::ldexp(static_cast<double>(big(bytes + 2, 8)), exponent);
}

/// The part of a stated size that is present in the file; a size of 0 or of all ones was never filled in.
std::int64_t present(ByteStream &stream, std::int64_t start, std::uint64_t stated, bool isUnknown) {
    const std::int64_t rest = std::max<std::int64_t>(0, stream.length() - start);
    return isUnknown || stated > static_cast<std::uint64_t>(rest) ? rest : static_cast<std::int64_t>(stated);
}

Parameters parameters(double seconds, double bytes, double rate, std::uint64_t channels) {
    if (!(rate >= 1 && rate <= 1e7) || channels < 1 || channels > 256) {
        return {};
    }
    Parameters result;
    result.sampleRate = static_cast<int>(rate + 0.5);
    result.channels = static_cast<int>(channels);
    if (seconds > 0 && seconds < 2e6) {
        result.milliseconds = static_cast<int>(seconds * 1000 + 0.5);
        result.bitRate = static_cast<int>(std::min(bytes * 8 / seconds / 1000 + 0.5, 1e6));
    }
    return result;
}

/// The properties in the chunks of a wave file, whatever container they are in.
struct Wave {
    std::uint64_t channels = 0;
    double rate = 0;
    double bytesPerSecond = 0;

    void take(const unsigned char *format) {
        channels = little(format + 2, 2);
        rate = static_cast<double>(little(format + 4, 4));
        bytesPerSecond = static_cast<double>(little(format + 8, 4));
    }

    Parameters with(std::int64_t bytes) const {
        const auto size = static_cast<double>(bytes);
        return parameters(bytesPerSecond > 0 ? size / bytesPerSecond : 0, size, rate, channels);
    }
};

}  // namespace

MediaFile::StreamParameters readWave(ByteStream &stream) {
    unsigned char bytes[36];
    Wave wave;
    std::uint64_t longSize = 0;
    std::int64_t offset = 12;
    for (int i = 0; i < mostChunks && stream.peek(offset, bytes, 8) == 8; ++i) {
        const std::uint64_t size = little(bytes + 4, 4);
        const std::int64_t body = offset + 8;
        if (std::memcmp(bytes, "data", 4) == 0) {
            const bool isLong = size == 0xFFFFFFFF && longSize > 0;
            const bool isUnknown = !isLong && (size == 0 || size >= 0x7FFFF000);
            return wave.with(present(stream, body, isLong ? longSize : size, isUnknown));
        }
        if (std::memcmp(bytes, "fmt ", 4) == 0 && stream.peek(body, bytes, 16) == 16) {
            wave.take(bytes);
        } else if (std::memcmp(bytes, "ds64", 4) == 0 && stream.peek(body, bytes, 16) == 16) {
            longSize = little(bytes + 8, 8);
        }
        offset = body + static_cast<std::int64_t>(size + (size & 1));
    }
    return {};
}

MediaFile::StreamParameters readWave64(ByteStream &stream) {
    unsigned char bytes[24];
    Wave wave;
    std::int64_t offset = 40;
    for (int i = 0; i < mostChunks && stream.peek(offset, bytes, 24) == 24; ++i) {
        const std::uint64_t size = little(bytes + 16, 8);
        const std::int64_t body = offset + 24;
        if (std::memcmp(bytes, "data", 4) == 0) {
            return wave.with(present(stream, body, size - 24, size <= 24 || size >= 1ULL << 62));
        }
        if (std::memcmp(bytes, "fmt ", 4) == 0 && stream.peek(body, bytes, 16) == 16) {
            wave.take(bytes);
        }
        if (size < 24 || size >= 1ULL << 62) {
            break;
        }
        offset += static_cast<std::int64_t>((size + 7) & ~7ULL);
    }
    return {};
}

MediaFile::StreamParameters readAIFF(ByteStream &stream) {
    unsigned char bytes[18];
    std::uint64_t channels = 0;
    std::uint64_t frames = 0;
    std::uint64_t frameBits = 0;
    double rate = 0;
    std::int64_t offset = 12;
    for (int i = 0; i < mostChunks && stream.peek(offset, bytes, 8) == 8; ++i) {
        const std::uint64_t size = big(bytes + 4, 4);
        const std::int64_t body = offset + 8;
        if (std::memcmp(bytes, "SSND", 4) == 0) {
            const std::uint64_t stated = frames * frameBits / 8;
            const auto sound = static_cast<double>(present(stream, body + 8, stated, stated == 0));
            const double seconds = frameBits > 0 && rate > 0 ? sound * 8 / static_cast<double>(frameBits) / rate : 0;
            return parameters(seconds, sound, rate, channels);
        }
        if (std::memcmp(bytes, "COMM", 4) == 0 && stream.peek(body, bytes, 18) == 18) {
            channels = big(bytes, 2);
            frames = big(bytes + 2, 4);
            frameBits = channels * ((big(bytes + 6, 2) + 7) / 8 * 8);
            rate = extended(bytes + 8);
        }
        offset = body + static_cast<std::int64_t>(size + (size & 1));
    }
    return {};
}

MediaFile::StreamParameters readAU(ByteStream &stream) {
    unsigned char bytes[24];
    if (stream.peek(0, bytes, 24) != 24) {
        return {};
    }
    const auto start = static_cast<std::int64_t>(big(bytes + 4, 4));
    const std::uint64_t stated = big(bytes + 8, 4);
    const std::uint64_t coding = big(bytes + 12, 4);
    const std::uint64_t channels = big(bytes + 20, 4);
    const double rate = static_cast<double>(big(bytes + 16, 4));
    const double width = coding == 1 || coding == 2 || coding == 27 ? 1
                         : coding >= 3 && coding <= 5               ? static_cast<double>(coding) - 1
                         : coding == 6                              ? 4
                         : coding == 7                              ? 8
                                                                    : 0;
    const auto sound = static_cast<double>(present(stream, start, stated, stated == 0xFFFFFFFF || stated == 0));
    const double frame = width * static_cast<double>(channels);
    return parameters(frame > 0 && rate > 0 ? sound / frame / rate : 0, sound, rate, channels);
}

MediaFile::StreamParameters readCAF(ByteStream &stream) {
    unsigned char bytes[32];
    double rate = 0;
    double sound = 0;
    double frames = 0;
    std::uint64_t packetBytes = 0;
    std::uint64_t packetFrames = 0;
    std::uint64_t channels = 0;
    std::int64_t offset = 8;
    for (int i = 0; i < mostChunks && stream.peek(offset, bytes, 12) == 12; ++i) {
        const std::uint64_t size = big(bytes + 4, 8);
        const std::int64_t body = offset + 12;
        if (std::memcmp(bytes, "data", 4) == 0) {
            sound = static_cast<double>(present(stream, body + 4, size - 4, size < 4 || size >= 1ULL << 62));
        } else if (std::memcmp(bytes, "desc", 4) == 0 && stream.peek(body, bytes, 32) == 32) {
            rate = real(bytes);
            packetBytes = big(bytes + 16, 4);
            packetFrames = big(bytes + 20, 4);
            channels = big(bytes + 24, 4);
        } else if (std::memcmp(bytes, "pakt", 4) == 0 && stream.peek(body, bytes, 16) == 16) {
            frames = static_cast<double>(big(bytes + 8, 8));
        }
        if (size >= 1ULL << 62) {
            break;
        }
        offset = body + static_cast<std::int64_t>(size);
    }
    if (packetBytes > 0) {
        frames = sound / static_cast<double>(packetBytes) * static_cast<double>(packetFrames);
    }
    return parameters(rate > 0 ? frames / rate : 0, sound, rate, channels);
}

MediaFile::StreamParameters readDSF(ByteStream &stream, std::int64_t &tag) {
    unsigned char bytes[80];
    tag = 0;
    if (stream.peek(0, bytes, 80) != 80 || std::memcmp(bytes + 28, "fmt ", 4) != 0) {
        return {};
    }
    const std::uint64_t pointer = little(bytes + 20, 8);
    if (pointer > 0 && pointer < static_cast<std::uint64_t>(stream.length())) {
        tag = static_cast<std::int64_t>(pointer);
    }
    const double rate = static_cast<double>(little(bytes + 56, 4));
    const std::uint64_t channels = little(bytes + 52, 4);
    const double samples = static_cast<double>(little(bytes + 64, 8));
    const double sound = samples * static_cast<double>(channels) / 8;
    return parameters(rate > 0 ? samples / rate : 0, sound, rate, channels);
}

}  // namespace oncue
