// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tmap.h>
#include <tstring.h>
#include <tstringlist.h>

#include "include/oncue_tag.h"

namespace oncue {

/// Packs the property values that the catalog knows, in the layout of oncue_tag_result.
///
/// A file may carry several tags. They are added best first, with beginTag() before each, and a field keeps the
/// values of the first tag that has it (APE tags written by loudness scanners complete an ID3v2 tag, for example).
class FieldCollector {
public:
    FieldCollector() { packed_.reserve(512); }

    void beginTag() { tag_ += 1; }

    /// Adds the entries whose keys are known. Keys are those of TagLib's property map, in any case.
    void add(const TagLib::Map<TagLib::String, TagLib::StringList> &properties);
    void add(std::string_view upperCaseKey, const TagLib::StringList &values);
    void add(oncue_tag_field field, const TagLib::StringList &values);
    void add(oncue_tag_field field, const TagLib::String &value);

    const std::string &packed() const { return packed_; }

private:
    /// Longer values and further ones are not names of anything; they are left out.
    static constexpr std::size_t longestValue = 64 << 10;
    static constexpr unsigned mostValues = 256;

    bool claim(oncue_tag_field field);

    std::string packed_;
    unsigned char tag_ = 0;
    unsigned char owner_[ONCUE_TAG_FIELD_LIMIT] = {};
    unsigned short count_[ONCUE_TAG_FIELD_LIMIT] = {};
};

/// Appends text as UTF-8; halves of surrogate pairs become U+FFFD.
void appendUTF8(std::string &target, const TagLib::String &text);

/// Upper-case ASCII copy of a key; empty if it is not ASCII or longer than any known key.
std::string_view upperCaseKey(const TagLib::String &key, char (&buffer)[40]);

}  // namespace oncue
