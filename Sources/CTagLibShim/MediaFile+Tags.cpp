// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include <cstring>

#include <asfattribute.h>
#include <mp4item.h>
#include <popularimeterframe.h>
#include <textidentificationframe.h>
#include <tpropertymap.h>
#include <uniquefileidentifierframe.h>

#include "MediaFile.hpp"

namespace oncue {

namespace {

struct PlainFrame {
    char id[5];
    oncue_tag_field field;
};

/// Frames whose text is the value. They spare the detour through a property map of one entry each.
constexpr PlainFrame plainFrames[] = {
    {"TIT2", ONCUE_TAG_TITLE},        {"TPE1", ONCUE_TAG_ARTIST},       {"TALB", ONCUE_TAG_ALBUM},
    {"TPE2", ONCUE_TAG_ALBUM_ARTIST}, {"TRCK", ONCUE_TAG_TRACK_NUMBER}, {"TPOS", ONCUE_TAG_DISC_NUMBER},
    {"TCOM", ONCUE_TAG_COMPOSER},     {"TCMP", ONCUE_TAG_COMPILATION},  {"TSOT", ONCUE_TAG_TITLE_SORT},
    {"TSOP", ONCUE_TAG_ARTIST_SORT},  {"TSOA", ONCUE_TAG_ALBUM_SORT},   {"TSO2", ONCUE_TAG_ALBUM_ARTIST_SORT},
    {"TSOC", ONCUE_TAG_COMPOSER_SORT},
};

void collectText(const TagLib::ID3v2::TextIdentificationFrame &frame, FieldCollector &collector) {
    const TagLib::ByteVector id = frame.frameID();
    for (const PlainFrame &plain : plainFrames) {
        if (id.size() == 4 && std::memcmp(id.data(), plain.id, 4) == 0) {
            collector.add(plain.field, frame.fieldList());
            return;
        }
    }
    collector.add(frame.asProperties());
}

void collectFrame(const TagLib::ID3v2::Frame &frame, FieldCollector &collector) {
    if (const auto *named = dynamic_cast<const TagLib::ID3v2::UserTextIdentificationFrame *>(&frame)) {
        collector.add(named->asProperties());
    } else if (const auto *text = dynamic_cast<const TagLib::ID3v2::TextIdentificationFrame *>(&frame)) {
        collectText(*text, collector);
    } else if (const auto *identifier = dynamic_cast<const TagLib::ID3v2::UniqueFileIdentifierFrame *>(&frame)) {
        collector.add(identifier->asProperties());
    } else if (const auto *popularity = dynamic_cast<const TagLib::ID3v2::PopularimeterFrame *>(&frame)) {
        collector.add(ONCUE_TAG_RATING_BYTE, TagLib::String::number(popularity->rating()));
    }
}

/// Windows Media has 1, 25, 50, 75 and 99 for one to five stars.
void collectASFExtras(const TagLib::ASF::Tag &tag, FieldCollector &collector) {
    const auto rating = tag.attributeListMap().find("WM/SharedUserRating");
    if (rating == tag.attributeListMap().end() || rating->second.isEmpty()) {
        return;
    }
    const unsigned int value = rating->second.front().toUInt();
    if (value > 0 && value < 100) {
        const unsigned int percent = value < 13 ? 20 : (value + 12) / 25 * 20 + 20;
        collector.add(ONCUE_TAG_RATING, TagLib::String::number(static_cast<int>(percent)));
    }
}

void collectMP4Extras(const TagLib::MP4::Tag &tag, FieldCollector &collector) {
    // TagLib 1.13 has no property for loudness and for anything else that people store by name.
    const TagLib::String prefix("----:com.apple.iTunes:");
    const auto percent = tag.itemMap().find("rate");
    if (percent != tag.itemMap().end()) {
        collector.add(ONCUE_TAG_RATING, percent->second.toStringList());
    }
    const auto rating = tag.itemMap().find("rtng");
    if (rating != tag.itemMap().end()) {
        collector.add(ONCUE_TAG_ADVISORY, TagLib::String::number(rating->second.toByte()));
    }
    char buffer[40];
    for (auto item = tag.itemMap().begin(); item != tag.itemMap().end(); ++item) {
        if (item->first.startsWith(prefix)) {
            const TagLib::String name = item->first.substr(prefix.size());
            collector.add(upperCaseKey(name, buffer), item->second.toStringList());
        }
    }
}

}  // namespace

void MediaFile::collect(FieldCollector &collector) const {
    if (xiph_ != nullptr) {
        collector.beginTag();
        collector.add(xiph_->fieldListMap());
    }
    if (mp4_ != nullptr) {
        collector.beginTag();
        collector.add(mp4_->properties());
        collector.beginTag();
        collectMP4Extras(*mp4_, collector);
    }
    if (id3v2_ != nullptr) {
        collector.beginTag();
        for (const TagLib::ID3v2::Frame *frame : id3v2_->frameList()) {
            collectFrame(*frame, collector);
        }
    }
    if (ape_ != nullptr) {
        collector.beginTag();
        collector.add(ape_->properties());
    }
    if (asf_ != nullptr) {
        collector.beginTag();
        collector.add(asf_->properties());
        collectASFExtras(*asf_, collector);
    }
    if (plain_ != nullptr && !plain_->isEmpty()) {
        collector.beginTag();
        collector.add(plain_->properties());
    }
}

}  // namespace oncue
