// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: ListeningService {
    package func setFavourite(_ place: String, _ isFavourite: Bool) async throws(ServiceError) {
        try await call(ListeningMethods.setFavourite, Pair(place, isFavourite))
    }

    package func setStars(_ place: String, _ stars: Stars?) async throws(ServiceError) {
        try await call(ListeningMethods.setStars, Pair(place, stars?.number ?? -1))
    }

    package func setDisliked(_ place: String, _ isDisliked: Bool) async throws(ServiceError) {
        try await call(ListeningMethods.setDisliked, Pair(place, isDisliked))
    }

    package func setPlayed(_ place: String, _ isPlayed: Bool) async throws(ServiceError) {
        try await call(ListeningMethods.setPlayed, Pair(place, isPlayed))
    }

    package func listeningRecord(of place: String) async throws(ServiceError) -> ListenedItem {
        try await call(ListeningMethods.record, Only(place)).value
    }

    package func listeningRecords(of identifiers: [String]) async throws(ServiceError) -> [ListenedItem] {
        try await call(ListeningMethods.records, Only(identifiers)).value
    }

    package func bookmarks(offset: Int, limit: Int) async throws(ServiceError) -> BookmarkPage {
        try await call(ListeningMethods.bookmarks, Pair(offset, limit))
    }

    package func removeBookmark(_ number: Int64) async throws(ServiceError) {
        try await call(ListeningMethods.removeBookmark, Only(number))
    }

    package func history(
        _ request: HistoryRequest, offset: Int, limit: Int
    ) async throws(ServiceError) -> JournalPage {
        try await call(ListeningMethods.history, Only(HistoryOptions(request, offset: offset, limit: limit)))
    }

    package func eraseHistory(_ request: HistoryRequest) async throws(ServiceError) -> Int {
        try await call(ListeningMethods.eraseHistory, Only(Strict(ErasingOptions(request)))).value
    }

    /// Returns a stream of changes of records, until the reader stops, beginning with ``ListeningUpdate/present``.
    package func listeningUpdates() -> AsyncStream<ListeningUpdate> {
        let changed = ListeningMethods.changed
        return link.updates(
            of: changed.interface, member: changed.name, room: ListeningUpdate.room, present: .present,
            lost: .serviceLost
        ) { signal in signal.content(of: changed).map { .changed($0.value) } }
    }

    package func addBookmark(_ name: String?) async throws(ServiceError) {
        try await call(RemoteCommandMethods.perform, RemoteRequest(.bookmark(name: name)))
    }
}
