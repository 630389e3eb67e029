// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include <mp4item.h>
#include <textidentificationframe.h>
#include <tpropertymap.h>
#include <unknownframe.h>

#include "MediaFile.hpp"
#include "SynchronisedLyrics.hpp"

namespace oncue {

namespace {

/// Names in use for lyrics where a container allows any name; those with times first.
constexpr const char *names[] = {"SYNCEDLYRICS", "LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS"};

bool take(const TagLib::String &value, std::string &text) {
    if (value.isEmpty()) {
        return false;
    }
    appendUTF8(text, value);
    return true;
}

bool takeNamed(const TagLib::Map<TagLib::String, TagLib::StringList> &values, std::string &text) {
    for (const char *name : names) {
        const auto found = values.find(name);
        if (found != values.end() && take(found->second.toString("\n"), text)) {
            return true;
        }
    }
    return false;
}

/// The text of a USLT frame, which FrameFilter leaves as bytes (ID3v2.4, 4.8): the encoding, three letters for the
/// language, a description that ends with zero, and the text.
TagLib::String unsynchronised(const TagLib::ByteVector &frame) {
    constexpr TagLib::String::Type types[] = {
        TagLib::String::Latin1, TagLib::String::UTF16, TagLib::String::UTF16BE, TagLib::String::UTF8};
    const unsigned header = 4;
    const unsigned char encoding = frame.size() > header ? static_cast<unsigned char>(frame[0]) : 255;
    if (encoding >= std::size(types)) {
        return {};
    }
    const unsigned width = encoding == 1 || encoding == 2 ? 2 : 1;
    const int end = frame.find(TagLib::ByteVector(width, '\0'), header, static_cast<int>(width));
    const unsigned start = end < 0 ? header : static_cast<unsigned>(end) + width;
    return start < frame.size() ? TagLib::String(frame.mid(start), types[encoding]) : TagLib::String();
}

/// FrameFilter leaves these frames as bytes.
bool takeSynchronised(TagLib::ID3v2::Tag *tag, std::string &text) {
    for (const TagLib::ID3v2::Frame *frame : tag->frameList()) {
        const TagLib::ByteVector id = frame->frameID();
        const auto *bytes = dynamic_cast<const TagLib::ID3v2::UnknownFrame *>(frame);
        if (bytes != nullptr && (id == "SYLT" || id.startsWith("SLT")) && appendSynchronised(text, bytes->data())) {
            return true;
        }
    }
    return false;
}

bool takeFrames(TagLib::ID3v2::Tag *tag, std::string &text) {
    if (takeSynchronised(tag, text)) {
        return true;
    }
    for (const char *name : names) {
        const auto *frame = TagLib::ID3v2::UserTextIdentificationFrame::find(tag, name);
        if (frame != nullptr && !frame->fieldList().isEmpty() && take(frame->fieldList().back(), text)) {
            return true;
        }
    }
    for (const TagLib::ID3v2::Frame *frame : tag->frameList()) {
        const TagLib::ByteVector id = frame->frameID();
        const auto *bytes = dynamic_cast<const TagLib::ID3v2::UnknownFrame *>(frame);
        if (bytes != nullptr && (id == "USLT" || id.startsWith("ULT")) && take(unsynchronised(bytes->data()), text)) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool MediaFile::findLyrics(std::string &text) const {
    if (xiph_ != nullptr && takeNamed(xiph_->fieldListMap(), text)) {
        return true;
    }
    if (mp4_ != nullptr) {
        const auto item = mp4_->itemMap().find("\251lyr");
        if (item != mp4_->itemMap().end() && take(item->second.toStringList().toString("\n"), text)) {
            return true;
        }
    }
    if (id3v2_ != nullptr && takeFrames(id3v2_, text)) {
        return true;
    }
    return (ape_ != nullptr && takeNamed(ape_->properties(), text))
           || (asf_ != nullptr && takeNamed(asf_->properties(), text));
}

}  // namespace oncue
