// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueQuery
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks playlists.
    ///
    /// - Parameters:
    ///   - content: The tree in which they are.
    ///   - playback: Undoes changes of them.
    ///   - play: Plays the album Blue.
    package static func playlists(
        _ service: some PlaylistService, in content: some ContentService, undoing playback: some PlaybackService,
        _ notes: Notes, play: () async throws -> Void
    ) async throws {
        await notes.expect(.notPlayable, "an empty queue is not saved") { _ = try await service.saveQueue(as: "Q") }
        let mix = notes.heard(try await service.createPlaylist("Mix", format: ""))
        notes.expect(try await content.item(at: mix).item.title == "Mix", "a new playlist is in the tree")
        notes.expect(try await content.children(of: mix, offset: 0, limit: 9).total == 0, "and empty")
        _ = try await service.createPlaylist("Other", format: "xspf")
        await notes.expect(.refused, "a name that is taken is refused") {
            _ = try await service.createPlaylist("Mix", format: "")
        }
        await notes.expect(.refused, "a playlist needs a name") { _ = try await service.createPlaylist("", format: "") }
        await notes.expect(.invalidValue, "not every format is written") {
            _ = try await service.createPlaylist("Third", format: "pls")
        }
        try await checkEntries(of: mix, service, content, notes)
        try await checkArranging(of: mix, service, content, notes)
        try await service.renamePlaylist(mix, to: "Best")
        notes.expect(try await content.item(at: mix).item.title == "Best", "a playlist that is renamed stays the same")
        await notes.expect(.refused, "also not by renaming") { try await service.renamePlaylist(mix, to: "Other") }
        try await play()
        let saved = notes.heard(try await service.saveQueue(as: "Q"))
        notes.expect(saved.count == 2, "the queue can be saved")
        notes.expect(
            try await content.children(of: saved.identifier, offset: 0, limit: 9).total == 2, "with its entries")
        try await checkUndoing(saved.identifier, service, in: content, playback, notes)
        try await exchange(service, mix, content, notes)
        try await service.deletePlaylist(mix)
        await notes.expect(.notFound, "what is deleted is gone") { try await service.deletePlaylist(mix) }
        for place in ["album:blue", "no such", "playlist:none", "/9/9", "Blue"] {
            await notes.expect(.notFound, "\(place) is not deleted") { try await service.deletePlaylist(place) }
            await notes.expect(.notFound, "\(place) is not renamed") {
                try await service.renamePlaylist(place, to: "x")
            }
            await notes.expect(.notFound, "nothing is removed from \(place)") {
                _ = try await service.arrange(place, .remove([0]))
            }
            await notes.expect(.notFound, "nothing is moved in \(place)") {
                _ = try await service.arrange(place, .move([0], to: 1))
            }
            await notes.expect(.notFound, "nothing is added to \(place)") {
                _ = try await service.add(["album:blue"], toPlaylist: place, at: nil)
            }
        }
    }

    /// Checks that changes of a playlist and of the queue are undone in the order in which they were made.
    private static func checkUndoing(
        _ saved: String, _ service: some PlaylistService, in content: some ContentService,
        _ playback: some PlaybackService, _ notes: Notes
    ) async throws {
        let created = notes.heard(try await playback.undoableEdits())
        notes.expect(created.first?.kind == .create && created.first?.playlist == "Q", "a saved queue can be undone")
        notes.expect(created.contains { $0.kind == .rename && $0.title == "Mix" }, "and what was renamed before")
        _ = try await service.arrange(saved, .remove([0]))
        try await playback.perform(.setRepeatMode(.off))
        try await playback.perform(.clearQueue)
        try await service.renamePlaylist(saved, to: "P")
        let edits = notes.heard(try await playback.undoableEdits())
        notes.expect(edits.map(\.kind).prefix(3) == [.rename, .clear, .remove], "the latest change is first")
        notes.expect(edits.map(\.playlist).prefix(3) == ["P", nil, "Q"], "with the playlist, if it is of one")
        notes.expect(notes.heard(try await playback.undoEdit()) == edits.first, "a name is undone")
        notes.expect(try await content.item(at: saved).item.title == "Q", "and is the old one")
        notes.expect(try await playback.undoEdit().kind == .clear, "then the queue comes back")
        notes.expect(try await playback.undoEdit().kind == .remove, "then the entry of the playlist")
        notes.expect(try await content.children(of: saved, offset: 0, limit: 9).total == 2, "which is there again")
        let undone = try await playback.redoableEdits().map(\.kind)
        notes.expect(undone.prefix(3) == [.remove, .clear, .rename], "all can be done again")
        notes.expect(try await playback.redoEdit().kind == .remove, "in their order")
        notes.expect(try await content.children(of: saved, offset: 0, limit: 9).total == 1, "and are")
        _ = try await playback.undoEdit()
    }

    private static func exchange(
        _ service: some PlaylistService, _ mix: String, _ content: some ContentService, _ notes: Notes
    ) async throws {
        for format in ["", "m3u8", "xspf", "pls"] {
            notes.expect(
                !notes.heard(try await service.exportPlaylist(mix, as: format, to: "file:///m/l.m3u8")).isEmpty,
                "a playlist is exported as \(format)")
        }
        await notes.expect(.invalidValue, "but not as anything") {
            _ = try await service.exportPlaylist(mix, as: "asx", to: "")
        }
        await notes.expect(.invalidPlace, "to a file") {
            _ = try await service.exportPlaylist(mix, as: "", to: "http://h/x")
        }
        for place in ["no such", "Blue", "album:blue"] {
            await notes.expect(.notFound, "\(place) is not exported") {
                _ = try await service.exportPlaylist(place, as: "", to: "")
            }
        }
        let imported = notes.heard(try await service.importPlaylist("file:///m/Road.m3u8", as: "Road"))
        notes.expect(
            try await content.item(at: imported.identifier).item.title == "Road", "an imported playlist is in the tree")
        await notes.expect(.refused, "a name is imported once") {
            _ = try await service.importPlaylist("file:///m/Road.m3u8", as: "Road")
        }
        await notes.expect(.notFound, "what is not there is not imported") {
            _ = try await service.importPlaylist("file:///m/none.m3u8", as: "")
        }
        await notes.expect(.invalidPlace, "nor what is no file") {
            _ = try await service.importPlaylist("http://h/x.m3u8", as: "")
        }
    }

    private static func checkEntries(
        of playlist: String, _ service: some PlaylistService, _ content: some ContentService, _ notes: Notes
    ) async throws {
        func expectEntries(_ titles: [String], _ promise: String) async throws {
            let found = try await content.children(of: playlist, offset: 0, limit: 9).items.map(\.title)
            notes.expect(found == titles, "\(promise): \(titles), not \(found)")
        }
        let added = notes.heard(try await service.add(["album:blue"], toPlaylist: playlist, at: nil))
        notes.expect(added.count == 2, "what is added is told")
        _ = try await service.add(["album:green", "track:b1"], toPlaylist: playlist, at: 0)
        try await expectEntries(["Leaves", "So What", "So What", "Freddie"], "what is added is there")
        _ = try await service.arrange(playlist, .remove([1]))
        _ = try await service.arrange(playlist, .move([0], to: 2))
        try await expectEntries(
            ["So What", "Freddie", "Leaves"], "what is removed is gone, and what is moved elsewhere")
        for places in [["album:green", "album:none"], ["zzz"]] {
            await notes.expect(.nothingMatches, "all of \(places) is added, or nothing") {
                _ = try await service.add(places, toPlaylist: playlist, at: nil)
            }
        }
        await notes.expect(.invalidValue, "adding needs a place") {
            _ = try await service.add([], toPlaylist: playlist, at: nil)
        }
        await notes.expect(.notFound, "only what is there is removed") {
            _ = try await service.arrange(playlist, .remove([9]))
        }
        await notes.expect(.notFound, "only what is there is moved") {
            _ = try await service.arrange(playlist, .move([9], to: 0))
        }
        try await expectEntries(["So What", "Freddie", "Leaves"], "what fails changes nothing")
    }

    /// Checks stations.
    ///
    /// - Parameter content: The tree in which they are.
    package static func stations(
        _ service: some RadioService, in content: some ContentService, _ notes: Notes
    ) async throws {
        let jazz = notes.heard(try await service.addStation("Jazz", at: "http://h/x"))
        notes.expect(try await content.item(at: jazz).item.title == "Jazz", "a new station is in the tree")
        await notes.expect(.invalidValue, "a station has an address") {
            _ = try await service.addStation("Rock", at: "no address")
        }
        await notes.expect(.refused, "a name that is taken is refused") {
            _ = try await service.addStation("Jazz", at: "http://h/y")
        }
        try await service.renameStation(jazz, to: "Blues")
        notes.expect(try await content.item(at: jazz).item.title == "Blues", "a station that is renamed stays the same")
        try await service.removeStation(jazz)
        for place in [jazz, "album:blue", "no such", "station:none"] {
            await notes.expect(.notFound, "\(place) is not removed") { try await service.removeStation(place) }
            await notes.expect(.notFound, "\(place) is not renamed") { try await service.renameStation(place, to: "x") }
        }
    }

    /// Checks saved queries; there is none at first.
    package static func queries(_ service: some QueryService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.savedQueries()).isEmpty, "there is no query at first")
        try await service.saveQuery("New", "added:<30d")
        try await service.saveQuery("Old", "added:>30d")
        try await service.saveQuery("new", "added:<7d")
        let saved = notes.heard(try await service.savedQueries())
        notes.expect(saved.map(\.name) == ["new", "Old"], "a name is there once, where it was first")
        notes.expect(saved.first?.text == "added:<7d", "with what it means now")
        await notes.expect(.invalidQuery, "a mistake is not saved") { try await service.saveQuery("X", "yaer:1960") }
        for name in ["", "a/b"] {
            await notes.expect(.refused, "\"\(name)\" is no name") { try await service.saveQuery(name, "blue") }
        }
        try await service.removeQuery("NEW")
        notes.expect(try await service.savedQueries().map(\.name) == ["Old"], "a query can be removed")
        await notes.expect(.notFound, "but once only") { try await service.removeQuery("new") }
    }

    /// Checks the trash, in which there are the playlist Evening and, longer, the station Jazz.
    package static func trash(_ service: some TrashService, _ notes: Notes) async throws {
        let items = notes.heard(try await service.trash())
        notes.expect(items.map(\.title) == ["Evening", "Jazz"], "the newest comes first")
        guard let jazz = items.last else { return }
        try await service.restoreFromTrash(jazz.key)
        notes.expect(try await service.trash() == Array(items.dropLast()), "what is restored is gone from it")
        await notes.expect(.notFound, "it is restored once only") { try await service.restoreFromTrash(jazz.key) }
        notes.expect(try await service.emptyTrash() == 1, "what was removed for good is counted")
        notes.expect(try await service.trash().isEmpty, "and gone")
        notes.expect(try await service.emptyTrash() == 0, "so that the next time there is nothing")
    }

    /// Checks podcasts; there is none at first, and one at `http://h/feed` with the title The Show.
    package static func podcasts(_ service: some PodcastService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.subscriptions()).isEmpty, "there is no podcast at first")
        let show = notes.heard(try await service.subscribe(to: "http://h/feed"))
        notes.expect(show.title == "The Show", "a podcast is there when it is subscribed to")
        notes.expect(notes.heard(try await service.subscriptions()) == [show], "and listed")
        let place = show.identifier.description
        try await service.refreshPodcasts(nil)
        try await service.refreshPodcasts(place)
        let chapters = notes.heard(try await service.chapters(of: "track:b1"))
        notes.expect(chapters.map(\.start) == [.zero, .seconds(61)], "chapters have beginnings")
        try await service.download("track:b1")
        try await service.removeDownload("track:b1")
        try await service.setKept(true, "track:b1")
        try await podcastSettings(service, of: place, notes)
        notes.expect(
            notes.heard(try await service.importOPML("<opml/>")) == ImportedPodcasts(added: 2, known: 1), "feeds")
        notes.expect(
            notes.heard(try await service.exportOPML()).hasPrefix("<opml"), "are exported as they are imported")
        await notes.expect(.invalidPlace, "an address is one") { _ = try await service.subscribe(to: "nowhere") }
        await notes.expect(.refused, "and so is OPML") { _ = try await service.importOPML("no") }
        try await service.unsubscribe(place)
        notes.expect(try await service.subscriptions().isEmpty, "what is left is gone")
        for (place, code) in wrongPlaces {
            await notes.expect(code, "\"\(place)\" is not left") { try await service.unsubscribe(place) }
            await notes.expect(code, "\"\(place)\" has no chapters") { _ = try await service.chapters(of: place) }
            await notes.expect(code, "\"\(place)\" is not downloaded") { try await service.download(place) }
            await notes.expect(code, "\"\(place)\" has no download") { try await service.removeDownload(place) }
            await notes.expect(code, "\"\(place)\" is not kept") { try await service.setKept(true, place) }
            await notes.expect(code, "\"\(place)\" has no settings") {
                _ = try await service.podcastSettings(of: place)
            }
            await notes.expect(code, "\"\(place)\" cannot be set") {
                try await service.setPodcast(PodcastSettings(), of: place)
            }
            await notes.expect(code, "\"\(place)\" has no newest episodes") {
                _ = try await service.downloadLatest(1, of: place)
            }
            if !place.isEmpty {
                await notes.expect(code, "\"\(place)\" is not refreshed") { try await service.refreshPodcasts(place) }
            }
        }
    }

    private static func podcastSettings(
        _ service: some PodcastService, of place: String, _ notes: Notes
    ) async throws {
        let usual = PodcastSettings()
        notes.expect(notes.heard(try await service.podcastSettings(of: place)) == usual, "settings begin as usual")
        var settings = PodcastSettings()
        (settings.latest, settings.removal, settings.rate) = (3, .seconds(86_400), 1.5)
        (settings.intro, settings.outro) = (.seconds(30), .milliseconds(1500))
        (settings.order, settings.notifies, settings.notifiesLoudly) = (.oldest, true, true)
        try await service.setPodcast(settings, of: place)
        notes.expect(notes.heard(try await service.podcastSettings(of: place)) == settings, "and are as they were set")
        try await service.setPodcast(usual, of: place)
        notes.expect(try await service.podcastSettings(of: place) == usual, "also back")
        settings.latest = PodcastSettings.latestRange.upperBound + 1
        await notes.expect(.refused, "too much is refused") { [settings] in
            try await service.setPodcast(settings, of: place)
        }
        let newest = notes.heard(try await service.downloadLatest(2, of: place))
        notes.expect(newest.map(\.state) == [.waiting, .waiting], "the newest are downloaded")
    }
}
