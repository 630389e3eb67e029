// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// All songs of the library in their folders, in the order in which they are told.
///
/// The songs of a folder, and of all folders in it, are next to each other, so whatever lists them reads one range.
package struct SongTree: Sendable {
    package struct Folder: Sendable, Equatable {
        /// Its own songs.
        package fileprivate(set) var songs: Range<Int>
        /// Its songs, and those of the folders in it.
        package fileprivate(set) var allSongs: Range<Int>
        /// The paths of the folders in it.
        package fileprivate(set) var folders: [String]
        /// When something in it was changed last, in seconds since 1970.
        package fileprivate(set) var modified: Int64
    }

    package private(set) var songs: [Song] = []
    private var folders: [String: Folder] = ["": Folder(songs: 0..<0, allSongs: 0..<0, folders: [], modified: 0)]
    private var byURI: [String: Int] = [:]
    private var byIdentifier: [String: Int] = [:]

    package init() {}

    /// - Complexity: O(*n* log *n*).
    package init(_ songs: [Song]) {
        var contents: [String: [Song]] = ["": []]
        var children: [String: Set<String>] = [:]
        for song in songs where ReplyText.fits("file", song.uri) {
            var folder = String(song.folder)
            contents[folder, default: []].append(song)
            while !folder.isEmpty {
                let parent = folder.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(folder[..<$0]) } ?? ""
                guard children[parent, default: []].insert(folder).inserted else { break }
                folder = parent
            }
        }
        self.songs.reserveCapacity(songs.count)
        add("", contents, children)
        byURI.reserveCapacity(self.songs.count)
        byIdentifier.reserveCapacity(self.songs.count)
        for (index, song) in self.songs.enumerated() {
            byURI[song.uri] = index
            byIdentifier[song.identifier] = index
        }
    }

    /// - Returns: When something in the folder was changed last.
    @discardableResult
    private mutating func add(_ path: String, _ contents: [String: [Song]], _ children: [String: Set<String>]) -> Int64
    {
        let start = songs.count
        songs += (contents[path] ?? []).map { (Order($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        let own = start..<songs.count
        var modified = songs[own].reduce(0) { max($0, $1.modified) }
        let names = (children[path] ?? []).map { (TextFolding.fold($0), $0) }.sorted { $0 < $1 }.map(\.1)
        for child in names { modified = max(modified, add(child, contents, children)) }
        folders[path] = Folder(songs: own, allSongs: start..<songs.count, folders: names, modified: modified)
        return modified
    }

    /// The order of the songs of a folder: by album, disc, track and name.
    private struct Order: Comparable {
        let (album, disc, track, name): (String, Int, Int, String)

        init(_ song: Song) {
            album = TextFolding.fold(song.first(.album) ?? "")
            disc = Self.number(song.first(.disc))
            track = Self.number(song.first(.track))
            name = song.uri
        }

        static func number(_ text: String?) -> Int { text.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0 }

        static func < (left: Order, right: Order) -> Bool {
            (left.album, left.disc, left.track, left.name) < (right.album, right.disc, right.track, right.name)
        }
    }

    // MARK: Looking up

    package func song(at uri: String) -> Song? { byURI[uri].map { songs[$0] } }

    package func song(identifier: String) -> Song? { byIdentifier[identifier].map { songs[$0] } }

    package func folder(at path: String) -> Folder? { folders[path] }

    /// The songs at or below a path; `nil` if there is no such path.
    package func range(at path: String) -> Range<Int>? {
        folders[path]?.allSongs ?? byURI[path].map { $0..<($0 + 1) }
    }
}

/// Values of a tag, with those of the next tag below each.
package struct ValueTree: Sendable, Equatable {
    package struct Line: Sendable, Equatable {
        package var kind: TagKind
        package var value: String
    }

    private var children: [String: ValueTree] = [:]

    package init() {}

    /// Adds the values of a song.
    ///
    /// - Parameter kinds: The groups from the outermost on, and at last the tag that is listed.
    package mutating func add(_ kinds: ArraySlice<TagKind>, of song: Song) {
        guard let kind = kinds.first else { return }
        let rest = kinds.dropFirst()
        song.forEachValueOrFallback(kind) { value in
            children[value, default: ValueTree()].add(rest, of: song)
        }
    }

    /// A line for each value, in the order of their bytes.
    ///
    /// - Complexity: O(*n* log *n*).
    package func lines(_ kinds: [TagKind]) -> [Line] {
        var lines: [Line] = []
        write(kinds[...], to: &lines)
        return lines
    }

    private func write(_ kinds: ArraySlice<TagKind>, to lines: inout [Line]) {
        guard let kind = kinds.first else { return }
        for (value, rest) in children.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            lines.append(Line(kind: kind, value: value))
            rest.write(kinds.dropFirst(), to: &lines)
        }
    }
}

/// The number and the playing time of songs for each value of a tag.
package struct ValueCounts: Sendable {
    package struct Row: Sendable {
        package var value: String
        package var count: Int
        package var time: Duration
    }

    private let kind: TagKind
    private var counts: [String: (count: Int, time: Duration)] = [:]

    package init(_ kind: TagKind) { self.kind = kind }

    package mutating func add(_ song: Song) {
        for value in Set(song.valuesOrFallback(kind)) {
            counts[value, default: (0, .zero)].count += 1
            counts[value, default: (0, .zero)].time += song.duration ?? .zero
        }
    }

    /// In the order of their bytes.
    ///
    /// - Complexity: O(*n* log *n*).
    package var rows: [Row] {
        counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { Row(value: $0.key, count: $0.value.count, time: $0.value.time) }
    }
}

/// The order in which found songs are told.
package struct SongOrder: Sendable, Equatable {
    private enum Key: Equatable {
        case tag(TagKind)
        case modified
    }

    private let key: Key
    private let isDescending: Bool

    /// Parses a tag, behind a minus sign for the other direction.
    package init(_ text: String) throws(CommandRefusal) {
        isDescending = text.hasPrefix("-")
        let name = isDescending ? String(text.dropFirst()) : text
        if name.lowercased() == "last-modified" {
            key = .modified
        } else if let kind = TagKind(named: name) {
            key = .tag(kind)
        } else {
            throw CommandRefusal(.argument, "Unknown sort tag")
        }
    }

    /// - Complexity: O(*n* log *n*).
    package func sorted(_ songs: [Song]) -> [Song] {
        switch key {
        case .modified: return sorted(songs) { $0.modified }
        case .tag(let kind) where kind == .track || kind == .disc || kind == .movementNumber:
            return sorted(songs) { song in Int(song.valuesOrFallback(kind)[0].prefix { $0.isNumber }) ?? 0 }
        case .tag(let kind): return sorted(songs) { $0.valuesOrFallback(kind)[0] }
        }
    }

    private func sorted<Value: Comparable>(_ songs: [Song], _ value: (Song) -> Value) -> [Song] {
        let rows = songs.enumerated().map { (value: value($0.element), index: $0.offset) }
        return rows.sorted { left, right in
            if left.value == right.value { return left.index < right.index }
            return isDescending ? left.value > right.value : left.value < right.value
        }.map { songs[$0.index] }
    }
}
