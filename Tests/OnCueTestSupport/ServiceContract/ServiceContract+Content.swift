// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// The tracks of an album with more of them than fit on a page.
    package static let manyTracks = FakeContentSource.Album(
        "Big", by: "Cy", tracks: (0..<1100).map { .sample("t\($0)", title: "T \($0)") })

    /// Checks the content tree, which has ``manyTracks`` besides.
    package static func content(_ service: some ContentService, _ notes: Notes) async throws {
        let found = notes.heard(try await service.item(at: "/1/0/0"))
        notes.expect(
            found.item.identifier == "track:b1" && found.item.title == "So What", "a position leads to an item")
        notes.expect(found.item.path == "/1/0/0", "an item that was found by position has one")
        for place in ["album:blue", "Albums/Blue"] {
            let album = notes.heard(try await service.item(at: place)).item
            notes.expect(album.identifier == "album:blue" && album.isContainer, "\(place) leads to the album")
        }
        try await checkChildren(service, notes)
        try await checkNames(service, notes)
        try await checkContentPages(service, notes)
        for (place, code) in wrongPlaces + [("album:none", .notFound)] {
            await notes.expect(code, "there is no item at \"\(place)\"") { _ = try await service.item(at: place) }
            await notes.expect(code, "there are no children at \"\(place)\"") {
                _ = try await service.children(of: place, offset: 0, limit: 5)
            }
        }
        await notes.expect(.notContainer, "a track has no children") {
            _ = try await service.children(of: "track:b1", offset: 0, limit: 5)
        }
    }

    private static func checkChildren(_ service: some ContentService, _ notes: Notes) async throws {
        let albums = notes.heard(try await service.children(of: "/1", offset: 1, limit: 1))
        notes.expect(albums.container?.title == "Albums" && albums.container?.path == "/1", "a container is told")
        notes.expect(albums.total == 3 && albums.offset == 1, "with the number of its children")
        notes.expect(albums.items.map(\.title) == ["Green"] && albums.items.first?.childCount == 1, "and some of them")
        notes.expect(albums.items.first?.path == "/1/1", "which have positions")
        let tracks = notes.heard(try await service.children(of: "album:blue", offset: 0, limit: 0))
        notes.expect(tracks.items.map(\.title) == ["So What", "Freddie"], "an album has its tracks")
        notes.expect(tracks.items.allSatisfy { $0.path == nil }, "without positions if it was found without")
    }

    private static func checkNames(_ service: some ContentService, _ notes: Notes) async throws {
        let place = notes.heard(try await service.resolve("album:blue", opens: false))
        notes.expect(
            place.items.map(\.identifier) == ["album:blue"] && place.naming == .place, "a place names its item")
        let words = notes.heard(try await service.resolve("freddie", opens: false))
        notes.expect(words.items.map(\.title) == ["Freddie"] && words.naming == .words, "words name their match")
        await notes.expect(.nothingMatches, "words may name nothing") {
            _ = try await service.resolve("zzz", opens: false)
        }
        await notes.expect(.invalidPlace, "no words name nothing") { _ = try await service.resolve("", opens: false) }
        await notes.expect(.nothingMatches, "nothing at all is prepared") { try await service.prepare("album:none") }
        for words in ["zzz", "", " ", "\"", "'; DROP", "\u{1}", "%"] {
            let none = notes.heard(try await service.search(words, offset: 0, limit: 0))
            notes.expect(none.total == 0 && none.items.isEmpty, "\"\(words)\" finds nothing, without an error")
        }
    }

    private static func checkContentPages(_ service: some ContentService, _ notes: Notes) async throws {
        for (offset, limit, count) in pages(of: 1103) {
            let page = try await service.children(of: "Tracks", offset: offset, limit: limit)
            notes.expect(page.total == 1103, "a page tells the number of all children")
            notes.expect(page.items.count == count, "\(limit) children from \(offset) are \(count)")
        }
        for (offset, limit, count) in pages(of: 1100) {
            let page = try await service.search("t somebody", offset: offset, limit: limit)
            notes.expect(page.total == 1100 && page.items.count == count, "\(limit) finds from \(offset) are \(count)")
        }
    }

    /// Checks the files behind items.
    package static func files(_ service: some FileService, _ notes: Notes) async throws {
        let found = notes.heard(try await service.file(of: "track:b1"))
        notes.expect(found.identifier.description == "track:b1" && found.title == "So What", "it is the item's")
        notes.expect(found.report.tags == [FileReport.Tag("TITLE", "So What")], "with what is in it")
        await notes.expect(.refused, "an album has several") { _ = try await service.file(of: "album:blue") }
        for (place, code) in wrongPlaces where !place.contains("://") {
            await notes.expect(code, "\"\(place)\" has no file") { _ = try await service.file(of: place) }
        }
    }

    /// Checks web pages: there is `https://example.org/tour`, as ``FakePages`` has it.
    package static func pages(_ service: some PageService, _ notes: Notes) async throws {
        let page = notes.heard(try await service.page(at: FakePages.tour.address))
        notes.expect(page == FakePages.tour, "a page comes with everything that it has")
        await notes.expect(.providerUnavailable, "a page that is not there") {
            _ = try await service.page(at: "https://example.org/none")
        }
        await notes.expect(.refused, "sound is not a page") {
            _ = try await service.page(at: "https://example.org/a.mp3")
        }
        for address in ["", "file:///etc/passwd", "oncue://x", "no address"] {
            await notes.expect(.invalidPlace, "\"\(address)\" is no address of a page") {
                _ = try await service.page(at: address)
            }
        }
        try await events(service, notes)
    }

    /// Checks kept events; nobody on the page is in the library.
    private static func events(_ service: some PageService, _ notes: Notes) async throws {
        let none = notes.heard(try await service.keepEvents(of: FakePages.tour.address, all: false))
        notes.expect(none.isEmpty, "events of others are kept on request only")
        let kept = notes.heard(try await service.keepEvents(of: FakePages.tour.address, all: true))
        notes.expect(kept == [KeptEvent(FakePages.tour.events[0], on: FakePages.tour.address, artists: [])], "an event")
        _ = try await service.keepEvents(of: FakePages.tour.address, all: true)
        notes.expect(try await service.keptEvents() == kept, "an event is kept once")
        await notes.expect(.providerUnavailable, "events of a page that is not there") {
            _ = try await service.keepEvents(of: "https://example.org/none", all: true)
        }
        let names = kept.map(\.identifier.description) + ["event:x", "", "track:b1"]
        notes.expect(try await service.removeEvents(names) == 1, "what is no event is passed over")
        notes.expect(try await service.removeEvents(names) == 0, "an event is removed once")
        notes.expect(try await service.keptEvents().isEmpty, "no events")
    }

    /// Checks searches in open directories, which have what ``FakeDirectories`` has.
    package static func directories(_ service: some DirectoryService, _ notes: Notes) async throws {
        let podcasts = notes.heard(try await service.searchPodcasts("  gears \n show ", limit: 10))
        notes.expect(podcasts == FakeDirectories.podcasts, "podcasts come with everything that is known of them")
        let stations = notes.heard(try await service.searchStations("jazz", limit: 10))
        notes.expect(stations == FakeDirectories.stations, "stations come with everything that is known of them")
        notes.expect(try await service.searchStations("jazz", limit: 1).count == 1, "no more than wanted")
        notes.expect(try await service.searchStations("jazz", limit: 0).count == 1, "but one at least")
        notes.expect(try await service.searchPodcasts("nothing", limit: 5).isEmpty, "there may be none")
        for words in ["", " \t", String(repeating: "a", count: 201)] {
            await notes.expect(.invalidValue, "\(words.count) characters are not searched for") {
                _ = try await service.searchPodcasts(words, limit: 5)
            }
            await notes.expect(.invalidValue, "\(words.count) characters are not searched for") {
                _ = try await service.searchStations(words, limit: 5)
            }
        }
        await notes.expect(.providerUnavailable, "a directory that does not answer") {
            _ = try await service.searchStations("offline", limit: 5)
        }
        await notes.expect(.refused, "a directory that was asked too often") {
            _ = try await service.searchPodcasts("again", limit: 5)
        }
        for address in [podcasts[0].address, stations[0].address] {
            let file = notes.heard(try await service.pictureOfFound(address))
            notes.expect(file.filePath != nil, "a picture is a file")
        }
        for address in ["", "https://example.org/other", "file:///etc/passwd"] {
            await notes.expect(.notFound, "\"\(address)\" was not found") {
                _ = try await service.pictureOfFound(address)
            }
        }
    }

    /// Checks pictures.
    package static func artwork(_ service: some ArtworkService, _ notes: Notes) async throws {
        for size in [nil, 1, 128, 129, 512, 4_000_000_000] {
            let file = notes.heard(try await service.artwork(of: "track:b1", size: size))
            notes.expect(file.filePath != nil, "a picture is a file")
        }
        notes.expect(
            try await service.artwork(of: "album:blue", size: 128) == service.artwork(of: "Albums/Blue", size: 128),
            "the picture is that of the item")
        for (place, code) in wrongPlaces {
            await notes.expect(code, "there is no picture at \"\(place)\"") {
                _ = try await service.artwork(of: place, size: 128)
            }
        }
    }
}
