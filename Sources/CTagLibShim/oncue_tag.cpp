// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "include/oncue_tag.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include <tdebuglistener.h>

#include "MediaFile.hpp"

namespace {

/// TagLib reports every oddity on stderr unless another listener is set.
class SilentListener final : public TagLib::DebugListener {
public:
    void printMessage(const TagLib::String &) override {}
};

void silenceTagLib() {
    // Never destroyed: another thread may be reading while the process exits.
    static SilentListener *const listener = [] {
        auto *const created = new SilentListener;
        TagLib::setDebugListener(created);
        return created;
    }();
    static_cast<void>(listener);
}

oncue_tag_status statusOf(const oncue::ByteStream &stream) {
    switch (stream.state()) {
    case oncue::ByteStream::State::usable: return ONCUE_TAG_OK;
    case oncue::ByteStream::State::empty: return ONCUE_TAG_EMPTY;
    case oncue::ByteStream::State::notAFile: return ONCUE_TAG_NOT_A_FILE;
    case oncue::ByteStream::State::systemError: return ONCUE_TAG_SYSTEM_ERROR;
    case oncue::ByteStream::State::exhausted: return ONCUE_TAG_MALFORMED;
    }
    return ONCUE_TAG_FAILED;
}

/// Opens the file and gives it to `body` if it has audio. Nothing is thrown out of here.
template <class Body>
oncue_tag_status withMediaFile(const uint8_t *path, size_t length, int32_t &systemError, Body body) noexcept {
    try {
        silenceTagLib();
        oncue::ByteStream stream(reinterpret_cast<const char *>(path), length);
        const auto statusNow = [&] {
            systemError = stream.systemError();
            return statusOf(stream);
        };
        if (stream.state() != oncue::ByteStream::State::usable) {
            return statusNow();
        }
        const oncue::Format format = oncue::detectFormat(stream);
        if (format == oncue::Format::unknown) {
            return stream.state() == oncue::ByteStream::State::usable ? ONCUE_TAG_NOT_RECOGNISED : statusNow();
        }
        const oncue::MediaFile file(stream, format);
        if (stream.state() == oncue::ByteStream::State::systemError) {
            return statusNow();
        }
        const auto &found = file.parameters();
        if (format != oncue::Format::unread && found.sampleRate <= 0 && found.milliseconds <= 0) {
            // A search for the first MPEG frame that ran into the limits has still found no audio.
            const bool gaveUp = stream.state() == oncue::ByteStream::State::exhausted;
            return gaveUp && format != oncue::Format::mpeg ? ONCUE_TAG_MALFORMED : ONCUE_TAG_NO_AUDIO;
        }
        return body(file);
    } catch (...) {
        return ONCUE_TAG_FAILED;
    }
}

uint8_t *copied(const char *bytes, size_t count) {
    auto *copy = static_cast<uint8_t *>(std::malloc(count));
    if (copy == nullptr) {
        throw std::bad_alloc();
    }
    std::memcpy(copy, bytes, count);
    return copy;
}

}  // namespace

oncue_tag_status oncue_tag_read(const uint8_t *path, size_t path_length, oncue_tag_result *result) {
    *result = {};
    return withMediaFile(path, path_length, result->system_error, [&](const oncue::MediaFile &file) {
        const auto &parameters = file.parameters();
        result->duration_milliseconds = parameters.milliseconds;
        result->bit_rate = parameters.bitRate;
        result->sample_rate = parameters.sampleRate;
        result->channels = parameters.channels;
        oncue::MediaFile::Picture picture;
        result->has_picture = file.findPicture(picture) ? 1 : 0;
        oncue::FieldCollector collector;
        file.collect(collector);
        if (!collector.packed().empty()) {
            result->values = copied(collector.packed().data(), collector.packed().size());
            result->values_length = collector.packed().size();
        }
        return ONCUE_TAG_OK;
    });
}

void oncue_tag_result_clear(oncue_tag_result *result) {
    std::free(result->values);
    *result = {};
}

oncue_tag_status oncue_tag_read_picture(
    const uint8_t *path, size_t path_length, size_t limit, oncue_tag_picture *picture) {
    *picture = {};
    return withMediaFile(path, path_length, picture->system_error, [&](const oncue::MediaFile &file) {
        oncue::MediaFile::Picture found;
        if (!file.findPicture(found)) {
            return ONCUE_TAG_OK;
        }
        if (found.bytes.size() > limit) {
            return ONCUE_TAG_TOO_LARGE;
        }
        const std::string type = found.mimeType.to8Bit(true);
        std::memcpy(picture->mime_type, type.data(), std::min(type.size(), sizeof picture->mime_type - 1));
        picture->bytes = copied(found.bytes.data(), found.bytes.size());
        picture->length = found.bytes.size();
        return ONCUE_TAG_OK;
    });
}

void oncue_tag_picture_clear(oncue_tag_picture *picture) {
    std::free(picture->bytes);
    *picture = {};
}

oncue_tag_status oncue_tag_read_lyrics(const uint8_t *path, size_t path_length, size_t limit, oncue_tag_text *text) {
    *text = {};
    return withMediaFile(path, path_length, text->system_error, [&](const oncue::MediaFile &file) {
        std::string found;
        if (!file.findLyrics(found) || found.empty()) {
            return ONCUE_TAG_OK;
        }
        if (found.size() > limit) {
            return ONCUE_TAG_TOO_LARGE;
        }
        text->bytes = copied(found.data(), found.size());
        text->length = found.size();
        return ONCUE_TAG_OK;
    });
}

oncue_tag_status oncue_tag_read_properties(
    const uint8_t *path, size_t path_length, size_t limit, oncue_tag_text *text) {
    *text = {};
    return withMediaFile(path, path_length, text->system_error, [&](const oncue::MediaFile &file) {
        std::string packed;
        file.collectProperties(packed);
        if (packed.empty()) {
            return ONCUE_TAG_OK;
        }
        if (packed.size() > limit) {
            return ONCUE_TAG_TOO_LARGE;
        }
        text->bytes = copied(packed.data(), packed.size());
        text->length = packed.size();
        return ONCUE_TAG_OK;
    });
}

void oncue_tag_text_clear(oncue_tag_text *text) {
    std::free(text->bytes);
    *text = {};
}
