// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A deleted item that can still be restored.
package struct TrashItem: Sendable, Equatable {
    /// The kinds of items that are kept for a while after they were deleted.
    package enum Kind: String, Sendable, CaseIterable {
        case playlist, station, podcast, query
    }

    /// The time for which a deleted item can be restored, in seconds.
    package static let lifetime: Int64 = 30 * 86_400

    /// Identifies this item in the trash; unique, and without a meaning for users.
    package var key: String
    package var kind: Kind
    /// The display name of the deleted item.
    package var title: String
    /// The time of deletion, in seconds since 1970.
    package var removed: Int64

    package init(key: String, kind: Kind, title: String, removed: Int64) {
        self.key = key
        self.kind = kind
        self.title = title
        self.removed = removed
    }

    /// Returns whether it can no longer be restored.
    ///
    /// - Parameter now: Seconds since 1970.
    package func isExpired(at now: Int64) -> Bool { now - removed > Self.lifetime }
}

/// The file that keeps one deleted item: a few lines of text about it, an empty line, and its content.
package struct TrashFile: Sendable, Equatable {
    /// The number of bytes that contain all lines about the item.
    package static let headLimit = 4096

    package var kind: TrashItem.Kind
    /// The title, of which at most 250 Unicode scalars are kept.
    package var title: String
    /// The time of deletion, in seconds since 1970.
    package var removed: Int64
    /// The name of the original file, or an empty text.
    package var name: String
    package var content: [UInt8]

    package init(_ kind: TrashItem.Kind, title: String, removed: Int64, name: String = "", content: [UInt8]) {
        self.kind = kind
        self.title = Self.line(title)
        self.removed = removed
        self.name = Self.line(name)
        self.content = content
    }

    private static let mark = "OnCue trash 1"

    /// Reads a file, or the first ``headLimit`` bytes of one; `nil` for anything else.
    package init?(_ bytes: [UInt8]) {
        guard let end = Self.end(of: bytes) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
        guard lines.first.map(String.init) == Self.mark else { return nil }
        var values: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            values[String(line[..<colon])] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        guard let kind = values["kind"].flatMap(TrashItem.Kind.init), let title = values["title"],
            let removed = values["removed"].flatMap({ Int64($0) })
        else { return nil }
        self.init(kind, title: title, removed: removed, name: values["name"] ?? "", content: Array(bytes[(end + 2)...]))
    }

    package var bytes: [UInt8] {
        let head = "\(Self.mark)\nkind: \(kind.rawValue)\nremoved: \(removed)\ntitle: \(title)\nname: \(name)\n\n"
        return Array(head.utf8) + content
    }

    /// Returns the offset of the empty line.
    private static func end(of bytes: [UInt8]) -> Int? {
        let newline = UInt8(ascii: "\n")
        return bytes.indices.dropLast().prefix(headLimit).first { bytes[$0] == newline && bytes[$0 + 1] == newline }
    }

    /// Returns a text as one line for the head of the file: without control characters, and at most 250 scalars.
    private static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(250).map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
