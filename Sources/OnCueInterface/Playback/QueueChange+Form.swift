// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The signal `QueueChanged`. A change that is too large to be sent has a flag instead of a difference.
extension QueueChange: WireForm {
    package static var blank: QueueChange { QueueChange(base: 0, revision: 0, total: 0, difference: nil) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var isReset = difference == nil
        var parts = difference ?? QueueDifference()
        fields("total", &total)
        fields("base", &base)
        fields("revision", &revision)
        fields("reset", &isReset)
        parts.parts(&fields)
        difference = isReset ? nil : parts
    }
}

extension QueueDifference {
    fileprivate mutating func parts(_ fields: inout some FieldCoder) {
        // A partial difference would lead to another list.
        var (gone, elsewhere, new) = (WholeList(removed), WholeList(moved), WholeList(inserted))
        fields("removed", &gone)
        fields("moved", &elsewhere)
        fields("inserted", &new)
        (removed, moved, inserted) = (gone.elements, elsewhere.elements, new.elements)
    }
}

/// The reply to `GetQueueChanges`.
package struct QueueNews: WireForm {
    private var total: Int
    private var revision: UInt64
    private var isReset: Bool
    private var rows: [Row]

    package init(_ changes: QueueChanges) {
        (total, revision, isReset) = (changes.total, changes.revision, changes.changes == nil)
        rows = (changes.changes ?? []).map {
            Row(revision: $0.revision, difference: $0.difference ?? QueueDifference())
        }
    }

    /// Returns the changes, which follow each other from the requested revision.
    package func changes(since base: UInt64) -> QueueChanges {
        guard !isReset else { return QueueChanges(revision: revision, total: total, changes: nil) }
        var (base, changes) = (base, [QueueChange]())
        for row in rows {
            changes.append(
                QueueChange(base: base, revision: row.revision, total: total, difference: row.difference))
            base = row.revision
        }
        return QueueChanges(revision: revision, total: total, changes: changes)
    }

    package static var blank: QueueNews { QueueNews(QueueChanges(revision: 0, total: 0, changes: nil)) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("revision", &revision)
        fields("reset", &isReset)
        var all = WholeList(rows)
        fields("changes", &all)
        rows = all.elements
    }

    private struct Row: StructureForm {
        var revision: UInt64
        var difference: QueueDifference

        static var blank: Row { Row(revision: 0, difference: QueueDifference()) }

        mutating func form(_ fields: inout some FieldCoder) {
            fields("revision", &revision)
            difference.parts(&fields)
        }
    }
}

extension Range: Blank, WireForm, WireField, StructureForm where Bound == Int {
    package static var blank: Range<Int> { 0..<0 }

    package mutating func form(_ fields: inout some FieldCoder) {
        var (start, count) = (lowerBound, count)
        fields("index", &start)
        fields("count", &count)
        self = start..<start + count
    }
}

extension QueueDifference.Move: StructureForm {
    package static var blank: QueueDifference.Move { QueueDifference.Move(start: 0, target: 0, count: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("index", &start)
        fields("target", &target)
        fields("count", &count)
    }
}

extension QueueDifference.Insertion: StructureForm {
    package static var blank: QueueDifference.Insertion {
        QueueDifference.Insertion(target: 0, count: 0, first: .blank)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("target", &target)
        fields("count", &count)
        fields("first", &first)
    }
}

extension ListEdit.Kind: WireField {}

/// An edit of an unknown kind, from a later version, is not accepted.
extension ListEdit: DictionaryForm {
    package static var blank: ListEdit { ListEdit(.play, title: "", count: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("edit", &kind, .required)
        fields("title", &title)
        fields("count", &count)
        fields("playlist", &playlist)
    }
}

/// The signal `PlaybackFailed`: something could not be played.
package struct FailedPlayback: WireForm {
    package var token: UInt64
    /// The last part of the name of an error.
    package var code: String
    package var message: String

    package init(token: PlaybackRequest.Token, _ error: PlaybackError) {
        (self.token, code, message) = (token.number, ServiceError.Code(error.code).rawValue, error.message)
    }

    private init() { (token, code, message) = (0, "", "") }

    package static var blank: FailedPlayback { FailedPlayback() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("token", &token)
        fields("code", &code)
        fields("message", &message)
    }
}
