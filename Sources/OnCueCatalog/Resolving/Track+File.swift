// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TagReading

extension Track {
    /// The track of a file, from its tags. Blocks.
    init(reading path: [UInt8], _ source: TagSource) throws(ContentError) {
        let name = PathBytes.divided(path)?.name ?? path
        do throws(TagReadError) {
            self.init(path: path, record: TrackRecord(try source.read(path), folder: [], name: name))
        } catch {
            switch error.code {
            case .notFound: throw ContentError(.notFound, error.message)
            case .notRecognised, .noAudio, .notAFile, .empty: throw ContentError(.notPlayable, error.message)
            default: throw ContentError(.unreadable, error.message)
            }
        }
    }

    /// A file that the library does not have.
    private init(path: [UInt8], record: TrackRecord) {
        let tags = record.tags
        let loudness = tags.loudness
        let gain = ReplayGain(
            trackGain: loudness.trackGain, trackPeak: loudness.trackPeak, albumGain: loudness.albumGain,
            albumPeak: loudness.albumPeak)
        self.init(
            identifier: StableKey(hashing: path).identifier(.track), location: MediaLocation(filePath: path),
            title: record.title, artists: record.artists.map(\.title), albumArtists: record.albumArtists.map(\.title),
            album: record.album?.title, composers: record.composers.map(\.title), genres: record.genres.map(\.title),
            trackNumber: tags.trackNumber, trackTotal: tags.trackTotal, discNumber: tags.discNumber,
            discTotal: tags.discTotal, date: tags.date, duration: tags.duration,
            musicBrainzRecording: tags.musicBrainz.recording,
            replayGain: gain.trackGain == nil && gain.albumGain == nil ? nil : gain)
    }
}
