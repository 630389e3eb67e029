// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "FieldCollector.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace oncue {

namespace {

struct KnownKey {
    std::string_view key;
    oncue_tag_field field;
};

/// Property map keys, and the alternatives in use where a container allows any key. Sorted.
constexpr KnownKey knownKeys[] = {
    {"ALBUM", ONCUE_TAG_ALBUM},
    {"ALBUM ARTIST", ONCUE_TAG_ALBUM_ARTIST},
    {"ALBUMARTIST", ONCUE_TAG_ALBUM_ARTIST},
    {"ALBUMARTISTSORT", ONCUE_TAG_ALBUM_ARTIST_SORT},
    {"ALBUMSORT", ONCUE_TAG_ALBUM_SORT},
    {"ARTIST", ONCUE_TAG_ARTIST},
    {"ARTISTSORT", ONCUE_TAG_ARTIST_SORT},
    {"COMPILATION", ONCUE_TAG_COMPILATION},
    {"COMPOSER", ONCUE_TAG_COMPOSER},
    {"COMPOSERSORT", ONCUE_TAG_COMPOSER_SORT},
    {"CUESHEET", ONCUE_TAG_CUE_SHEET},
    {"DATE", ONCUE_TAG_DATE},
    {"DISCNUMBER", ONCUE_TAG_DISC_NUMBER},
    {"DISCTOTAL", ONCUE_TAG_DISC_TOTAL},
    {"FMPS_RATING", ONCUE_TAG_RATING_FRACTION},
    {"GENRE", ONCUE_TAG_GENRE},
    {"ITUNESADVISORY", ONCUE_TAG_ADVISORY},
    {"MUSICBRAINZ_ALBUMARTISTID", ONCUE_TAG_MUSICBRAINZ_ALBUM_ARTIST_ID},
    {"MUSICBRAINZ_ALBUMID", ONCUE_TAG_MUSICBRAINZ_RELEASE_ID},
    {"MUSICBRAINZ_ARTISTID", ONCUE_TAG_MUSICBRAINZ_ARTIST_ID},
    {"MUSICBRAINZ_RELEASEGROUPID", ONCUE_TAG_MUSICBRAINZ_RELEASE_GROUP_ID},
    {"MUSICBRAINZ_RELEASETRACKID", ONCUE_TAG_MUSICBRAINZ_TRACK_ID},
    {"MUSICBRAINZ_TRACKID", ONCUE_TAG_MUSICBRAINZ_RECORDING_ID},
    {"R128_ALBUM_GAIN", ONCUE_TAG_R128_ALBUM_GAIN},
    {"R128_TRACK_GAIN", ONCUE_TAG_R128_TRACK_GAIN},
    {"RATING", ONCUE_TAG_RATING},
    {"RATING:BANSHEE", ONCUE_TAG_RATING_FRACTION},
    {"RATING:QUODLIBET@LISTS.SACREDCHAO.NET", ONCUE_TAG_RATING_FRACTION},
    {"REPLAYGAIN_ALBUM_GAIN", ONCUE_TAG_REPLAYGAIN_ALBUM_GAIN},
    {"REPLAYGAIN_ALBUM_PEAK", ONCUE_TAG_REPLAYGAIN_ALBUM_PEAK},
    {"REPLAYGAIN_TRACK_GAIN", ONCUE_TAG_REPLAYGAIN_TRACK_GAIN},
    {"REPLAYGAIN_TRACK_PEAK", ONCUE_TAG_REPLAYGAIN_TRACK_PEAK},
    {"TITLE", ONCUE_TAG_TITLE},
    {"TITLESORT", ONCUE_TAG_TITLE_SORT},
    {"TOTALDISCS", ONCUE_TAG_DISC_TOTAL},
    {"TOTALTRACKS", ONCUE_TAG_TRACK_TOTAL},
    {"TRACKNUMBER", ONCUE_TAG_TRACK_NUMBER},
    {"TRACKTOTAL", ONCUE_TAG_TRACK_TOTAL},
    {"YEAR", ONCUE_TAG_DATE},
};

constexpr bool isSorted() {
    for (std::size_t i = 1; i < std::size(knownKeys); ++i) {
        if (!(knownKeys[i - 1].key < knownKeys[i].key)) {
            return false;
        }
    }
    return true;
}
static_assert(isSorted(), "the search below needs sorted keys");

oncue_tag_field fieldOf(std::string_view key) {
    const auto *found = std::lower_bound(
        std::begin(knownKeys), std::end(knownKeys), key,
        [](const KnownKey &known, std::string_view wanted) { return known.key < wanted; });
    return found != std::end(knownKeys) && found->key == key ? found->field : ONCUE_TAG_FIELD_LIMIT;
}

}  // namespace

/// TagLib keeps UTF-16 units in wchar_t; halves of pairs become U+FFFD.
void appendUTF8(std::string &target, const TagLib::String &text) {
    const wchar_t *units = text.toCWString();
    const std::size_t count = text.size();
    for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t code = static_cast<std::uint32_t>(units[i]);
        if (code < 0x80) {
            target.push_back(static_cast<char>(code));
            continue;
        }
        if (code >= 0xD800 && code < 0xDC00 && i + 1 < count && (units[i + 1] & ~0x3FF) == 0xDC00) {
            code = 0x10000 + ((code - 0xD800) << 10) + (static_cast<std::uint32_t>(units[++i]) - 0xDC00);
        } else if ((code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) {
            code = 0xFFFD;
        }
        if (code < 0x800) {
            target.push_back(static_cast<char>(0xC0 | (code >> 6)));
        } else {
            if (code < 0x10000) {
                target.push_back(static_cast<char>(0xE0 | (code >> 12)));
            } else {
                target.push_back(static_cast<char>(0xF0 | (code >> 18)));
                target.push_back(static_cast<char>(0x80 | ((code >> 12) & 0x3F)));
            }
            target.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
        }
        target.push_back(static_cast<char>(0x80 | (code & 0x3F)));
    }
}

std::string_view upperCaseKey(const TagLib::String &key, char (&buffer)[40]) {
    const wchar_t *units = key.toCWString();
    const std::size_t count = key.size();
    if (count > sizeof buffer) {
        return {};
    }
    for (std::size_t i = 0; i < count; ++i) {
        const wchar_t unit = units[i];
        if (unit <= 0 || unit >= 0x80) {
            return {};
        }
        buffer[i] = static_cast<char>(unit >= 'a' && unit <= 'z' ? unit - 0x20 : unit);
    }
    return {buffer, count};
}

void FieldCollector::add(const TagLib::Map<TagLib::String, TagLib::StringList> &properties) {
    char buffer[40];
    for (auto entry = properties.begin(); entry != properties.end(); ++entry) {
        add(upperCaseKey(entry->first, buffer), entry->second);
    }
}

void FieldCollector::add(std::string_view upperCaseKey, const TagLib::StringList &values) {
    const oncue_tag_field field = fieldOf(upperCaseKey);
    if (field != ONCUE_TAG_FIELD_LIMIT) {
        add(field, values);
    }
}

void FieldCollector::add(oncue_tag_field field, const TagLib::StringList &values) {
    for (auto value = values.begin(); value != values.end(); ++value) {
        add(field, *value);
    }
}

bool FieldCollector::claim(oncue_tag_field field) {
    if (owner_[field] == 0) {
        owner_[field] = tag_;
    }
    if (owner_[field] != tag_ || count_[field] >= mostValues) {
        return false;
    }
    count_[field] += 1;
    return true;
}

void FieldCollector::add(oncue_tag_field field, const TagLib::String &value) {
    if (value.isEmpty() || value.size() > longestValue || !claim(field)) {
        return;
    }
    packed_.push_back(static_cast<char>(field));
    const std::size_t lengthAt = packed_.size();
    packed_.append(sizeof(std::uint32_t), '\0');
    appendUTF8(packed_, value);
    const auto length = static_cast<std::uint32_t>(packed_.size() - lengthAt - sizeof(std::uint32_t));
    std::memcpy(&packed_[lengthAt], &length, sizeof length);
}

}  // namespace oncue
