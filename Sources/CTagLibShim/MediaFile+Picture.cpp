// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include <asfpicture.h>
#include <attachedpictureframe.h>
#include <mp4coverart.h>
#include <mp4item.h>

#include "MediaFile.hpp"

namespace oncue {

namespace {

using Picture = MediaFile::Picture;

/// The declared "type" of a picture that is an address elsewhere.
const char *const linkType = "-->";

bool findFlacPicture(const TagLib::List<TagLib::FLAC::Picture *> &pictures, Picture &found) {
    const TagLib::FLAC::Picture *best = nullptr;
    for (const TagLib::FLAC::Picture *picture : pictures) {
        if (picture->data().isEmpty() || picture->mimeType() == linkType) {
            continue;
        }
        const bool isFront = picture->type() == TagLib::FLAC::Picture::FrontCover;
        if (best == nullptr || isFront) {
            best = picture;
        }
        if (isFront) {
            break;
        }
    }
    if (best == nullptr) {
        return false;
    }
    found = {best->data(), best->mimeType()};
    return true;
}

bool findAttachedPicture(const TagLib::ID3v2::Tag &tag, Picture &found) {
    using Frame = TagLib::ID3v2::AttachedPictureFrame;
    const auto frames = tag.frameListMap().find("APIC");
    if (frames == tag.frameListMap().end()) {
        return false;
    }
    const Frame *best = nullptr;
    for (const TagLib::ID3v2::Frame *frame : frames->second) {
        const auto *picture = dynamic_cast<const Frame *>(frame);
        if (picture == nullptr || picture->picture().isEmpty() || picture->mimeType() == linkType) {
            continue;
        }
        const bool isFront = picture->type() == Frame::FrontCover;
        if (best == nullptr || isFront) {
            best = picture;
        }
        if (isFront) {
            break;
        }
    }
    if (best == nullptr) {
        return false;
    }
    found = {best->picture(), best->mimeType()};
    return true;
}

bool findMP4Cover(const TagLib::MP4::Tag &tag, Picture &found) {
    const auto item = tag.itemMap().find("covr");
    if (item == tag.itemMap().end()) {
        return false;
    }
    for (const TagLib::MP4::CoverArt &cover : item->second.toCoverArtList()) {
        if (!cover.data().isEmpty()) {
            found = {cover.data(), cover.format() == TagLib::MP4::CoverArt::PNG ? "image/png" : "image/jpeg"};
            return true;
        }
    }
    return false;
}

/// APE tags keep a picture as its file name, a zero byte and the bytes, under a key that names the kind.
bool findAPECover(const TagLib::APE::Tag &tag, Picture &found) {
    bool isFound = false;
    for (const auto &entry : tag.itemListMap()) {
        const bool isFront = entry.first == "COVER ART (FRONT)";
        if (entry.second.type() != TagLib::APE::Item::Binary || !entry.first.startsWith("COVER ART")) {
            continue;
        }
        const TagLib::ByteVector data = entry.second.binaryData();
        const int nameEnd = data.find('\0');
        if (nameEnd < 0 || static_cast<unsigned>(nameEnd) + 1 >= data.size() || (isFound && !isFront)) {
            continue;
        }
        found = {data.mid(static_cast<unsigned>(nameEnd) + 1), TagLib::String()};
        isFound = true;
        if (isFront) {
            break;
        }
    }
    return isFound;
}

bool findASFPicture(const TagLib::ASF::Tag &tag, Picture &found) {
    const auto entry = tag.attributeListMap().find("WM/Picture");
    if (entry == tag.attributeListMap().end()) {
        return false;
    }
    bool isFound = false;
    for (const TagLib::ASF::Attribute &attribute : entry->second) {
        const TagLib::ASF::Picture picture = attribute.toPicture();
        const bool isFront = picture.type() == TagLib::ASF::Picture::FrontCover;
        if (!picture.isValid() || picture.picture().isEmpty() || (isFound && !isFront)) {
            continue;
        }
        found = {picture.picture(), picture.mimeType()};
        isFound = true;
        if (isFront) {
            break;
        }
    }
    return isFound;
}

}  // namespace

bool MediaFile::findPicture(Picture &picture) const {
    return findFlacPicture(pictures_, picture) || (xiph_ != nullptr && findFlacPicture(xiph_->pictureList(), picture))
           || (mp4_ != nullptr && findMP4Cover(*mp4_, picture))
           || (id3v2_ != nullptr && findAttachedPicture(*id3v2_, picture))
           || (ape_ != nullptr && findAPECover(*ape_, picture))
           || (asf_ != nullptr && findASFPicture(*asf_, picture));
}

}  // namespace oncue
