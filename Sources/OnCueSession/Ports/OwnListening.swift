// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The listening of this machine only, in the order in which it was noted, for those who pass it on once.
///
/// A cursor has the last numbers by the names of logs. A log that a reader does not name is read from its beginning; see
/// ``ownCursor(_:since:)``.
package protocol OwnListening: Sendable {
    /// The cursors behind everything that there is now.
    ///
    /// - Throws: `storage`, as all of these.
    func ownEnds() async throws(ContentError) -> (plays: [String: Int64], likes: [String: Int64])

    /// The cursor of a reader of plays in all logs, also in those that it does not know yet.
    ///
    /// A former log that it does not know has come with a backup, and is read from its end; the current one is read from a
    /// time on.
    ///
    /// - Parameters:
    ///   - known: The cursor that it has, which stays.
    ///   - time: In seconds since 1970.
    func ownCursor(_ known: [String: Int64], since time: Int64) async throws(ContentError) -> [String: Int64]

    /// Plays that count, behind a cursor, in the order of their numbers. Those that were erased are not among them.
    ///
    /// - Parameter limit: The most plays.
    func ownPlays(after cursor: [String: Int64], limit: Int) async throws(ContentError) -> OwnPart<OwnPlay>

    /// The last opinion of each item that has changed behind a cursor, in the order of their numbers.
    func ownLikes(after cursor: [String: Int64], limit: Int) async throws(ContentError) -> OwnPart<OwnLike>

    /// The number of plays behind a cursor.
    func ownPlayCount(after cursor: [String: Int64]) async throws(ContentError) -> Int
}

/// A stretch of the logs.
package struct OwnPart<Entry: Sendable & Equatable>: Sendable, Equatable {
    /// Each with its position.
    package var entries: [(entry: Entry, log: String, number: Int64)]
    /// The cursor behind the whole stretch, which may be further than its last entry.
    package var end: [String: Int64]

    package init(_ entries: [(entry: Entry, log: String, number: Int64)] = [], end: [String: Int64] = [:]) {
        (self.entries, self.end) = (entries, end)
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.end == right.end && left.entries.elementsEqual(right.entries) { $0 == $1 }
    }
}

/// A play that counts.
package struct OwnPlay: Sendable, Equatable {
    package var subject: JournalEntry.Subject
    /// When it began; about when, where that is not known any longer.
    package var start: Int64
    /// When it had been heard for long enough.
    package var heard: Int64
    /// The number of its beginning; `nil` where that is not known any longer.
    package var first: Int64?
    /// When it had been heard by the clock of that time; `nil` unless that was set right since.
    package var firstTime: Int64?

    package init(_ subject: JournalEntry.Subject, start: Int64, heard: Int64, first: Int64? = nil) {
        (self.subject, self.start, self.heard, self.first) = (subject, start, heard, first)
    }
}

/// The user's opinion of an item.
package struct OwnLike: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var isLiked: Bool

    package init(_ identifier: ContentIdentifier, _ isLiked: Bool) {
        (self.identifier, self.isLiked) = (identifier, isLiked)
    }
}
