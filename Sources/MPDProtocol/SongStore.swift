// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The songs of a library, stored compactly: texts are kept as the lines that clients receive, and a line that many
/// songs share is stored once.
final class SongStore: Sendable {
    struct Row: Sendable {
        /// The start of the line `file: …`, and the length of the path.
        var uri: UInt32
        var uriLength: UInt16
        var identifierLength: UInt16
        var identifier: UInt32
        /// The index of the first tag.
        var tags: UInt32
        var tagCount: UInt16
        var formatLength: UInt16
        /// The start of the line `Format: …`; meaningless if its length is 0.
        var format: UInt32
        /// The duration in microseconds; negative if unknown.
        var duration: Int64
        /// The time of the last change, in seconds since 1970; 0 if unknown.
        var modified: Int64
    }

    struct Tag: Sendable {
        /// The start of the line.
        var line: UInt32
        /// The length of the value.
        var length: UInt16
        var kind: TagKind

        /// The range of the value.
        var value: Range<Int> {
            let start = Int(line) + kind.nameLength + 2
            return start..<start + Int(length)
        }

        /// The range of the line, with its line break.
        var whole: Range<Int> { Int(line)..<value.upperBound + 1 }
    }

    static let uriKey = "file"
    static let formatKey = "Format"

    let bytes: [UInt8]
    let rows: [Row]
    let tags: [Tag]

    init(_ bytes: [UInt8] = [], _ rows: [Row] = [], _ tags: [Tag] = []) {
        (self.bytes, self.rows, self.tags) = (bytes, rows, tags)
    }

    /// Returns the same songs in another order.
    func inOrder(_ order: [Int]) -> SongStore { SongStore(bytes, order.map { rows[$0] }, tags) }

    // MARK: Parts of a song

    func uri(_ row: Int) -> Range<Int> {
        let start = Int(rows[row].uri) + Self.uriKey.utf8.count + 2
        return start..<start + Int(rows[row].uriLength)
    }

    func identifier(_ row: Int) -> Range<Int> {
        Int(rows[row].identifier)..<Int(rows[row].identifier) + Int(rows[row].identifierLength)
    }

    func format(_ row: Int) -> Range<Int>? {
        guard rows[row].formatLength > 0 else { return nil }
        let start = Int(rows[row].format) + Self.formatKey.utf8.count + 2
        return start..<start + Int(rows[row].formatLength)
    }

    func tags(_ row: Int) -> ArraySlice<Tag> {
        let start = Int(rows[row].tags)
        return tags[start..<start + Int(rows[row].tagCount)]
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Calls `body` with the range of each value of a tag, or of the tag that replaces it; with an empty range if there
    /// are none.
    func forEachValueOrFallback(_ row: Int, _ kind: TagKind, _ body: (Range<Int>) -> Void) {
        let tags = tags(row)
        var next: TagKind? = kind
        while let kind = next {
            var isThere = false
            for tag in tags where tag.kind == kind {
                body(tag.value)
                isThere = true
            }
            if isThere { return }
            next = kind.fallback
        }
        body(0..<0)
    }

    /// Returns whether two songs share the lines of some tags, or of the tags that replace them.
    func haveSame(_ kinds: [TagKind], _ row: Int, _ other: Int) -> Bool {
        kinds.allSatisfy { kind in
            var next: TagKind? = kind
            while let kind = next {
                let (own, others) = (tags(row), tags(other))
                var (index, place) = (own.startIndex, others.startIndex)
                var isThere = false
                while true {
                    while index < own.endIndex, own[index].kind != kind { index += 1 }
                    while place < others.endIndex, others[place].kind != kind { place += 1 }
                    guard index < own.endIndex, place < others.endIndex else { break }
                    guard own[index].line == others[place].line else { return false }
                    (index, place, isThere) = (index + 1, place + 1, true)
                }
                guard index == own.endIndex, place == others.endIndex else { return false }
                if isThere { return true }
                next = kind.fallback
            }
            return true
        }
    }
}

/// Builds a store, song by song.
package struct SongStoreMaker {
    private var bytes: [UInt8] = []
    private var rows: [SongStore.Row] = []
    private var tags: [SongStore.Tag] = []
    private var known: [Line: UInt32] = [:]

    private struct Line: Hashable {
        var key: String
        var value: String
    }

    /// The size above which no song is added. Positions have 32 bits; the lines of the last song fit above this size.
    private static let largest = Int(UInt32.max) - (64 << 20)
    private static let mostTags = 10_000

    package init() {}

    /// The number of songs.
    package var count: Int { rows.count }

    /// Adds a song, unless its path does not fit into a line.
    package mutating func add(_ song: Song) {
        let identifier = song.identifier.utf8
        guard ReplyText.fits(SongStore.uriKey, song.uri), identifier.count <= Int(UInt16.max),
            bytes.count < Self.largest
        else { return }
        let firstTag = UInt32(tags.count)
        for tag in song.tags.prefix(Self.mostTags) {
            let (line, length) = add(tag.kind.name, tag.value, isShared: tag.kind.isShared)
            tags.append(SongStore.Tag(line: line, length: length, kind: tag.kind))
        }
        let format = song.format.map { add(SongStore.formatKey, $0, isShared: true) }
        let (uri, uriLength) = add(SongStore.uriKey, song.uri, isShared: false)
        let place = UInt32(bytes.count)
        bytes += identifier
        rows.append(
            SongStore.Row(
                uri: uri, uriLength: uriLength, identifierLength: UInt16(identifier.count), identifier: place,
                tags: firstTag, tagCount: UInt16(UInt32(tags.count) - firstTag), formatLength: format?.length ?? 0,
                format: format?.line ?? 0, duration: song.duration.map { Int64($0 / .microseconds(1)) } ?? -1,
                modified: song.modified))
    }

    /// - Returns: The start of the line, and the length of the value in it.
    private mutating func add(_ key: String, _ value: String, isShared: Bool) -> (line: UInt32, length: UInt16) {
        let text = ReplyText.value(value, room: ReplyText.longestLine - key.utf8.count - 3)
        let length = UInt16(text.utf8.count)
        if isShared, let line = known[Line(key: key, value: text)] { return (line, length) }
        let line = UInt32(bytes.count)
        bytes += key.utf8
        bytes += [0x3A, 0x20]
        bytes += text.utf8
        bytes.append(0x0A)
        if isShared { known[Line(key: key, value: text)] = line }
        return (line, length)
    }

    /// Returns the store, with no more memory than it needs.
    consuming func store() -> SongStore {
        known = [:]
        return SongStore(Array(bytes[...]), rows, Array(tags[...]))
    }
}

extension TagKind {
    /// Whether many songs usually have the same value.
    fileprivate var isShared: Bool { self != .title && self != .musicBrainzTrack }
}

/// An index of the rows of a store by one of their texts: a hash table that is at most half full.
struct RowIndex: Sendable {
    /// The number of a row plus one, or 0 for an empty slot.
    private(set) var slots: [UInt32]

    /// - Parameter slots: The slots of an index of this number of rows.
    /// - Returns: `nil` if they are not valid: every search must end at an empty slot.
    init?(slots: [UInt32], rowCount: Int) {
        let size = slots.count
        guard size >= 16, size & (size - 1) == 0, rowCount <= size / 2 else { return nil }
        var count = 0
        for slot in slots where slot != 0 {
            guard slot <= rowCount else { return nil }
            count += 1
        }
        guard count == rowCount else { return nil }
        self.slots = slots
    }

    /// - Parameter text: The range of the text of a row; of rows with the same text, the last is found.
    init(_ store: SongStore, _ text: (Int) -> Range<Int>) {
        var size = 16
        while size < store.rows.count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for row in store.rows.indices.reversed() {
            var slot = Self.hash(store.bytes[text(row)]) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(row + 1)
        }
    }

    /// Returns the row with a text.
    func row(_ wanted: ArraySlice<UInt8>, in store: SongStore, _ text: (Int) -> Range<Int>) -> Int? {
        var slot = Self.hash(wanted) & (slots.count - 1)
        while slots[slot] != 0 {
            let row = Int(slots[slot]) - 1
            if store.bytes[text(row)] == wanted { return row }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
        // FNV-1a, mixed at the end.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
