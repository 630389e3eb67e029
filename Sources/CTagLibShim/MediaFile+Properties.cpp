// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include <set>

#include <tpropertymap.h>

#include "MediaFile.hpp"

namespace oncue {

namespace {

void append(const TagLib::PropertyMap &properties, std::set<TagLib::String> &known, std::string &packed) {
    for (auto entry = properties.begin(); entry != properties.end(); ++entry) {
        if (!known.insert(entry->first).second) {
            continue;
        }
        for (auto value = entry->second.begin(); value != entry->second.end(); ++value) {
            std::string name, text;
            appendUTF8(name, entry->first);
            appendUTF8(text, *value);
            // A zero in a value would look like its end.
            packed.append(name.c_str()).push_back('\0');
            packed.append(text.c_str()).push_back('\0');
        }
    }
}

/// The values that people store by name, for most of which TagLib 1.13 has no property.
TagLib::PropertyMap namedValues(const TagLib::MP4::Tag &tag) {
    TagLib::PropertyMap found;
    const TagLib::String mark("----:");
    for (auto item = tag.itemMap().begin(); item != tag.itemMap().end(); ++item) {
        const int colon = item->first.rfind(":");
        if (item->first.startsWith(mark) && colon >= static_cast<int>(mark.size())) {
            found.insert(item->first.substr(colon + 1), item->second.toStringList());
        }
    }
    return found;
}

}  // namespace

void MediaFile::collectProperties(std::string &packed) const {
    std::set<TagLib::String> known;
    if (xiph_ != nullptr) {
        append(xiph_->properties(), known, packed);
    }
    if (mp4_ != nullptr) {
        append(mp4_->properties(), known, packed);
        append(namedValues(*mp4_), known, packed);
    }
    if (id3v2_ != nullptr) {
        append(id3v2_->properties(), known, packed);
    }
    if (ape_ != nullptr) {
        append(ape_->properties(), known, packed);
    }
    if (asf_ != nullptr) {
        append(asf_->properties(), known, packed);
    }
    if (plain_ != nullptr) {
        append(plain_->properties(), known, packed);
    }
}

}  // namespace oncue
