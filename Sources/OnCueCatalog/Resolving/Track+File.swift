// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TagReading

extension Track {
    /// The track of a file, from its tags, or those of its parts, when a sheet in it or beside it divides it. Blocks.
    static func reading(_ path: [UInt8], _ source: TagSource) throws(ContentError) -> [Track] {
        let (folder, name) = PathBytes.divided(path) ?? ([], path)
        do throws(TagReadError) {
            let tags = try source.read(path)
            var reader = PartReader()
            // Most files are too short for an album, and then nobody looks for a sheet.
            let isLong = tags.duration.map { $0 > .seconds(300) } ?? true
            let content = isLong ? try? FolderReader.system.read(folder).get() : nil
            let sheets = content.flatMap { $0.sheets.isEmpty ? nil : FolderSheets($0.sheets, media: $0.files) }
            return reader.records(of: tags, folder: folder, name: name, sheets: sheets).map {
                Track(path: path, record: $0)
            }
        } catch {
            switch error.code {
            case .notRecognised where isWithoutTags(name): return [untagged(path, name)]
            case .notFound: throw ContentError(.notFound, error.message)
            case .notRecognised, .noAudio, .notAFile, .empty: throw ContentError(.notPlayable, error.message)
            default: throw ContentError(.unreadable, error.message)
            }
        }
    }

    /// Containers that TagLib does not know, and that GStreamer plays.
    private static let untaggedSuffixes: Set<String> = ["webm", "mkv", "mka", "avi"]

    private static func isWithoutTags(_ name: [UInt8]) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
        return untaggedSuffixes.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    }

    /// Whether it can be played comes out when it is.
    private static func untagged(_ path: [UInt8], _ name: [UInt8]) -> Track {
        let title = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
        return Track(
            identifier: StableKey(hashing: path).identifier(.track), location: MediaLocation(filePath: path),
            title: String(decoding: title, as: UTF8.self))
    }

    /// A file that the library does not have.
    private init(path: [UInt8], record: TrackRecord) {
        let tags = record.tags
        let loudness = tags.loudness
        let gain = ReplayGain(
            trackGain: loudness.trackGain, trackPeak: loudness.trackPeak, albumGain: loudness.albumGain,
            albumPeak: loudness.albumPeak)
        let mark: [UInt8] = record.part.map { [0] + Array(String($0.number).utf8) } ?? []
        self.init(
            identifier: StableKey(hashing: path + mark).identifier(.track), location: MediaLocation(filePath: path),
            title: record.title, artists: record.artists.map(\.title), albumArtists: record.albumArtists.map(\.title),
            album: record.album?.title, composers: record.composers.map(\.title), genres: record.genres.map(\.title),
            trackNumber: tags.trackNumber, trackTotal: tags.trackTotal, discNumber: tags.discNumber,
            discTotal: tags.discTotal, date: tags.date, duration: tags.duration,
            musicBrainzRecording: tags.musicBrainz.recording,
            replayGain: gain.trackGain == nil && gain.albumGain == nil ? nil : gain, segment: record.part?.segment,
            isExplicit: tags.isExplicit)
    }
}
