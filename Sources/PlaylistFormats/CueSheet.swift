// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The contents of a CUE sheet: an album in one file or several.
package struct CueSheet: Sendable, Equatable {
    /// A name in a `FILE` line.
    package struct File: Sendable, Equatable {
        /// The raw bytes of the name in the sheet, because its encoding may be a guess.
        package var bytes: [UInt8]
        package var name: String
    }

    /// A position: one of the files, and the number of frames (75 a second) from its beginning.
    package struct Position: Sendable, Equatable {
        package var file: Int
        package var frames: Int64
    }

    /// One `TRACK`.
    package struct Track: Sendable, Equatable {
        package var number: Int
        /// Whether the track is audio; data tracks are never played.
        package var isAudio: Bool
        package var title: String?
        package var performer: String?
        package var songwriter: String?
        /// International Standard Recording Code.
        package var isrc: String?
        /// Silence in front of the track that is in no file.
        package var pregap: Int64?
        /// The beginning of the gap in front of the track.
        package var gap: Position?
        /// The beginning of the track itself.
        package var start: Position?
        package var gain: Double?
        package var peak: Double?
    }

    package var title: String?
    package var performer: String?
    package var songwriter: String?
    package var date: String?
    package var genre: String?
    package var discID: String?
    package var discNumber: Int?
    /// Loudness of the album and, in its tracks, theirs: in dB, and as a fraction of full scale.
    package var gain: Double?
    package var peak: Double?
    package var files: [File] = []
    package var tracks: [Track] = []
}

extension CueSheet {
    /// Other endings to try if the file named in the sheet does not exist, since audio is often converted without
    /// updating its sheet.
    private static let otherSuffixes: [[UInt8]] = {
        let names = ["flac", "ape", "wv", "m4a", "mp3", "ogg", "opus", "tta", "wav", "aiff"]
        return (names + names.map { $0.uppercased() }).map { Array($0.utf8) }
    }()

    /// The sheet as a playlist: each track is the part of its file up to where the next begins, so that nothing of the
    /// file is lost between two.
    ///
    /// - Parameter list: The location of the sheet, to which names in it are relative.
    package func document(list: MediaLocation) -> PlaylistDocument {
        let base = PlaylistBase(list: list)
        let candidates = files.map { Self.candidates($0, base) }
        let audio = tracks.filter { $0.isAudio }
        var document = PlaylistDocument(title: title)
        for (index, track) in audio.enumerated() {
            guard let start = track.start, candidates.indices.contains(start.file), !candidates[start.file].isEmpty
            else { continue }
            let follower = audio[(index + 1)...].first { $0.start != nil }?.start
            let end = follower.flatMap { $0.file == start.file ? $0.frames : nil }
            // If two tracks begin together, the first has no sound.
            if let end, end == start.frames { continue }
            document.entries.append(
                entry(track, candidates[start.file], from: start.frames, to: end, total: audio.count))
        }
        return document
    }

    private func entry(
        _ track: Track, _ candidates: [MediaLocation], from start: Int64, to end: Int64?, total: Int
    ) -> PlaylistEntry {
        // An end before its start is meaningless.
        let end = end.flatMap { $0 > start ? $0 : nil }
        var entry = PlaylistEntry(
            candidates: candidates, title: track.title ?? "Track \(track.number)",
            artist: track.performer ?? performer, album: title)
        entry.albumArtist = performer
        entry.composer = track.songwriter ?? songwriter
        entry.genre = genre
        entry.date = date
        entry.trackNumber = track.number
        entry.trackTotal = total
        if track.gain ?? gain != nil {
            entry.replayGain = ReplayGain(
                trackGain: track.gain, trackPeak: track.peak, albumGain: gain, albumPeak: peak)
        }
        if start > 0 || end != nil {
            entry.segment = MediaSegment(
                start: PlaylistTime.duration(frames: start), end: end.map { PlaylistTime.duration(frames: $0) })
            entry.duration = entry.segment?.duration(of: nil)
        }
        return entry
    }

    private static func candidates(_ file: File, _ base: PlaylistBase) -> [MediaLocation] {
        let named = base.candidates(bytes: file.bytes[...], text: file.name)
        var others: [MediaLocation] = []
        for location in named.prefix(4) {
            guard let path = location.filePath, let dot = path.lastIndex(of: UInt8(ascii: ".")) else { continue }
            guard !path[dot...].contains(PathBytes.slash) else { continue }
            others += otherSuffixes.map { MediaLocation(filePath: path[...dot] + $0) }
        }
        return named + others.filter { !named.contains($0) }
    }
}
