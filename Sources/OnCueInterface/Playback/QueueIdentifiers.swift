// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The entries of a part of the queue, only by their identifiers, for programs that know the tracks of the library.
package struct QueueIdentifiers: Sendable, Equatable {
    /// One entry.
    package struct Row: Sendable, Equatable {
        package var id: PlaybackQueue.EntryID
        package var identifier: String

        package init(_ id: PlaybackQueue.EntryID, _ identifier: String) {
            (self.id, self.identifier) = (id, identifier)
        }
    }

    /// The number of all entries of the queue.
    package var total: Int
    /// The revision of the queue.
    package var revision: UInt64
    package var rows: [Row]

    package init(total: Int, revision: UInt64, rows: [Row]) {
        (self.total, self.revision, self.rows) = (total, revision, rows)
    }
}

// MARK: On the bus

/// One text for each field, since dictionaries of so few values take far more work than the values.
extension QueueIdentifiers: WireForm {
    package static var blank: QueueIdentifiers { QueueIdentifiers(total: 0, revision: 0, rows: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("revision", &revision)
        var columns = FieldColumns(rows)
        fields("entries", &columns, .always)
        if rows.isEmpty { rows = columns.rows(Row.self) }
    }
}

extension QueueIdentifiers.Row: WireForm {
    package static var blank: QueueIdentifiers.Row { QueueIdentifiers.Row(.blank, "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("entry", &id, .required)
        fields("identifier", &identifier)
    }
}
