// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include <memory>

#include <apetag.h>
#include <asftag.h>
#include <flacpicture.h>
#include <id3v2tag.h>
#include <mp4tag.h>
#include <tfile.h>
#include <xiphcomment.h>

#include "FieldCollector.hpp"
#include "Format.hpp"

namespace oncue {

struct SoundFrame;

/// An opened file and the tags that were found in it. Everything it points to lives as long as the object, and the
/// stream must outlive it.
class MediaFile {
public:
    MediaFile(ByteStream &stream, Format format);

    /// Zero is unknown, everywhere.
    struct StreamParameters {
        int milliseconds = 0;
        int bitRate = 0;
        int sampleRate = 0;
        int channels = 0;
    };
    const StreamParameters &parameters() const { return parameters_; }

    void collect(FieldCollector &collector) const;

    struct Picture {
        TagLib::ByteVector bytes;
        TagLib::String mimeType;
    };
    /// The front cover, otherwise the first picture; false if there is none.
    bool findPicture(Picture &picture) const;

    /// The lyrics as they are written, those with times first where there are several; false if there are none.
    bool findLyrics(std::string &text) const;

    /// Appends names and values of all texts in the tags, each ended by a zero byte.
    void collectProperties(std::string &packed) const;

private:
    template <class File>
    File *adopt(std::unique_ptr<File> file);
    void openMpeg(ByteStream &stream);
    void complete(const StreamParameters &parameters);
    void openTagged(ByteStream &stream, std::int64_t tag);
    void openFrames(ByteStream &stream, bool (*read)(ByteStream &stream, std::int64_t offset, SoundFrame &frame));
    void openDsf(ByteStream &stream);
    void openAsf(ByteStream &stream);
    void openFlac(ByteStream &stream);
    void openMp4(ByteStream &stream);
    void openTrueAudio(ByteStream &stream);
    template <class File>
    void openOgg(ByteStream &stream);
    template <class File>
    File *openRiff(ByteStream &stream);
    template <class File>
    void openWithApe(ByteStream &stream);

    std::unique_ptr<TagLib::File> file_;
    std::unique_ptr<TagLib::ID3v2::Tag> ownID3v2_;
    StreamParameters parameters_;

    // Not owned: parts of file_, or ownID3v2_. Not const, because some of TagLib's getters are not.
    TagLib::Ogg::XiphComment *xiph_ = nullptr;
    TagLib::MP4::Tag *mp4_ = nullptr;
    TagLib::ID3v2::Tag *id3v2_ = nullptr;
    TagLib::APE::Tag *ape_ = nullptr;
    TagLib::ASF::Tag *asf_ = nullptr;
    /// ID3v1 or RIFF INFO.
    TagLib::Tag *plain_ = nullptr;
    TagLib::List<TagLib::FLAC::Picture *> pictures_;
};

}  // namespace oncue
