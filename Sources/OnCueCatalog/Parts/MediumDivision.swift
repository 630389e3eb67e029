// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import PlaylistFormats
internal import TagReading

/// The division of one medium into tracks by a CUE sheet.
struct MediumDivision {
    private let sheet: CueSheet
    private let entries: [PlaylistEntry]

    /// Parses the sheet embedded in a medium; the result is `nil` if it does not divide the medium.
    init?(inside text: String) {
        var sheet = CueSheetReader.read(Array(text.utf8))
        // The name of the medium has no meaning here, and some writers leave it out.
        if sheet.files.isEmpty { sheet = CueSheetReader.read(Array(("FILE \"medium\" WAVE\n" + text).utf8)) }
        let entries = sheet.document(list: MediaLocation(filePath: Array("/sheet.cue".utf8))).entries
        self.init(sheet, entries)
    }

    /// Uses a sheet in the folder of a medium; the result is `nil` if it describes another medium, or does not divide
    /// it.
    ///
    /// - Parameters:
    ///   - path: The path of the sheet.
    ///   - medium: The path of the medium.
    ///   - media: The names of all media in the folder.
    init?(_ sheet: CueSheet, at path: [UInt8], of medium: [UInt8], media: Set<[UInt8]>) {
        let (folder, name) = PathBytes.divided(medium) ?? ([], medium)
        let entries = sheet.document(list: MediaLocation(filePath: path)).entries.filter { entry in
            let names = entry.candidates.compactMap { candidate -> [UInt8]? in
                guard let parts = candidate.filePath.flatMap(PathBytes.divided), parts.folder == folder else {
                    return nil
                }
                return parts.name
            }
            if let named = names.first(where: media.contains) { return named == name }
            // The medium has been renamed since then; its sheet is the one that is named after it.
            return sheet.files.count == 1 && Self.isNamed(path, after: name)
        }
        self.init(sheet, entries)
    }

    private init?(_ sheet: CueSheet, _ entries: [PlaylistEntry]) {
        let parts = entries.filter { $0.segment != nil }
        guard parts.count > 1 || parts.first.map({ $0.segment?.start != .zero }) ?? false else { return nil }
        (self.sheet, self.entries) = (sheet, parts)
    }

    /// Returns whether a sheet is named after a medium, as `Album.cue` and `Album.flac.cue` are after `Album.flac`.
    private static func isNamed(_ sheet: [UInt8], after medium: [UInt8]) -> Bool {
        let stem = (PathBytes.divided(sheet)?.name ?? sheet).dropLast(4)
        let dot = medium.lastIndex(of: UInt8(ascii: ".")) ?? medium.endIndex
        return stem.elementsEqual(medium) || stem.elementsEqual(medium[..<dot])
    }

    /// Returns the tracks, each with the details from the sheet, otherwise from the medium; empty if the medium is so
    /// much shorter than the sheet states that a second track has no sound.
    func records(_ tags: FileTags, folder: [UInt8], name: [UInt8]) -> [TrackRecord] {
        var records: [TrackRecord] = []
        for entry in entries {
            guard let segment = entry.segment, tags.duration.map({ segment.start < $0 }) ?? true else { continue }
            var record = TrackRecord(self.tags(of: entry, segment, tags), folder: folder, name: name)
            record.part = MediumPart(number: records.count + 1, segment: segment)
            records.append(record)
        }
        return records.count > 1 || entries.count == 1 ? records : []
    }

    private func tags(of entry: PlaylistEntry, _ segment: MediaSegment, _ medium: FileTags) -> FileTags {
        var tags = medium
        tags.title = entry.title
        tags.titleSort = nil
        tags.trackNumber = entry.trackNumber
        tags.trackTotal = entry.trackTotal
        tags.discNumber = sheet.discNumber ?? medium.discNumber
        tags.album = entry.album ?? medium.album ?? medium.title
        tags.date = entry.date ?? medium.date
        tags.genres = entry.genre.map { [$0] } ?? medium.genres
        tags.composers = entry.composer.map { [$0] } ?? medium.composers
        if let artist = entry.artist, medium.artists != [artist] {
            (tags.artists, tags.artistSorts, tags.musicBrainz.artists) = ([artist], [], [])
        }
        if let artist = entry.albumArtist, medium.albumArtists != [artist] {
            (tags.albumArtists, tags.albumArtistSorts, tags.musicBrainz.albumArtists) = ([artist], [], [])
        }
        if let gain = entry.replayGain {
            tags.loudness.trackGain = gain.trackGain
            tags.loudness.trackPeak = gain.trackPeak
            tags.loudness.albumGain = gain.albumGain ?? medium.loudness.albumGain
            tags.loudness.albumPeak = gain.albumPeak ?? medium.loudness.albumPeak
        }
        (tags.musicBrainz.recording, tags.musicBrainz.track) = (nil, nil)
        tags.duration = segment.duration(of: medium.duration)
        return tags
    }
}
