// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The name of something on a server, and its identifier in OnCue: `album:al-7`.
package struct SubsonicItem: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A list at the top, such as `list:newest`.
        case list
        case artist
        case album
        case song
        case genre
        case playlist
        case podcast
        case episode
        case station
        /// A song in the list of bookmarks, where its position is shown.
        case bookmark
    }

    /// The maximum size of a server's own name, in bytes: together with the kind it must fit into an identifier of
    /// OnCue.
    package static let longest = 200

    package let kind: Kind
    package let id: String

    /// `nil` for a name that is empty, too long, or not one line.
    package init?(_ kind: Kind, _ id: String) {
        guard !id.isEmpty, id.utf8.count <= Self.longest, id.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return nil
        }
        (self.kind, self.id) = (kind, id)
    }

    /// Reads an identifier.
    package init?(_ identifier: String) {
        guard let colon = identifier.firstIndex(of: ":"), let kind = Kind(rawValue: String(identifier[..<colon]))
        else { return nil }
        self.init(kind, String(identifier[identifier.index(after: colon)...]))
    }

    /// The identifier in OnCue: `album:al-7`.
    package var identifier: String { kind.rawValue + ":" + id }
}
