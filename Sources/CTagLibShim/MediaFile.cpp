// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "MediaFile.hpp"

#include <aifffile.h>
#include <apefile.h>
#include <flacfile.h>
#include <id3v1tag.h>
#include <infotag.h>
#include <mp4file.h>
#include <mpcfile.h>
#include <mpegfile.h>
#include <oggflacfile.h>
#include <opusfile.h>
#include <speexfile.h>
#include <trueaudiofile.h>
#include <vorbisfile.h>
#include <wavfile.h>
#include <wavpackfile.h>

#include "ADTS.hpp"
#include "FrameFilter.hpp"
#include "MPEG.hpp"

namespace oncue {

/// Keeps the file and copies its parameters. Through the concrete type, because TagLib 1.13 finds the right
/// lengthInMilliseconds() of a base pointer by trying some twenty casts.
template <class File>
File *MediaFile::adopt(std::unique_ptr<File> file) {
    File *const concrete = file.get();
    file_ = std::move(file);
    if (concrete->isValid() && concrete->audioProperties() != nullptr) {
        const auto *audio = concrete->audioProperties();
        parameters_ = {audio->lengthInMilliseconds(), audio->bitrate(), audio->sampleRate(), audio->channels()};
    }
    return concrete;
}

MediaFile::MediaFile(ByteStream &stream, Format format) {
    switch (format) {
    case Format::unknown: break;
    case Format::mpeg: openMpeg(stream); break;
    case Format::adts: openAdts(stream); break;
    case Format::flac: openFlac(stream); break;
    case Format::oggVorbis: openOgg<TagLib::Ogg::Vorbis::File>(stream); break;
    case Format::oggOpus: openOgg<TagLib::Ogg::Opus::File>(stream); break;
    case Format::oggSpeex: openOgg<TagLib::Ogg::Speex::File>(stream); break;
    case Format::oggFlac: openOgg<TagLib::Ogg::FLAC::File>(stream); break;
    case Format::mp4: openMp4(stream); break;
    case Format::wav: plain_ = openRiff<TagLib::RIFF::WAV::File>(stream)->InfoTag(); break;
    case Format::aiff: openRiff<TagLib::RIFF::AIFF::File>(stream); break;
    case Format::wavPack: openWithApe<TagLib::WavPack::File>(stream); break;
    case Format::monkeysAudio: openWithApe<TagLib::APE::File>(stream); break;
    case Format::musepack: openWithApe<TagLib::MPC::File>(stream); break;
    case Format::trueAudio: openTrueAudio(stream); break;
    }
}

void MediaFile::openMpeg(ByteStream &stream) {
    auto *file = adopt(std::make_unique<TagLib::MPEG::File>(&stream, FrameFilter::shared(), false));
    parameters_ = readMPEG(stream, *file);
    id3v2_ = file->ID3v2Tag();
    ape_ = file->APETag();
    plain_ = file->ID3v1Tag();
}

void MediaFile::openAdts(ByteStream &stream) {
    const std::int64_t tagSize = id3v2Size(stream, 0);
    file_ = std::make_unique<TaggedStream>(&stream);
    if (tagSize > 0) {
        ownID3v2_ = std::make_unique<TagLib::ID3v2::Tag>(file_.get(), 0, FrameFilter::shared());
        id3v2_ = ownID3v2_.get();
    }
    parameters_ = readADTS(stream, tagSize);
}

void MediaFile::openFlac(ByteStream &stream) {
    auto *file = adopt(std::make_unique<TagLib::FLAC::File>(&stream, FrameFilter::shared()));
    if (file->isValid()) {
        xiph_ = file->xiphComment();
        pictures_ = file->pictureList();
    }
    id3v2_ = file->ID3v2Tag();
    plain_ = file->ID3v1Tag();
}

template <class File>
void MediaFile::openOgg(ByteStream &stream) {
    auto *file = adopt(std::make_unique<File>(&stream));
    xiph_ = file->isValid() ? dynamic_cast<TagLib::Ogg::XiphComment *>(file->tag()) : nullptr;
}

void MediaFile::openMp4(ByteStream &stream) {
    auto *file = adopt(std::make_unique<TagLib::MP4::File>(&stream));
    mp4_ = file->tag();
}

template <class File>
File *MediaFile::openRiff(ByteStream &stream) {
    stream.hideID3Chunks();
    auto *file = adopt(std::make_unique<File>(&stream));
    if (stream.hiddenID3Chunk() >= 0) {
        const long tag = static_cast<long>(stream.hiddenID3Chunk()) + 8;
        ownID3v2_ = std::make_unique<TagLib::ID3v2::Tag>(file, tag, FrameFilter::shared());
        id3v2_ = ownID3v2_.get();
    }
    return file;
}

template <class File>
void MediaFile::openWithApe(ByteStream &stream) {
    auto *file = adopt(std::make_unique<File>(&stream));
    ape_ = file->APETag();
    plain_ = file->ID3v1Tag();
}

void MediaFile::openTrueAudio(ByteStream &stream) {
    auto *file = adopt(std::make_unique<TagLib::TrueAudio::File>(&stream, FrameFilter::shared()));
    id3v2_ = file->ID3v2Tag();
    plain_ = file->ID3v1Tag();
}

}  // namespace oncue
