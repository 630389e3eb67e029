// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks favourites, the journal and bookmarks.
    ///
    /// So What was begun at the times 1, 2 and 3, and has two bookmarks.
    package static func listening(_ service: some ListeningService, _ notes: Notes) async throws {
        let unknown = notes.heard(try await service.listeningRecord(of: "track:b2"))
        notes.expect(unknown.record == ListeningRecord(), "nothing is known of what was never heard")
        try await checkLikes(service, notes)
        try await checkStars(service, notes)
        try await checkBookmarks(service, notes)
        try await checkHistory(service, notes)
        for (place, code) in wrongPlaces + [("Albums", .refused)] {
            await notes.expect(code, "\"\(place)\" is no favourite") { try await service.setFavourite(place, true) }
            await notes.expect(code, "\"\(place)\" is not disliked") { try await service.setDisliked(place, true) }
            await notes.expect(code, "\"\(place)\" has no stars") { try await service.setStars(place, nil) }
        }
        for (place, code) in wrongPlaces {
            await notes.expect(code, "\"\(place)\" has no record") { _ = try await service.listeningRecord(of: place) }
            await notes.expect(code, "\"\(place)\" is not played") { try await service.setPlayed(place, true) }
        }
    }

    private static func checkLikes(_ service: some ListeningService, _ notes: Notes) async throws {
        try await service.setFavourite("Albums/Blue", true)
        let several = notes.heard(try await service.listeningRecords(of: ["track:b1", "nothing", "album:blue"]))
        notes.expect(
            several.map(\.identifier.description) == ["track:b1", "album:blue"]
                && several.last?.record.isFavourite == true,
            "several records come in the order in which they were asked for")
        await notes.expect(.invalidValue, "but not too many") {
            _ = try await service.listeningRecords(of: Array(repeating: "track:b1", count: 1001))
        }
        let liked = notes.heard(try await service.listeningRecord(of: "album:blue"))
        notes.expect(liked.identifier.description == "album:blue" && liked.record.isFavourite, "a favourite is one")
        try await service.setDisliked("album:blue", true)
        let disliked = try await service.listeningRecord(of: "album:blue").record
        notes.expect(disliked.isDisliked && !disliked.isFavourite, "what is disliked is no favourite any longer")
        try await service.setDisliked("album:blue", false)
        notes.expect(try await !service.listeningRecord(of: "album:blue").record.isDisliked, "it can be taken back")
        try await service.setPlayed("album:green", true)
        notes.expect(
            notes.heard(try await service.listeningRecord(of: "track:g1")).record.playCount == 1,
            "all of an album that was played was")
        try await service.setPlayed("track:g1", false)
        notes.expect(try await service.listeningRecord(of: "track:g1").record.playCount == 0, "or was not")
    }

    private static func checkStars(_ service: some ListeningService, _ notes: Notes) async throws {
        for number in [0, 2.5, 5] {
            try await service.setStars("Albums/Blue", Stars(number))
            let rated = notes.heard(try await service.listeningRecord(of: "album:blue"))
            notes.expect(rated.record.stars == Stars(number), "\(number) stars are kept, not \(rated.record)")
        }
        try await service.setStars("album:blue", nil)
        notes.expect(try await service.listeningRecord(of: "album:blue").record.stars == nil, "and taken back")
    }

    private static func checkBookmarks(_ service: some ListeningService, _ notes: Notes) async throws {
        for (offset, limit, count) in pages(of: 2) {
            let page = notes.heard(try await service.bookmarks(offset: offset, limit: limit))
            notes.expect(
                page.total == 2 && page.bookmarks.count == count, "\(limit) bookmarks from \(offset) are \(count)")
        }
        let all = try await service.bookmarks(offset: 0, limit: 9).bookmarks
        notes.expect(all.map(\.number) == [2, 1], "the newest bookmark comes first")
        try await service.removeBookmark(2)
        notes.expect(
            try await service.bookmarks(offset: 0, limit: 9).bookmarks.map(\.number) == [1], "one can be removed")
        await notes.expect(.notFound, "but once only") { try await service.removeBookmark(2) }
    }

    private static func checkHistory(_ service: some ListeningService, _ notes: Notes) async throws {
        for (offset, limit, count) in pages(of: 3) {
            let page = notes.heard(try await service.history(HistoryRequest(), offset: offset, limit: limit))
            notes.expect(page.total == 3 && page.entries.count == count, "\(limit) entries from \(offset) are \(count)")
        }
        let late = try await service.history(HistoryRequest(since: 2, place: "track:b1"), offset: 0, limit: 1)
        notes.expect(late.total == 2 && late.entries.map(\.time) == [3], "a part of the journal has the newest first")
        let skips = try await service.history(HistoryRequest(kinds: [.skipped]), offset: 0, limit: 9)
        notes.expect(skips.total == 0, "the journal can be read by kinds")
        await notes.expect(.nothingMatches, "the item of a journal is one") {
            _ = try await service.history(HistoryRequest(place: "zzz"), offset: 0, limit: 9)
        }
        notes.expect(try await service.eraseHistory(HistoryRequest(until: 2)) == 1, "a part of it can be erased")
        notes.expect(try await service.history(HistoryRequest(), offset: 0, limit: 9).total == 2, "and is gone")
        notes.expect(try await service.eraseHistory(HistoryRequest()) == 2, "and all of it")
        notes.expect(
            try await service.history(HistoryRequest(), offset: 0, limit: 9).entries.isEmpty, "and is gone, too")
    }
}
