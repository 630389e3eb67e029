// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// All songs of the library in their folders, in the order in which they are listed.
///
/// The songs of a folder and of all folders in it are next to each other, so that a listing reads a single range.
package struct SongTree: Sendable {
    package struct Folder: Sendable, Equatable {
        /// The songs directly in it.
        package fileprivate(set) var songs: Range<Int>
        /// The songs in it, including those of its folders.
        package fileprivate(set) var allSongs: Range<Int>
        /// The paths of the folders directly in it.
        package fileprivate(set) var folders: [String]
        /// The time of the last change in it, in seconds since 1970.
        package fileprivate(set) var modified: Int64

        init(songs: Range<Int>, allSongs: Range<Int>, folders: [String], modified: Int64) {
            (self.songs, self.allSongs, self.folders, self.modified) = (songs, allSongs, folders, modified)
        }
    }

    private(set) var store = SongStore()
    private(set) var folders: [String: Folder] = ["": Folder(songs: 0..<0, allSongs: 0..<0, folders: [], modified: 0)]
    private(set) var byURI: RowIndex
    private(set) var byIdentifier: RowIndex

    package var songs: SongList { SongList(store: store) }

    package init() { self.init(SongStoreMaker()) }

    /// Creates the tree from the songs in an archive.
    init(_ store: SongStore, in folders: [String: Folder], byURI: RowIndex, byIdentifier: RowIndex) {
        (self.store, self.folders, self.byURI, self.byIdentifier) = (store, folders, byURI, byIdentifier)
    }

    package init(_ songs: [Song]) {
        var maker = SongStoreMaker()
        for song in songs { maker.add(song) }
        self.init(maker)
    }

    /// - Complexity: O(*n* log *n*).
    package init(_ maker: consuming SongStoreMaker) {
        let found = maker.store()
        var contents: [String: [Int]] = ["": []]
        var children: [String: Set<String>] = [:]
        for row in found.rows.indices {
            var folder = Self.parent(of: found.text(found.uri(row)))
            contents[folder, default: []].append(row)
            while !folder.isEmpty {
                let parent = Self.parent(of: folder)
                guard children[parent, default: []].insert(folder).inserted else { break }
                folder = parent
            }
        }
        var places = Places(contents: contents, children: children)
        places.add("", found)
        store = found.inOrder(places.order)
        folders = places.folders
        byURI = RowIndex(store, store.uri)
        byIdentifier = RowIndex(store, store.identifier)
    }

    private static func parent(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }

    /// Assigns each song its place.
    private struct Places {
        /// The songs in each folder.
        let contents: [String: [Int]]
        let children: [String: Set<String>]
        private(set) var order: [Int] = []
        private(set) var folders: [String: Folder] = [:]

        init(contents: [String: [Int]], children: [String: Set<String>]) {
            (self.contents, self.children) = (contents, children)
        }

        /// - Returns: The time of the last change in the folder.
        @discardableResult
        mutating func add(_ path: String, _ store: SongStore) -> Int64 {
            let start = order.count
            let rows = contents[path] ?? []
            order += rows.map { (Order($0, store), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
            let own = start..<order.count
            var modified = rows.reduce(0) { max($0, store.rows[$1].modified) }
            let names = (children[path] ?? []).map { (TextFolding.fold($0), $0) }.sorted { $0 < $1 }.map(\.1)
            for child in names { modified = max(modified, add(child, store)) }
            folders[path] = Folder(songs: own, allSongs: start..<order.count, folders: names, modified: modified)
            return modified
        }
    }

    /// The order of songs in a folder: by album, disc, track and name.
    private struct Order: Comparable {
        let (album, disc, track, name): (String, Int, Int, String)

        init(_ row: Int, _ store: SongStore) {
            let tags = store.tags(row)
            func first(_ kind: TagKind) -> String? { tags.first { $0.kind == kind }.map { store.text($0.value) } }
            album = TextFolding.fold(first(.album) ?? "")
            disc = Self.number(first(.disc))
            track = Self.number(first(.track))
            name = store.text(store.uri(row))
        }

        static func number(_ text: String?) -> Int { text.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0 }

        static func < (left: Order, right: Order) -> Bool {
            (left.album, left.disc, left.track, left.name) < (right.album, right.disc, right.track, right.name)
        }
    }

    /// Returns whether this is the same tree, from the same load.
    package func isSame(as other: SongTree) -> Bool { store === other.store }

    // MARK: Finding songs

    package func song(at uri: String) -> StoredSong? {
        byURI.row(Array(uri.utf8)[...], in: store, store.uri).map { songs[$0] }
    }

    package func song(identifier: String) -> StoredSong? {
        song(identifier: Array(identifier.utf8)[...])
    }

    /// Returns the song whose identifier consists of these bytes.
    package func song(identifier: ArraySlice<UInt8>) -> StoredSong? {
        byIdentifier.row(identifier, in: store, store.identifier).map { songs[$0] }
    }

    package func folder(at path: String) -> Folder? { folders[path] }

    /// Returns the songs at or below a path, or `nil` if there is no such path.
    package func range(at path: String) -> Range<Int>? {
        folders[path]?.allSongs ?? byURI.row(Array(path.utf8)[...], in: store, store.uri).map { $0..<($0 + 1) }
    }

    /// Returns the songs of a range that match a filter.
    package func songs(in range: Range<Int>, foundBy filter: SongFilter) -> [Int] {
        if let (kind, value) = filter.exactValue { return rows(in: range, with: kind, value) }
        return range.filter { filter.matches(songs[$0]) }
    }

    /// Returns the songs of a range that have a value of a tag.
    private func rows(in range: Range<Int>, with kind: TagKind, _ value: [UInt8]) -> [Int] {
        var found: [Int] = []
        store.bytes.withUnsafeBufferPointer { bytes in
            for row in range {
                var isFound = false
                store.forEachValueOrFallback(row, kind) { place in
                    if place.count == value.count, bytes[place].elementsEqual(value) { isFound = true }
                }
                if isFound { found.append(row) }
            }
        }
        return found
    }

    /// Returns the number of different values of a tag.
    package func valueCount(_ kind: TagKind) -> Int {
        // A value that several songs have is stored as one line.
        var lines: Set<UInt32> = []
        for tag in store.tags where tag.kind == kind { lines.insert(tag.line) }
        return lines.count
    }
}

/// The values of a tag, with those of the next tag below each.
package struct ValueTree: Sendable {
    package struct Line: Sendable, Equatable {
        package var kind: TagKind
        package var value: String
    }

    /// The maximum number of rows of one song: each value of a tag is combined with each of the others, so a file with
    /// a hundred artists, genres and composers would have a million.
    static let mostRows = 1_000

    private let kinds: [TagKind]
    /// The ranges of the values of each line, from the outermost group.
    private var rows: Set<[Range<Int>]> = []
    private var store: SongStore?
    private var last: Int?

    /// - Parameter kinds: The groups, from the outermost, followed by the tag that is listed.
    package init(_ kinds: [TagKind]) { self.kinds = kinds }

    /// Adds the values of a song; all songs must be from one tree. For a song with very many values, adds all that are
    /// listed, below the first groups only.
    ///
    /// - Returns: The number of rows of the song.
    @discardableResult
    package mutating func add(_ song: StoredSong) -> Int {
        store = song.store
        // The next song of an album usually has the same values.
        if let last, song.store.haveSame(kinds, song.row, last) { return 0 }
        last = song.row
        var rows: [[Range<Int>]] = [[]]
        for kind in kinds {
            var values: [Range<Int>] = []
            song.store.forEachValueOrFallback(song.row, kind) { value in
                if values.count < Self.mostRows { values.append(value) }
            }
            let room = max(1, Self.mostRows / max(1, values.count))
            rows = rows.prefix(room).flatMap { row in values.map { row + [$0] } }
        }
        self.rows.formUnion(rows)
        return rows.count
    }

    /// The lines for all values, in byte order.
    ///
    /// - Complexity: O(*n* log *n*).
    package var lines: [Line] {
        var lines: [Line] = []
        forEachLine { lines.append(Line(kind: $0, value: String(decoding: $1, as: UTF8.self))) }
        return lines
    }

    /// The lines in the form of a reply.
    ///
    /// - Complexity: O(*n* log *n*).
    package var answer: [UInt8] {
        var reply = Reply()
        forEachLine { reply.add($0.name, $1) }
        return reply.bytes
    }

    private func forEachLine(_ body: (TagKind, UnsafeBufferPointer<UInt8>) -> Void) {
        guard let store else { return }
        store.bytes.withUnsafeBufferPointer { bytes in
            let sorted = rows.sorted { left, right in
                for (one, other) in zip(left, right) where one != other {
                    let (one, other) = (bytes[one], bytes[other])
                    if one.lexicographicallyPrecedes(other) { return true }
                    if other.lexicographicallyPrecedes(one) { return false }
                }
                return false
            }
            var before: [Range<Int>] = []
            for row in sorted {
                // Equal texts of different tags are stored separately.
                let same = zip(row, before).prefix { $0 == $1 || bytes[$0].elementsEqual(bytes[$1]) }.count
                for (kind, value) in zip(kinds, row).dropFirst(same) {
                    body(kind, UnsafeBufferPointer(rebasing: bytes[value]))
                }
                before = row
            }
        }
    }
}

/// The number of songs and their total duration for each value of a tag.
package struct ValueCounts: Sendable {
    package struct Row: Sendable {
        package var value: String
        package var count: Int
        package var time: Duration
    }

    private let kind: TagKind
    private var counts: [String: (count: Int, time: Duration)] = [:]

    package init(_ kind: TagKind) { self.kind = kind }

    package mutating func add(_ song: some TaggedSong) {
        for value in Set(song.valuesOrFallback(kind)) {
            counts[value, default: (0, .zero)].count += 1
            counts[value, default: (0, .zero)].time += song.duration ?? .zero
        }
    }

    /// The rows, in the byte order of their values.
    ///
    /// - Complexity: O(*n* log *n*).
    package var rows: [Row] {
        counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { Row(value: $0.key, count: $0.value.count, time: $0.value.time) }
    }
}

/// The order of songs that were found.
package struct SongOrder: Sendable, Equatable {
    private enum Key: Equatable {
        case tag(TagKind)
        case modified
    }

    private let key: Key
    private let isDescending: Bool

    /// Parses the name of a tag; a minus sign before it reverses the order.
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
    package func sorted<Found: TaggedSong>(_ songs: some Collection<Found>) -> [Found] {
        let songs = Array(songs)
        switch key {
        case .modified: return sorted(songs) { $0.modified }
        case .tag(let kind) where kind == .track || kind == .disc || kind == .movementNumber:
            return sorted(songs) { song in Int(song.valuesOrFallback(kind)[0].prefix { $0.isNumber }) ?? 0 }
        case .tag(let kind): return sorted(songs) { $0.valuesOrFallback(kind)[0] }
        }
    }

    private func sorted<Found: TaggedSong, Value: Comparable>(
        _ songs: [Found], _ value: (Found) -> Value
    ) -> [Found] {
        let rows = songs.enumerated().map { (value: value($0.element), index: $0.offset) }
        return rows.sorted { left, right in
            if left.value == right.value { return left.index < right.index }
            return isDescending ? left.value > right.value : left.value < right.value
        }.map { songs[$0.index] }
    }
}
