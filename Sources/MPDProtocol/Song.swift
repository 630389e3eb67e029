// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A song as clients see it.
package struct Song: Sendable, Equatable {
    /// Its path in the music folder, an address, or an absolute path.
    package var uri: String
    /// Tags in the order in which they are told.
    package var tags: [Tag]
    package var duration: Duration?
    /// Seconds since 1970; 0 if unknown.
    package var modified: Int64
    /// As `44100:*:2`; `nil` if unknown.
    package var format: String?
    /// What the service calls it.
    package var identifier: String

    package struct Tag: Sendable, Equatable {
        package var kind: TagKind
        package var value: String

        package init(_ kind: TagKind, _ value: String) { (self.kind, self.value) = (kind, value) }
    }

    package init(
        _ uri: String, identifier: String = "", tags: [Tag] = [], duration: Duration? = nil, modified: Int64 = 0,
        format: String? = nil
    ) {
        (self.uri, self.identifier, self.tags) = (uri, identifier, tags)
        (self.duration, self.modified, self.format) = (duration, modified, format)
    }

    /// The values of a tag.
    package func values(_ kind: TagKind) -> [String] { tags.compactMap { $0.kind == kind ? $0.value : nil } }

    package func first(_ kind: TagKind) -> String? { tags.first { $0.kind == kind }?.value }

    /// The values of a tag, or else of the one that stands for it; one that is empty if there are none.
    package func valuesOrFallback(_ kind: TagKind) -> [String] {
        var next: TagKind? = kind
        while let kind = next {
            let values = values(kind)
            if !values.isEmpty { return values }
            next = kind.fallback
        }
        return [""]
    }

    /// Calls `body` with each value of a tag, or else of the one that stands for it; with an empty one if there are none.
    func forEachValueOrFallback(_ kind: TagKind, _ body: (String) -> Void) {
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
        body("")
    }

    /// Whether all values of some tags are the same in another song, as they mostly are in the next one of an album.
    package func has(_ kinds: [TagKind], as other: Song) -> Bool {
        kinds.allSatisfy { kind in
            let (first, second) = (firstOrFallback(kind), other.firstOrFallback(kind))
            return first.isOnly && second.isOnly && first.value == second.value
        }
    }

    private func firstOrFallback(_ kind: TagKind) -> (value: String, isOnly: Bool) {
        var (found, count): (String, Int) = ("", 0)
        forEachValueOrFallback(kind) { value in
            if count == 0 { found = value }
            count += 1
        }
        return (found, count == 1)
    }

    /// The name behind the last slash.
    package var fileName: Substring {
        uri.utf8.lastIndex(of: UInt8(ascii: "/")).map { uri[uri.utf8.index(after: $0)...] } ?? uri[...]
    }

    /// The folder that it is in; empty for the top.
    package var folder: Substring { uri.utf8.lastIndex(of: UInt8(ascii: "/")).map { uri[..<$0] } ?? "" }
}

extension Reply {
    /// Adds a song with those of its tags that a client wants.
    package mutating func add(_ song: Song, _ mask: TagMask) {
        add("file", song.uri)
        if song.modified != 0 { add("Last-Modified", date: song.modified) }
        if let format = song.format { add("Format", format) }
        for tag in song.tags where mask.contains(tag.kind) { add(tag.kind.name, tag.value) }
        if let duration = song.duration { add(duration: duration) }
    }
}
