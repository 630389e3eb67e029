// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TagReading

/// A name in its forms for display, comparison and sorting.
struct FoldedName: Hashable, Sendable {
    var title: String
    var folded: String
    /// The key of the sort name in a file; `nil` if the name itself determines the order.
    var sort: String?

    init(_ title: String, sortName: String? = nil) {
        self.title = title
        folded = TextFolding.fold(title)
        sort = sortName.map { SortKey.make($0) }
    }
}

/// The data that the catalog stores about one file, prepared before it is passed to the writer.
struct TrackRecord: Sendable {
    /// The length in bytes above which texts are cut; they are mistakes, and would make every index entry large.
    static let textLimit = 1000
    /// The maximum number of names in one list; more are mistakes, too.
    static let listLimit = 64
    /// The position of files without a track number: after all others.
    static let lastPosition = 0xFFFF

    var title: String
    var folded: String
    var sort: String
    /// The folded title, if another name determines the order; it is used to find titles then.
    var alias: String?
    var artists: [FoldedName]
    var albumArtists: [FoldedName]
    var genres: [FoldedName]
    var composers: [FoldedName]
    var album: AlbumRecord?
    var searchText: SearchText
    var tags: FileTags
    /// The part of the file; `nil` for the whole file.
    var part: MediumPart?
    /// The hash of the CUE sheets in the folder of the file; see ``FolderSheets``.
    var sheets: Int64 = 0

    /// - Parameters:
    ///   - folder: The folder of the file, which distinguishes albums without an album artist.
    ///   - name: The file name, which supplies a title if the tags have none.
    init(_ tags: FileTags, folder: [UInt8], name: [UInt8]) {
        var tags = tags
        if tags.title == nil {
            let guess = FileNameTitle(name)
            tags.title = guess.title
            tags.trackNumber = tags.trackNumber ?? guess.trackNumber
        }
        title = Self.cut(tags.title ?? "")
        folded = TextFolding.fold(title)
        (sort, alias) = SortKey.pair(folded: folded, sortName: tags.titleSort.map(Self.cut))
        artists = Self.names(tags.artists, tags.artistSorts)
        genres = Self.names(tags.genres)
        composers = Self.names(tags.composers, tags.composerSorts)
        albumArtists = Self.names(tags.albumArtists, tags.albumArtistSorts)
        album =
            if let title = tags.album {
                AlbumRecord(
                    title: Self.cut(title), sortName: tags.albumSort.map(Self.cut),
                    albumArtists: albumArtists.map(\.title), tags: tags, folder: folder)
            } else {
                nil
            }
        searchText = SearchText(
            title: folded, artists: artists + albumArtists, album: album?.folded, genres: genres, composers: composers)
        self.tags = tags
    }

    /// The disc and the number combined, so that one column orders an album; an unknown disc counts as the first.
    var position: Int {
        let disc = min(max(tags.discNumber ?? 1, 0), 0xFFFF)
        return disc << 16 | min(max(tags.trackNumber ?? Self.lastPosition, 0), Self.lastPosition)
    }

    /// Returns each name once; sort names are used only if every name has one.
    private static func names(_ texts: [String], _ sortNames: [String] = []) -> [FoldedName] {
        let (texts, sortNames) = (parts(texts), parts(sortNames))
        var names: [FoldedName] = []
        for (number, text) in texts.prefix(listLimit).enumerated() {
            let name = FoldedName(
                cut(text), sortName: texts.count == sortNames.count ? cut(sortNames[number]) : nil)
            if !name.folded.isEmpty, !names.contains(where: { $0.folded == name.folded }) { names.append(name) }
        }
        return names
    }

    /// Divides texts: formats without lists have several names in one text, separated by semicolons.
    private static func parts(_ texts: [String]) -> [String] {
        guard texts.contains(where: { $0.utf8.contains(UInt8(ascii: ";")) }) else { return texts }
        return texts.flatMap { $0.split(separator: ";") }.map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= textLimit ? text : String(text.prefix(textLimit / 4))
    }
}

/// The details in the name of a file without a title: `07 - So What.flac` is number 7, "So What".
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

    /// Returns the text after ` - `, `. ` or similar, or `nil` if the digits belong to the title.
    private static func afterSeparator(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let rest = bytes.drop { $0 == 0x20 }
        guard let mark = rest.first, mark == UInt8(ascii: "-") || mark == UInt8(ascii: ".") else { return nil }
        let title = rest.dropFirst().drop { $0 == 0x20 }
        // `10-4` and `1.5` are titles; a separator has a space after it.
        return title.isEmpty || title.startIndex == rest.startIndex + 1 ? nil : title
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let clean = text.unicodeScalars.map { $0.value < 0x20 || $0 == "_" ? " " : Character($0) }
        return String(clean).split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}
