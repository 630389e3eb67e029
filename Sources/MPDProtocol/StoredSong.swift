// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A song with the properties that filters and orders use.
package protocol TaggedSong {
    var uri: String { get }
    var duration: Duration? { get }
    /// The time of the last change, in seconds since 1970; 0 if unknown.
    var modified: Int64 { get }
    var format: String? { get }

    /// Calls `body` with each tag in order, until it returns `true`.
    ///
    /// - Returns: Whether it did.
    func hasTag(where body: (TagKind, UnsafeBufferPointer<UInt8>) -> Bool) -> Bool

    /// Returns the values of a tag.
    func values(_ kind: TagKind) -> [String]
}

extension TaggedSong {
    /// Returns the values of a tag, or of the tag that replaces it; a single empty value if there are none.
    package func valuesOrFallback(_ kind: TagKind) -> [String] {
        var next: TagKind? = kind
        while let kind = next {
            let values = values(kind)
            if !values.isEmpty { return values }
            next = kind.fallback
        }
        return [""]
    }
}

extension Song: TaggedSong {
    package func hasTag(where body: (TagKind, UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        tags.contains { tag in
            var value = tag.value
            return value.withUTF8 { body(tag.kind, $0) }
        }
    }
}

/// A song of a tree, whose texts are in the tree.
package struct StoredSong: Sendable {
    let store: SongStore
    let row: Int

    package var identifier: String { store.text(store.identifier(row)) }

    /// The song as an independent value.
    package var song: Song {
        Song(
            uri, identifier: identifier, tags: store.tags(row).map { Song.Tag($0.kind, store.text($0.value)) },
            duration: duration, modified: modified, format: format)
    }
}

extension StoredSong: TaggedSong {
    package var uri: String { store.text(store.uri(row)) }
    package var duration: Duration? {
        let duration = store.rows[row].duration
        return duration < 0 ? nil : .microseconds(duration)
    }
    package var modified: Int64 { store.rows[row].modified }
    package var format: String? { store.format(row).map(store.text) }

    package func hasTag(where body: (TagKind, UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        store.bytes.withUnsafeBufferPointer { bytes in
            store.tags(row).contains { body($0.kind, UnsafeBufferPointer(rebasing: bytes[$0.value])) }
        }
    }

    package func values(_ kind: TagKind) -> [String] {
        store.tags(row).compactMap { $0.kind == kind ? store.text($0.value) : nil }
    }
}

/// Consecutive songs of a tree.
package struct SongList: RandomAccessCollection, Sendable {
    let store: SongStore

    package var startIndex: Int { 0 }
    package var endIndex: Int { store.rows.count }
    package subscript(row: Int) -> StoredSong { StoredSong(store: store, row: row) }
}

extension Reply {
    /// Adds a song with those of its tags that a client has selected.
    package mutating func add(_ song: StoredSong, _ mask: TagMask) {
        let (store, row) = (song.store, song.store.rows[song.row])
        let uri = store.uri(song.row)
        addLines(store.bytes[Int(row.uri)..<uri.upperBound + 1])
        if row.modified != 0 { add("Last-Modified", date: row.modified) }
        if let format = store.format(song.row) { addLines(store.bytes[Int(row.format)..<format.upperBound + 1]) }
        for tag in store.tags(song.row) where mask.contains(tag.kind) { addLines(store.bytes[tag.whole]) }
        if let duration = song.duration { add(duration: duration) }
    }
}
