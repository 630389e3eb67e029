// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// A place in the content tree, by its row in this catalog file.
enum CatalogNode: Hashable, Sendable {
    case root
    case section(ContentSection)
    case artist(Int64)
    case album(Int64)
    case genre(Int64)
    case composer(Int64)
    case folder(Int64)
    case track(Int64)

    /// The number of the row, or `nil` if the node is not in a table.
    var row: Int64? {
        switch self {
        case .root, .section: nil
        case .artist(let id), .album(let id), .genre(let id), .composer(let id), .folder(let id), .track(let id): id
        }
    }

    /// The kind of the row, or `nil` if the node is not in a table.
    var kind: SearchKind? {
        switch self {
        case .root, .section: nil
        case .artist: .artist
        case .album: .album
        case .genre: .genre
        case .composer: .composer
        case .folder: .folder
        case .track: .track
        }
    }
}

/// Reads the catalog: apart from the writer, the only code that knows its tables.
///
/// It belongs to the thread that owns the connection. The caller must have a read transaction open.
final class CatalogQueries {
    let connection: Connection
    let anchors = ListingAnchors()
    let places = TitledItems()

    init(connection: Connection) throws(SQLiteError) {
        self.connection = connection
        try connection.addFit()
        try connection.addNumbers()
    }

    func revision() throws(SQLiteError) -> ContentTree.Revision {
        let number = try connection.cached("SELECT revision FROM catalog").first { $0.integer(0) } ?? 0
        return ContentTree.Revision(UInt64(max(0, number)))
    }

    /// Returns the node with an identifier, or `nil` if there is no such item.
    func node(_ identifier: ContentIdentifier) throws(SQLiteError) -> CatalogNode? {
        switch identifier.kind {
        case .playlist, .podcast, .episode, .station, .list, .provider, .provided, .foreign, .event: return nil
        case .root: return .root
        case .section: return ContentSection(identifier).map { .section($0) }
        case .artist: return try row(identifier, "SELECT id FROM artists WHERE key = ?").map { .artist($0) }
        case .album: return try row(identifier, "SELECT id FROM albums WHERE key = ?").map { .album($0) }
        case .genre: return try row(identifier, "SELECT id FROM genres WHERE key = ?").map { .genre($0) }
        case .composer: return try row(identifier, "SELECT id FROM composers WHERE key = ?").map { .composer($0) }
        case .folder: return try row(identifier, "SELECT id FROM folders WHERE key = ?").map { .folder($0) }
        case .track: return try row(identifier, "SELECT id FROM tracks WHERE key = ?").map { .track($0) }
        }
    }

    /// Returns the time when a track or an album was added; `nil` for anything else.
    func added(_ identifier: ContentIdentifier) throws(SQLiteError) -> Int64? {
        switch identifier.kind {
        case .track: try row(identifier, "SELECT added FROM tracks WHERE key = ?")
        case .album: try row(identifier, "SELECT added FROM albums WHERE key = ?")
        default: nil
        }
    }

    private func row(_ identifier: ContentIdentifier, _ sql: StaticString) throws(SQLiteError) -> Int64? {
        guard let key = StableKey(text: identifier.key) else { return nil }
        let statement = try connection.cached(sql)
        statement.bind(1, key.number)
        return try statement.first { $0.integer(0) }
    }
}
