// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// One row of a list on the screen: an item, with what the list itself knows of it.
@dynamicMemberLookup
struct ListRow: Sendable, Equatable {
    /// Distinguishes the row from all others of its list, and stays with it when it moves.
    let id: String
    /// The index in its list, where that is needed: in a playlist, which may have an item several times.
    private(set) var place: Int?
    var record: ContentRecord
    /// Columns of their own, where the list has room for them.
    var artist = ""
    var album = ""
    /// A text for the last column but one, such as a value.
    var note = ""
    /// The same where there is little room; empty if it can only be cut.
    var shortNote = ""
    /// The details that are shown on request only, such as the reasons of a suggestion.
    var details = ""
    /// Whether it is the one in use: the output that plays, the query that is shown.
    var isCurrent = false

    init(_ record: ContentRecord, id: String? = nil, place: Int? = nil) {
        self.id = id ?? record.identifier
        self.record = record
        self.place = place
    }

    /// Identifies the row in readings of the list before and after a change; the entries of a playlist that are the same
    /// item have one key, since nothing but their order tells them apart.
    var key: String { place == nil ? id : record.identifier }

    /// The same row at another index of its list.
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
    /// The container of the rows; `nil` where the list is none.
    var container: ContentRecord?
    /// The position of the first row among all.
    var offset = 0
    /// The number of all rows.
    var total: Int
    var rows: [ListRow]
    /// Whether more comes from remote sources.
    var isLoading = false
    /// A sentence about the list, such as what could not be searched.
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
