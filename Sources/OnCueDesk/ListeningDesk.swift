// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// Favourites, bookmarks and the journal, for front ends.
@MediaActor
package final class ListeningDesk: nonisolated ListeningService {
    package typealias Failure = any Error

    /// Called with the identifiers of items whose records have changed, or with none if there are more than one call of
    /// ``listeningRecords(of:)`` takes.
    package let changes = Broadcast<[String]>()

    private let manager: ContentManager
    private let store: any ListeningStoring & BookmarkStoring
    private let time: @Sendable () -> Int64
    private let recent: (any RecentKeeping)?
    /// Writes the journal.
    private let recorder: ListeningRecorder?
    /// Decides which entries are private.
    package weak var privacy: (any PrivacyDeciding)?
    private var follower: Task<Void, Never>?

    /// - Parameters:
    ///   - recorder: Its unwritten entries are awaited before the history is read or erased: a client that learns of a
    ///     change asks for its entry at once, and receives no notice when the entry is written.
    ///   - recent: The other record of what was played, which is erased with the history.
    ///   - time: The current time, in seconds since 1970.
    package init(
        manager: ContentManager, store: any ListeningStoring & BookmarkStoring, recorder: ListeningRecorder? = nil,
        recent: (any RecentKeeping)? = nil, time: @escaping @Sendable () -> Int64
    ) {
        self.recorder = recorder
        self.recent = recent
        self.manager = manager
        self.store = store
        self.time = time
    }

    isolated deinit { follower?.cancel() }

    /// Announces all changes from now on, whoever makes them.
    package func announceChanges() {
        guard follower == nil else { return }
        follower = Task { @MediaActor [weak self, stream = store.changes()] in
            for await change in stream { self?.announce(change.containers ?? []) }
        }
    }

    private func announce(_ items: Set<ContentIdentifier>) {
        changes.send(items.count <= PageLimit.largest ? items.map(\.description).sorted() : [])
    }

    @MediaActor package func setFavourite(_ place: String, _ isFavourite: Bool) async throws {
        let item = try await likeable(try ContentPlace(place), as: "a favourite")
        if let marks = manager.marks(of: item) {
            try await marks.setFavourite(isFavourite, of: item)
            return announce([item])
        }
        try await store.record([.favourite(item, isFavourite)])
    }

    @MediaActor package func setDisliked(_ place: String, _ isDisliked: Bool) async throws {
        let item = try await likeable(try ContentPlace(place), as: "disliked")
        guard manager.marks(of: item) == nil else {
            throw ContentError(
                .refused, "the program that this comes from keeps favourites and ratings, but no dislikes")
        }
        try await store.record([.disliked(item, isDisliked)])
    }

    @MediaActor package func setStars(_ place: String, _ stars: Stars?) async throws {
        let item = try await likeable(try ContentPlace(place), as: "rated")
        if let marks = manager.marks(of: item) {
            try await marks.setStars(stars, of: item)
            return announce([item])
        }
        try await store.record([.rated(item, stars)])
    }

    package func setPlayed(_ place: String, _ isPlayed: Bool) async throws {
        let item = try await manager.item(at: try ContentPlace(place)).item
        let identifiers = try await playable(in: item)
        let now = time()
        try await store.record(identifiers.map { .played($0, isPlayed, at: now) })
    }

    @MediaActor package func listeningRecord(of place: String) async throws -> ListenedItem {
        let item = try await manager.item(at: try ContentPlace(place)).item
        var record = try await store.records(for: [item.identifier])[item.identifier] ?? ListeningRecord()
        if manager.marks(of: item.identifier) != nil {
            (record.isFavourite, record.stars) = (item.rare.isFavourite ?? false, item.stars)
        }
        return ListenedItem(item.identifier, record)
    }

    package func listeningRecords(of identifiers: [String]) async throws -> [ListenedItem] {
        guard identifiers.count <= PageLimit.largest else {
            throw ServiceError(.invalidValue, "at most \(PageLimit.largest) items can be asked for at once")
        }
        let identifiers = identifiers.compactMap { ContentIdentifier($0) }
        let records = try await store.records(for: identifiers)
        let added = await manager.added(identifiers)
        return identifiers.map { identifier in
            ListenedItem(identifier, records[identifier] ?? ListeningRecord(), added: added[identifier])
        }
    }

    package func bookmarks(offset: Int, limit: Int) async throws -> BookmarkPage {
        try await store.bookmarks(offset: max(0, offset), limit: PageLimit.granted(limit))
    }

    package func removeBookmark(_ number: Int64) async throws { try await store.removeBookmark(number) }

    @MediaActor package func history(_ request: HistoryRequest, offset: Int, limit: Int) async throws -> JournalPage {
        let query = try await query(request)
        await recorder?.writeAll()
        var page = try await store.journal(
            query, offset: max(0, offset), limit: PageLimit.granted(limit))
        guard request.marksPrivate else { return page }
        guard let privacy else {
            throw ServiceError(.notAvailable, "it is not known here what is private")
        }
        page.entries = try await privacy.markingPrivate(page.entries)
        return page
    }

    package func eraseHistory(_ request: HistoryRequest) async throws -> Int {
        let query = try await query(request)
        await recorder?.writeAll()
        let count = try await store.eraseJournal(query)
        // The items that recent files represent are not known, so they are selected by time only.
        let isOfTimes = query.items == nil && query.kinds.isEmpty
        let (since, until) = isOfTimes ? (query.since ?? .min, query.until ?? .max) : (.min, .max)
        if since < until { try await recent?.takeBack(since..<until) }
        return count
    }

    private func query(_ request: HistoryRequest) async throws -> JournalQuery {
        var query = JournalQuery()
        (query.since, query.until, query.kinds) = (request.since, request.until, Set(request.kinds))
        query.after = request.after
        if let place = request.place { query.items = try await identifiers(place) }
        return query
    }

    private func likeable(
        _ place: ContentPlace, as what: String
    ) async throws(ContentError) -> ContentIdentifier {
        let item = try await manager.item(at: place).item
        guard item.kind.canBeFavourite || manager.marks(of: item.identifier) != nil else {
            throw ContentError(
                .refused,
                "\"\(item.title)\" cannot be \(what); only tracks, albums, artists, genres, composers, "
                    + "folders, playlists, "
                    + "podcasts, episodes and stations can")
        }
        return item.identifier
    }

    /// Returns the items at a place; a container stands for everything playable in it. An item that is no longer in the
    /// tree can still be given by its identifier.
    private func identifiers(_ text: String) async throws -> [ContentIdentifier] {
        let place = try ContentPlace(text)
        do throws(ContentError) {
            var identifiers: [ContentIdentifier] = []
            for item in try await manager.named(by: place).items {
                identifiers += try await playable(in: item)
            }
            return identifiers
        } catch {
            guard error.isAbsence, let identifier = ContentIdentifier(text) else { throw error }
            return [identifier]
        }
    }

    private func playable(in item: ContentNode) async throws(ContentError) -> [ContentIdentifier] {
        guard item.isContainer else { return [item.identifier] }
        return try await manager.tracks(at: .identifier(item.identifier)).tracks.map(\.identifier)
    }
}
