// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The listening of this machine only, in the order in which it was recorded, for readers that pass it on once.
///
/// A cursor has the last numbers by the names of logs. A log that a reader does not name is read from its beginning;
/// see ``ownCursor(_:since:)``.
package protocol OwnListening: Sendable {
    /// Returns the cursors at the present end of everything.
    ///
    /// - Throws: `storage`, as do all functions here.
    func ownEnds() async throws(ContentError) -> (plays: [String: Int64], likes: [String: Int64])

    /// Returns the cursor of a reader of plays in all logs, including those that it does not know yet.
    ///
    /// A former log that it does not know has come with a backup, and is read from its end; the current one is read
    /// from a given time on.
    ///
    /// - Parameters:
    ///   - known: The reader's cursor, which stays as it is.
    ///   - time: In seconds since 1970.
    func ownCursor(_ known: [String: Int64], since time: Int64) async throws(ContentError) -> [String: Int64]

    /// Plays that count, after a cursor, in the order of their numbers, except for those that were erased.
    ///
    /// - Parameter limit: The maximum number of plays.
    func ownPlays(after cursor: [String: Int64], limit: Int) async throws(ContentError) -> OwnPart<OwnPlay>

    /// Returns the last opinion of each item that has changed after a cursor, in the order of their numbers.
    func ownLikes(after cursor: [String: Int64], limit: Int) async throws(ContentError) -> OwnPart<OwnLike>

    /// Returns the number of plays after a cursor.
    func ownPlayCount(after cursor: [String: Int64]) async throws(ContentError) -> Int
}

/// A section of the logs.
package struct OwnPart<Entry: Sendable & Equatable>: Sendable, Equatable {
    /// The entries with their positions.
    package var entries: [(entry: Entry, log: String, number: Int64)]
    /// The cursor at the end of the section, which may be further than its last entry.
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
    /// The time when it began; approximate if that is no longer known.
    package var start: Int64
    /// The time when it had been heard for long enough.
    package var heard: Int64
    /// The number of its beginning; `nil` if that is no longer known.
    package var first: Int64?
    /// The time when it had been heard, by the clock of that time; `nil` unless that has been corrected since.
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
