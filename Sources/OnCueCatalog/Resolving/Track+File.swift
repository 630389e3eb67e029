// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueMedia
internal import TagReading

extension Track {
    /// Returns the tracks of a file, from its tags, or from its parts if a sheet in it or in its folder divides it.
    /// Blocks.
    ///
    /// - Parameter isNamed: Whether this very file was requested, so that the player decides whether it can be played,
    ///   even if its tags cannot be read.
    static func reading(
        _ path: [UInt8], _ source: TagSource, isNamed: Bool = true
    ) throws(ContentError) -> [Track] {
        let (folder, name) = PathBytes.divided(path) ?? ([], path)
        do throws(TagReadError) {
            let tags = try source.read(path)
            var reader = PartReader()
            // Most files are too short for an album, and need no search for a sheet.
            let isLong = tags.duration.map { $0 > .seconds(300) } ?? true
            let content = isLong ? try? FolderReader.system.read(folder).get() : nil
            let sheets = content.flatMap { $0.sheets.isEmpty ? nil : FolderSheets($0.sheets, media: $0.files) }
            return reader.records(of: tags, folder: folder, name: name, sheets: sheets).map {
                Track(path: path, record: $0)
            }
        } catch {
            if isNamed, isWorthTrying(error.code, name) { return [untagged(path, name)] }
            throw refusal(error, path)
        }
    }

    /// Returns whether a file without readable tags may still be playable, which the player determines.
    ///
    /// A file that certainly has no sound is refused at once, so that it does not replace the current track.
    private static func isWorthTrying(_ code: TagReadError.Code, _ name: [UInt8]) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
        let suffix = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        return switch code {
        case .notRecognised: unreadSuffixes.contains(suffix)
        // MPEG sound without a recognisable header is identified by its name only.
        case .noAudio: !["mp1", "mp2", "mp3", "mpga"].contains(suffix)
        case .malformed, .failed, .crashed, .tookTooLong: true
        default: false
        }
    }

    /// The suffixes of formats with sound that are not recognised by their first bytes here.
    private static let unreadSuffixes: Set<String> = [
        "webm", "mkv", "mka", "avi", "mp4", "mov", "3gp", "ts", "m2ts", "mpg", "mpeg", "flv", "wmv", "asf", "nut", "rm",
        "ra", "amr", "awb", "voc", "dff", "mlp", "thd", "tak", "shn", "sbc", "gsm", "g722", "mid", "midi", "kar", "rmi",
        "mod", "s3m", "xm", "it", "stm", "mtm", "669", "med", "okt", "mptm", "nsf", "spc", "vgm", "gbs", "sid",
    ]

    private static func refusal(_ error: TagReadError, _ path: [UInt8]) -> ContentError {
        let (code, reason): (ContentError.Code, String) =
            switch error.code {
            case .notFound: (.notFound, "there is no such file")
            case .notAFile: (.notPlayable, "it is not a regular file")
            case .empty: (.notPlayable, "the file is empty; copy it again")
            case .notRecognised, .noAudio: (.notPlayable, "it is not audio, or it is damaged")
            case .permissionDenied: (.unreadable, "permission denied; check the rights of the file and its directories")
            // Its message describes the problem with the disk.
            default: (.unreadable, error.reason)
            }
        return ContentError(code, "cannot play \(MediaLocation(filePath: path)): \(reason)")
    }

    /// Returns a track without tags; whether it can be played turns out when it is.
    private static func untagged(_ path: [UInt8], _ name: [UInt8]) -> Track {
        let title = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
        return Track(
            identifier: StableKey(hashing: path).identifier(.track), location: MediaLocation(filePath: path),
            title: String(decoding: title, as: UTF8.self))
    }

    /// Creates the track of a file that is not in the library.
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
