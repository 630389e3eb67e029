// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TagReading

/// The album of a file according to its tags.
struct AlbumRecord: Sendable {
    var title: String
    var folded: String
    var sort: String
    /// The folded title, if another name determines the order.
    var alias: String?
    /// The identity of the album; files with the same identity are one album.
    var identity: String

    init(title: String, sortName: String?, albumArtists: [String], tags: FileTags, folder: [UInt8]) {
        self.title = title
        folded = TextFolding.fold(title)
        (sort, alias) = SortKey.pair(folded: folded, sortName: sortName)
        if let release = tags.musicBrainz.release {
            identity = "release\u{1F}" + release
        } else if albumArtists.isEmpty {
            let folder = tags.discNumber == nil ? folder : Self.folderOfAllDiscs(folder)
            // Bytes that are not UTF-8 must stay distinct, so the path is percent-encoded.
            identity = "folder\u{1F}" + PercentEncoding.encode(folder) + "\u{1F}" + folded
        } else {
            identity = "artist\u{1F}" + TextFolding.fold(albumArtists.joined(separator: ", ")) + "\u{1F}" + folded
        }
    }

    /// Returns the parent of a folder such as `CD 2` or `disc-1`; any other folder unchanged.
    private static func folderOfAllDiscs(_ folder: [UInt8]) -> [UInt8] {
        guard let (above, name) = PathBytes.divided(folder) else { return folder }
        let words = TextFolding.fold(String(decoding: name, as: UTF8.self))
        for prefix in ["disc", "disk", "cd"] where words.hasPrefix(prefix) {
            let rest = words.utf8.dropFirst(prefix.utf8.count).drop { " -_.".utf8.contains($0) }
            let isNumber = !rest.isEmpty && rest.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if isNumber { return above }
        }
        return folder
    }
}
