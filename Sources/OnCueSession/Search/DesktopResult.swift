// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A row in the search of a desktop, as the identifier that is passed to the desktop and comes back.
package enum DesktopResult: Sendable, Equatable {
    /// An item of the tree.
    case item(String)
    /// An item that another program has indexed, or an event.
    case foreign(String)
    /// All results of a query; their number is part of the identifier, for a desktop that asks for it later.
    case all(count: Int, query: String)

    /// The prefix of identifiers of rows that GNOME keeps in addition to the five others.
    private static let special = "special:all:"
    /// The longest identifier, in bytes.
    private static let longest = 2_000

    package var id: String {
        switch self {
        case .item(let identifier), .foreign(let identifier): identifier
        case .all(let count, let query): "\(Self.special)\(count):\(query)"
        }
    }

    /// - Returns: `nil` for an identifier that OnCue cannot have made.
    package init?(id: String) {
        guard !id.isEmpty, id.utf8.count <= Self.longest else { return nil }
        if ForeignMatch.isOne(id) {
            self = .foreign(id)
            return
        }
        guard id.hasPrefix(Self.special) else {
            guard let identifier = ContentIdentifier(id) else { return nil }
            self = .item(identifier.description)
            return
        }
        let rest = id.dropFirst(Self.special.count)
        guard let colon = rest.firstIndex(of: ":"), let count = Int(rest[..<colon]), count > 0 else { return nil }
        let query = rest[rest.index(after: colon)...]
        guard !query.isEmpty else { return nil }
        self = .all(count: count, query: String(query))
    }

    /// The place to play; `nil` for a result that does not play.
    package var place: String? {
        switch self {
        case .foreign: nil
        case .item(let identifier): identifier
        case .all(_, let query): "search:" + query
        }
    }
}
