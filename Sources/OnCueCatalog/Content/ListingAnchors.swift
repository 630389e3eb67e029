// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// The position of a row in a listing, as the values of the index there.
struct ListingAnchor: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
    }

    var values: [Value]

    /// Binds the owner, if there is one, and the values.
    ///
    /// - Returns: The number of the next parameter.
    func bind(_ statement: Statement, after owner: Int64?) -> Int32 {
        var parameter: Int32 = 1
        if let owner {
            statement.bind(parameter, owner)
            parameter += 1
        }
        for value in values {
            switch value {
            case .integer(let number): statement.bind(parameter, number)
            case .text(let text): statement.bind(parameter, text)
            case .bytes(let bytes): statement.bind(parameter, bytes)
            }
            parameter += 1
        }
        return parameter
    }

    /// Returns the values of the current row, of the same kinds as here.
    func read(_ row: Statement) -> ListingAnchor {
        var column: Int32 = -1
        return ListingAnchor(
            values: values.map { value in
                column += 1
                return switch value {
                case .integer: .integer(row.integer(column))
                case .text: .text(row.text(column))
                case .bytes: .bytes(row.blob(column))
                }
            })
    }
}

/// Remembers positions in long listings, so that a page far from the beginning does not have to be counted from there.
///
/// SQLite counts an offset row by row. Therefore the values of the index are kept for every ``stride`` rows, collected
/// when a page after them is requested, and dropped when the revision of the catalog changes.
final class ListingAnchors {
    private static let stride = 250
    /// The maximum number of listings that are remembered, the most recently used ones, to limit the memory.
    private static let listLimit = 32

    private struct Name: Hashable {
        var listing: UInt
        var owner: Int64?
    }

    private var revision: ContentTree.Revision?
    /// Anchors of the rows at `stride`, twice `stride` and so on.
    private var lists: [Name: [ListingAnchor]] = [:]
    /// The listings, least recently used first.
    private var uses: [Name] = []

    /// Returns the last anchor at or before a row, and the distance of the row from it.
    func nearest(
        to offset: Int, in listing: CatalogListing, of owner: Int64?, _ queries: CatalogQueries
    ) throws(SQLiteError) -> (ListingAnchor, rest: Int) {
        guard offset >= Self.stride else { return (listing.first, offset) }
        forget(before: try queries.revision())
        let name = Name(listing: UInt(bitPattern: listing.page.utf8Start), owner: owner)
        use(name)
        var known = lists[name] ?? []
        let wanted = offset / Self.stride
        let statement = try queries.connection.cached(listing.anchor)
        while known.count < wanted {
            let last = known.last ?? listing.first
            statement.reset()
            statement.bind(last.bind(statement, after: owner), Self.stride)
            guard let next = try statement.first({ last.read($0) }) else { break }
            known.append(next)
        }
        lists[name] = known
        let number = min(wanted, known.count)
        return (number == 0 ? listing.first : known[number - 1], offset - number * Self.stride)
    }

    private func forget(before current: ContentTree.Revision) {
        guard revision != current else { return }
        revision = current
        lists = [:]
        uses = []
    }

    private func use(_ name: Name) {
        if uses.last == name { return }
        uses.removeAll { $0 == name }
        uses.append(name)
        if uses.count > Self.listLimit { lists[uses.removeFirst()] = nil }
    }
}
