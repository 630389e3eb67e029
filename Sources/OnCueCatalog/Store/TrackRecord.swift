// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TagReading

/// A name as it is shown and as it is compared.
struct FoldedName: Hashable, Sendable {
    var title: String
    var folded: String

    init(_ title: String) {
        self.title = title
        folded = TextFolding.fold(title)
    }
}

/// Everything that the catalog stores about one file, worked out before the writer gets it.
struct TrackRecord: Sendable {
    /// Longer texts are cut; they are mistakes, and would make every index entry large.
    static let textLimit = 1000
    /// More names than this in one list are mistakes, too.
    static let listLimit = 64
    /// Stands for files without a track number: behind all others.
    static let lastPosition = 0xFFFF

    var title: String
    var folded: String
    var sort: String
    var artists: [FoldedName]
    var albumArtists: [String]
    var genres: [FoldedName]
    var album: AlbumRecord?
    var searchDetail: String
    var tags: FileTags

    /// - Parameters:
    ///   - folder: The folder of the file, which tells albums without an album artist apart.
    ///   - name: The file name, which gives a title where the tags have none.
    init(_ tags: FileTags, folder: [UInt8], name: [UInt8]) {
        var tags = tags
        if tags.title == nil {
            let guess = FileNameTitle(name)
            tags.title = guess.title
            tags.trackNumber = tags.trackNumber ?? guess.trackNumber
        }
        title = Self.cut(tags.title ?? "")
        folded = TextFolding.fold(title)
        sort = SortKey.make(folded: folded)
        artists = Self.names(tags.artists)
        genres = Self.names(tags.genres)
        albumArtists = tags.albumArtists.prefix(Self.listLimit).map(Self.cut)
        album =
            if let title = tags.album {
                AlbumRecord(title: Self.cut(title), albumArtists: albumArtists, tags: tags, folder: folder)
            } else {
                nil
            }
        var detail = artists.map(\.folded)
        if let album { detail.append(album.folded) }
        for text in albumArtists + tags.composers.prefix(Self.listLimit).map(Self.cut) {
            let folded = TextFolding.fold(text)
            if !detail.contains(folded) { detail.append(folded) }
        }
        searchDetail = detail.joined(separator: " ")
        self.tags = tags
    }

    /// Disc and number in one, so that one column puts an album in order; an unknown disc counts as the first.
    var position: Int {
        let disc = min(max(tags.discNumber ?? 1, 0), 0xFFFF)
        return disc << 16 | min(max(tags.trackNumber ?? Self.lastPosition, 0), Self.lastPosition)
    }

    private static func names(_ texts: [String]) -> [FoldedName] {
        var names: [FoldedName] = []
        for text in texts.prefix(listLimit) {
            let name = FoldedName(cut(text))
            if !name.folded.isEmpty, !names.contains(where: { $0.folded == name.folded }) { names.append(name) }
        }
        return names
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= textLimit ? text : String(text.prefix(textLimit / 4))
    }
}

/// The album that a file says it belongs to.
struct AlbumRecord: Sendable {
    var title: String
    var folded: String
    /// What makes the album itself; files with the same identity are one album.
    var identity: String

    init(title: String, albumArtists: [String], tags: FileTags, folder: [UInt8]) {
        self.title = title
        folded = TextFolding.fold(title)
        if let release = tags.musicBrainz.release {
            identity = "release\u{1F}" + release
        } else if albumArtists.isEmpty {
            // Bytes that are not UTF-8 must not fall together, so the path is percent-encoded.
            identity = "folder\u{1F}" + PercentEncoding.encode(folder) + "\u{1F}" + folded
        } else {
            identity = "artist\u{1F}" + TextFolding.fold(albumArtists.joined(separator: ", ")) + "\u{1F}" + folded
        }
    }
}

/// What a file name says about a file without a title: `07 - So What.flac` is number 7, "So What".
struct FileNameTitle {
    var title: String
    var trackNumber: Int?

    init(_ name: [UInt8]) {
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        let stem = dot.map { $0 > 0 ? name[..<$0] : name[...] } ?? name[...]
        let digits = stem.prefix { (0x30...0x39).contains($0) }
        let rest = Self.afterSeparator(stem[digits.endIndex...])
        if (1...3).contains(digits.count), let rest {
            trackNumber = Int(String(decoding: digits, as: UTF8.self))
            title = Self.text(rest)
        } else {
            title = Self.text(stem)
        }
        if title.isEmpty { title = Self.text(name[...]) }
        if title.isEmpty { title = "?" }
    }

    /// What follows ` - `, `. ` or similar; `nil` when the digits belong to the title.
    private static func afterSeparator(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let rest = bytes.drop { $0 == 0x20 }
        guard let mark = rest.first, mark == UInt8(ascii: "-") || mark == UInt8(ascii: ".") else { return nil }
        let title = rest.dropFirst().drop { $0 == 0x20 }
        // `10-4` and `1.5` are titles; a separator has a space behind it.
        return title.isEmpty || title.startIndex == rest.startIndex + 1 ? nil : title
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let clean = text.unicodeScalars.map { $0.value < 0x20 || $0 == "_" ? " " : Character($0) }
        return String(clean).split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}
