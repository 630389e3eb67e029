// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// A row of a list on the screen: an item, with the facts that the list has about it.
@dynamicMemberLookup
struct ListRow: Sendable, Equatable {
    /// Identifies the row within its list, and stays the same when the row moves.
    let id: String
    /// The index in its list, if it is needed: in a playlist, which may contain an item several times.
    private(set) var place: Int?
    var record: ContentRecord
    /// The values of separate columns, if the list has room for them.
    var artist = ""
    var album = ""
    /// A text for the last column but one, such as a value.
    var note = ""
    /// A shorter form of the note; empty if it can only be cut.
    var shortNote = ""
    /// Details that are only shown on request, such as the reasons for a suggestion.
    var details = ""
    /// Whether it is the one in use: the playing output, or the displayed query.
    var isCurrent = false

    init(_ record: ContentRecord, id: String? = nil, place: Int? = nil) {
        self.id = id ?? record.identifier
        self.record = record
        self.place = place
    }

    /// Identifies the row in the list before and after a change. The entries of a playlist with the same item have one
    /// key, since they differ only in their order.
    var key: String { place == nil ? id : record.identifier }

    /// Returns the same row at another index of its list.
    func placed(at index: Int) -> ListRow {
        guard place != nil else { return self }
        var row = self
        row.place = index
        if let path = record.path, let slash = path.lastIndex(of: "/") {
            row.record.path = path[...slash] + String(index)
        }
        return row
    }

    subscript<Value>(dynamicMember path: KeyPath<ContentRecord, Value>) -> Value { record[keyPath: path] }
}

/// A part of a list.
struct ListPage: Sendable, Equatable {
    var revision = ContentTree.Revision(0)
    /// The container of the rows; `nil` if the list is not a container.
    var container: ContentRecord?
    /// The index of the first row in the list.
    var offset = 0
    /// The number of rows in the list.
    var total: Int
    var rows: [ListRow]
    /// Whether more rows are being loaded from remote sources.
    var isLoading = false
    /// A sentence about the list, such as the sources that could not be searched.
    var remark: String?

    init(total: Int, rows: [ListRow], offset: Int = 0) {
        (self.total, self.rows, self.offset) = (total, rows, offset)
    }

    init(_ listing: ContentListing) {
        self.init(total: listing.total, rows: listing.items.map { ListRow($0) }, offset: listing.offset)
        revision = listing.revision
        container = listing.container
        isLoading = listing.isLoading
    }
}
