// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery

/// The kind of a row in the search table: the high bits of its number, in the order in which results are grouped, so
/// that the rows of one kind are adjacent.
enum SearchKind: Int64, CaseIterable, Sendable {
    case artist
    case album
    case track
    case genre
    case composer
    case folder

    private static let shift: Int64 = 40
    static let idMask: Int64 = 1 << shift - 1

    func row(_ id: Int64) -> Int64 { rawValue << Self.shift | id }

    var rows: ClosedRange<Int64> { row(0)...row(Self.idMask) }

    static func of(row: Int64) -> SearchKind? { SearchKind(rawValue: row >> shift) }

    init?(_ kind: ContentKind) {
        guard let found = Self.allCases.first(where: { $0.kind == kind }) else { return nil }
        self = found
    }

    init(_ table: NameTable) {
        switch table {
        case .artist: self = .artist
        case .genre: self = .genre
        case .composer: self = .composer
        }
    }

    var kind: ContentKind {
        switch self {
        case .artist: .artist
        case .album: .album
        case .track: .track
        case .genre: .genre
        case .composer: .composer
        case .folder: .folder
        }
    }

    func node(_ id: Int64) -> CatalogNode {
        switch self {
        case .artist: .artist(id)
        case .album: .album(id)
        case .track: .track(id)
        case .genre: .genre(id)
        case .composer: .composer(id)
        case .folder: .folder(id)
        }
    }

    /// Returns the column of the search table that contains a field of a query; `nil` if the kind has no such field.
    func column(_ field: QueryTextField) -> String? {
        switch (self, field) {
        case (_, .title), (.artist, .artist), (.album, .album), (.genre, .genre), (.composer, .composer),
            (.folder, .folder):
            "title"
        case (.album, .artist), (.track, .artist): "artist"
        case (.track, .album): "album"
        case (.track, .genre): "genre"
        case (.track, .composer): "composer"
        default: nil
        }
    }
}
