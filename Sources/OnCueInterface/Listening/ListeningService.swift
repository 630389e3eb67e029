// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Favourites, bookmarks and the journal: `org.oncue.Listening1`.
///
/// Places are texts as ``ContentPlace`` reads them.
package protocol ListeningService: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// - Throws: `refused` for sections, lists and items of other programs.
    func setFavourite(_ place: String, _ isFavourite: Bool) async throws(Failure)

    /// Marks something as disliked, or no longer; a favourite that is disliked is no longer a favourite, and the other
    /// way round.
    ///
    /// - Throws: `refused` for sections, lists and items of other programs.
    func setDisliked(_ place: String, _ isDisliked: Bool) async throws(Failure)

    /// Rates something; `nil` removes the rating, so that the one in the tags applies again.
    ///
    /// - Throws: `notFound`, `refused` (it cannot be rated), `storage`.
    func setStars(_ place: String, _ stars: Stars?) async throws(Failure)

    /// Marks an item as played or as unplayed; a container stands for everything in it.
    func setPlayed(_ place: String, _ isPlayed: Bool) async throws(Failure)

    func listeningRecord(of place: String) async throws(Failure) -> ListenedItem

    /// Returns the records of items by their identifiers, with the times when they were added; unknown ones are left
    /// out.
    ///
    /// - Parameter identifiers: At most ``PageLimit/largest``.
    /// - Throws: `invalidValue` (too many), `storage`.
    func listeningRecords(of identifiers: [String]) async throws(Failure) -> [ListenedItem]

    /// Returns bookmarks, the newest first; as many as ``PageLimit/granted(_:)`` allows.
    func bookmarks(offset: Int, limit: Int) async throws(Failure) -> BookmarkPage

    func removeBookmark(_ number: Int64) async throws(Failure)

    /// Returns a part of the journal, the newest entry first; as much as ``PageLimit/granted(_:)`` allows.
    ///
    /// - Throws: `storage`, also if private entries must be marked and it is not known which are private.
    func history(_ request: HistoryRequest, offset: Int, limit: Int) async throws(Failure) -> JournalPage

    /// Erases a part of the journal and its effect on counts; an empty request erases everything.
    ///
    /// - Returns: The number of entries erased.
    func eraseHistory(_ request: HistoryRequest) async throws(Failure) -> Int
}

/// An update of listening records.
package enum ListeningUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader, which misses the oldest of more.
    package static let room = 64

    /// A daemon is running; also sent at the beginning, whether one is running or not.
    case present
    /// The records of these items have changed; none are named if there are too many.
    case changed([String])
    /// The service, in another process, has ended.
    case serviceLost
}

/// The selected part of the journal.
package struct HistoryRequest: Sendable, Equatable {
    /// From this time on, in seconds since 1970.
    package var since: Int64?
    /// Before this time.
    package var until: Int64?
    /// The item at a place; a container stands for everything playable in it.
    package var place: String?
    /// Empty for all; not for erasing.
    package var kinds: [JournalEntry.Kind]
    /// Only entries noted on this machine after these numbers, by the names of its logs, the oldest first and each with
    /// its number; not for erasing. A former log that is not named counts as read, and the current one from `since` on.
    /// Only `since` and `kinds` apply in addition.
    package var after: [String: Int64]?
    /// Marks entries that must not be sent to anyone; not for erasing.
    package var marksPrivate = false

    package init(since: Int64? = nil, until: Int64? = nil, place: String? = nil, kinds: [JournalEntry.Kind] = []) {
        self.since = since
        self.until = until
        self.place = place
        self.kinds = kinds
    }
}

/// The listening record of an item.
package struct ListenedItem: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var record: ListeningRecord
    /// The time when it was added to the library, published or created, in seconds since 1970; `nil` if that is
    /// unknown.
    package var added: Int64?

    package init(_ identifier: ContentIdentifier, _ record: ListeningRecord, added: Int64? = nil) {
        (self.identifier, self.record, self.added) = (identifier, record, added)
    }
}
