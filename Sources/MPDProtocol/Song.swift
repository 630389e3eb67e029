// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A song as clients see it.
package struct Song: Sendable, Equatable {
    /// The path in the music folder, an address, or an absolute path.
    package var uri: String
    /// The tags, in the order in which they are sent.
    package var tags: [Tag]
    package var duration: Duration?
    /// The time of the last change, in seconds since 1970; 0 if unknown.
    package var modified: Int64
    /// The audio format, such as `44100:*:2`, or `nil` if unknown.
    package var format: String?
    /// The identifier in the service.
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

    /// Returns the values of a tag.
    package func values(_ kind: TagKind) -> [String] { tags.compactMap { $0.kind == kind ? $0.value : nil } }

    package func first(_ kind: TagKind) -> String? { tags.first { $0.kind == kind }?.value }

    /// The part of the path after the last slash.
    package var fileName: Substring {
        uri.utf8.lastIndex(of: UInt8(ascii: "/")).map { uri[uri.utf8.index(after: $0)...] } ?? uri[...]
    }

    /// The folder of the song; empty for the top folder.
    package var folder: Substring { uri.utf8.lastIndex(of: UInt8(ascii: "/")).map { uri[..<$0] } ?? "" }
}

extension Reply {
    /// Adds a song with those of its tags that a client has selected.
    package mutating func add(_ song: Song, _ mask: TagMask) {
        add("file", song.uri)
        if song.modified != 0 { add("Last-Modified", date: song.modified) }
        if let format = song.format { add("Format", format) }
        for tag in song.tags where mask.contains(tag.kind) { add(tag.kind.name, tag.value) }
        if let duration = song.duration { add(duration: duration) }
    }
}
