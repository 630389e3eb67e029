// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "MediaFile.hpp"

#include <aifffile.h>
#include <apefile.h>
#include <asffile.h>
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

#include "FrameFilter.hpp"
#include "Framed.hpp"
#include "Headers.hpp"
#include "MPEG.hpp"
#include "TaggedStream.hpp"

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
    case Format::unknown:
    case Format::unread: break;
    case Format::mpeg: openMpeg(stream); break;
    case Format::adts: openFrames(stream, readADTSFrame); break;
    case Format::ac3: openFrames(stream, readAC3Frame); break;
    case Format::dts: openFrames(stream, readDTSFrame); break;
    case Format::flac: openFlac(stream); break;
    case Format::oggVorbis: openOgg<TagLib::Ogg::Vorbis::File>(stream); break;
    case Format::oggOpus: openOgg<TagLib::Ogg::Opus::File>(stream); break;
    case Format::oggSpeex: openOgg<TagLib::Ogg::Speex::File>(stream); break;
    case Format::oggFlac: openOgg<TagLib::Ogg::FLAC::File>(stream); break;
    case Format::mp4: openMp4(stream); break;
    case Format::wav:
        plain_ = openRiff<TagLib::RIFF::WAV::File>(stream)->InfoTag();
        complete(readWave(stream));
        break;
    case Format::aiff:
        openRiff<TagLib::RIFF::AIFF::File>(stream);
        complete(readAIFF(stream));
        break;
    case Format::rf64: complete(readWave(stream)); break;
    case Format::wave64: complete(readWave64(stream)); break;
    case Format::au: complete(readAU(stream)); break;
    case Format::caf: complete(readCAF(stream)); break;
    case Format::dsf: openDsf(stream); break;
    case Format::asf: openAsf(stream); break;
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

/// Uses the length from a header if TagLib has not found one.
void MediaFile::complete(const StreamParameters &parameters) {
    if (parameters_.sampleRate <= 0 || parameters_.milliseconds <= 0) {
        parameters_ = parameters;
    }
}

void MediaFile::openTagged(ByteStream &stream, std::int64_t tag) {
    file_ = std::make_unique<TaggedStream>(&stream);
    if (id3v2Size(stream, tag) > 0) {
        ownID3v2_ = std::make_unique<TagLib::ID3v2::Tag>(file_.get(), static_cast<long>(tag), FrameFilter::shared());
        id3v2_ = ownID3v2_.get();
    }
}

void MediaFile::openFrames(ByteStream &stream, FrameReader read) {
    openTagged(stream, 0);
    parameters_ = readFrames(stream, id3v2Size(stream, 0), read);
}

void MediaFile::openDsf(ByteStream &stream) {
    std::int64_t tag = 0;
    parameters_ = readDSF(stream, tag);
    if (tag > 0) {
        openTagged(stream, tag);
    }
}

void MediaFile::openAsf(ByteStream &stream) {
    auto *file = adopt(std::make_unique<TagLib::ASF::File>(&stream));
    asf_ = file->isValid() ? file->tag() : nullptr;
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
