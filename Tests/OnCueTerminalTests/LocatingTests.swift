// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueCore
@testable import OnCueTerminal

@Suite("Showing items where they belong")
struct LocatingTests {
    private static let start = ContinuousClock.now

    private func model(_ tab: AppTab, _ rows: [ContentRecord]) -> AppModel {
        var model = AppModel(
            tab, keys: KeyTable(), screen: Screen(isTerminal: true, width: 100, height: 24), now: Self.start)
        _ = model.begin()
        if tab == .search { _ = model.handle(.key(.character("x"))) }
        fill(&model, rows, model.handle(.outdated(tab)))
        if tab == .search { _ = model.handle(.key(.enter)) }
        return model
    }

    private func fill(_ model: inout AppModel, _ rows: [ContentRecord], _ effects: [AppEffect]) {
        for case .fetch(let fetch) in effects where fetch.tab == model.tab {
            _ = model.handle(.page(fetch, ListPage(total: rows.count, rows: rows.map { ListRow($0) })))
        }
    }

    private func record(_ kind: String, _ title: String, isContainer: Bool = false) -> ContentRecord {
        ContentRecord(
            identifier: "\(kind):1", kind: kind, title: title, subtitle: kind == "track" ? "Ada" : "",
            isContainer: isContainer, isPlayable: true)
    }

    private func press(_ model: inout AppModel, _ letter: Character) -> [AppEffect] {
        model.handle(.key(.character(letter)))
    }

    private func titles(_ model: AppModel, _ tab: AppTab = .library) -> [String] {
        model.trees[tab]?.levels.map(\.title) ?? []
    }

    @Test("A track is looked for by what it is, whichever list it is in", arguments: [AppTab.search, .history])
    func track(tab: AppTab) {
        var model = model(tab, [record("track", "Song 113")])

        let effects = press(&model, "o")

        #expect(model.tab == .library)
        #expect(effects.contains(.locate(item: "track:1", title: "Song 113", artist: "Ada", album: "")))
        let album = ContentRecord(identifier: "album:11", kind: "album", title: "Album 11", isContainer: true)
        _ = model.handle(.located(album, item: "track:1", title: "Song 113"))
        #expect(titles(model) == ["", "Library", "Albums", "Album 11"])
        _ = press(&model, "o")
        #expect(model.tab == tab)
    }

    @Test("An album or an artist opens itself, below the lists that lead to it, whatever was open before")
    func lists() {
        var model = model(.suggestions, [record("album", "Album 32")])
        for (kind, title) in [("artist", "Artist 2"), ("album", "Album 22")] {
            let open = ContentRecord(identifier: "\(kind):7", kind: kind, title: title, isContainer: true)
            _ = model.with(.library) { $0.open(open) }
        }

        let effects = press(&model, "o")

        #expect(model.tab == .library)
        #expect(titles(model) == ["", "Library", "Albums", "Album 32"])
        #expect(effects.contains { if case .fetch(let fetch) = $0 { fetch.identifier == "album:1" } else { false } })
        #expect(!effects.contains { if case .locate = $0 { true } else { false } })

        var other = self.model(.search, [record("artist", "Artist 3", isContainer: true)])
        _ = press(&other, "o")
        #expect(titles(other) == ["", "Library", "Artists", "Artist 3"])
        #expect(other.trees[.library]?.levels[2].wanted == "artist:1")
    }

    @Test("The library begins at its top again when it was begun with a place")
    func placed() {
        var model = AppModel(
            .library, place: "Albums/Blue", keys: KeyTable(),
            screen: Screen(isTerminal: true, width: 100, height: 24), now: Self.start)
        _ = model.begin()
        _ = press(&model, "8")
        fill(&model, [record("album", "Album 32")], model.handle(.outdated(.suggestions)))

        _ = press(&model, "o")

        #expect(titles(model) == ["", "Library", "Albums", "Album 32"])
    }

    @Test("Podcasts, stations and playlists are shown on screens of their own")
    func otherScreens() {
        var model = model(.search, [record("podcast", "Street Talk", isContainer: true)])
        _ = press(&model, "o")
        #expect(model.tab == .podcasts)
        #expect(titles(model, .podcasts) == ["Podcasts", "Street Talk"])
        _ = press(&model, "o")
        #expect(model.tab == .search)

        model = self.model(.history, [record("episode", "Talk 1")])
        let effects = press(&model, "o")
        #expect(effects.contains(.locate(item: "episode:1", title: "Talk 1", artist: "", album: "")))
        let podcast = record("podcast", "Street Talk", isContainer: true)
        _ = model.handle(.located(podcast, item: "episode:1", title: "Talk 1"))
        #expect(model.tab == .podcasts)
        #expect(titles(model, .podcasts) == ["Podcasts", "Street Talk"])

        model = self.model(.history, [record("station", "Somewhere")])
        let stations = press(&model, "o")
        #expect(model.tab == .radio)
        fill(
            &model,
            [ContentRecord(identifier: "station:0", kind: "station", title: "A"), record("station", "Somewhere")],
            stations)
        #expect(model.level.selection?.title == "Somewhere")

        model = self.model(.search, [record("playlist", "Evening", isContainer: true)])
        let evening = record("playlist", "Evening", isContainer: true)
        #expect(press(&model, "o").contains(.locatePlaylist(evening)))
        #expect(model.tab == .playlists)
        _ = model.handle(.locatedPlaylist(evening, folders: []))
        #expect(titles(model, .playlists) == ["Playlists", "Evening"])
    }

    @Test("A playlist in folders is shown below them, so that going back leads through them")
    func folders() {
        let train = record("playlist", "Train", isContainer: true)
        var model = model(.search, [train])
        _ = press(&model, "o")

        let trips = ContentRecord(identifier: "folder:trips", kind: "folder", title: "Trips", isContainer: true)
        let rail = ContentRecord(identifier: "folder:rail", kind: "folder", title: "Rail", isContainer: true)
        _ = model.handle(.locatedPlaylist(train, folders: [trips, rail]))

        #expect(titles(model, .playlists) == ["Playlists", "Trips", "Rail", "Train"])
        #expect(model.trees[.playlists]?.level.path == "Playlists/Trips/Rail/Train")
        _ = press(&model, "h")
        #expect(titles(model, .playlists) == ["Playlists", "Trips", "Rail"])
        #expect(model.level.wanted == "playlist:1")

        _ = press(&model, "1")
        _ = model.handle(.locatedPlaylist(train, folders: []))
        #expect(titles(model, .playlists) == ["Playlists", "Trips", "Rail"], "what was turned to meanwhile stays")
    }

    @Test("What is in no album is said, on the screen that it was asked on")
    func missing() {
        var model = model(.history, [record("track", "Elsewhere")])
        _ = press(&model, "o")
        _ = model.handle(.located(nil, item: "track:1", title: "Elsewhere"))
        #expect(model.tab == .history)
        #expect(model.message == "Elsewhere is not in an album of the library")

        model = self.model(.radio, [record("station", "Somewhere")])
        #expect(press(&model, "o").isEmpty)
        #expect(model.message == "Somewhere is a station, which is in no album")
        #expect(model.tab == .radio)
    }

    // MARK: The search

    @Test("The album of a track is the one that has it, not one with a name like its own or like its album's")
    func album() async {
        let item = record("track", "Song 113")
        let service = FakeService { state in
            state.items = [1, 2].map {
                ContentRecord(identifier: "album:\($0)", kind: "album", title: "Blue", isContainer: true)
            }
            state.children = ["album:1": [], "album:2": [item]]
            state.file.report.tags = [.init("ALBUM", "Blue"), .init("ARTIST", "Ada")]
        }
        let search = AlbumSearch(service: service)

        #expect(await search.list(of: "track:1", artist: "", album: "")?.identifier == "album:2")
        #expect(service.calls.contains("search kind:album album:\"Blue\" artist:\"Ada\" 0 50"))
        #expect(await search.list(of: "track:7", artist: "", album: "") == nil)
    }

    @Test("A track whose file cannot be read is looked for in the albums of its artist")
    func unreadable() async {
        let item = record("track", "Song 113")
        let service = FakeService { state in
            state.items = [ContentRecord(identifier: "album:1", kind: "album", title: "Blue", isContainer: true)]
            state.children = ["album:1": [item]]
        }

        let found = await AlbumSearch(service: service).list(of: "track:1", artist: "Ada", album: "")

        #expect(found?.identifier == "album:1")
        #expect(service.calls.contains("search kind:album artist:\"Ada\" 0 50"))
    }

    @Test("The folders of a playlist are found from the top, and none for one that is in no folder")
    func playlist() async {
        func folder(_ name: String) -> ContentRecord {
            ContentRecord(identifier: "folder:\(name)", kind: "folder", title: name, isContainer: true)
        }
        let list = record("playlist", "Train")
        let service = FakeService { state in
            state.children = [
                "section:playlists": [folder("Calm"), folder("Trips")], "folder:Calm": [],
                "folder:Trips": [folder("Rail")], "folder:Rail": [list],
            ]
        }
        let search = PlaylistSearch(service: service)

        #expect(await search.folders(of: "playlist:1").map(\.title) == ["Trips", "Rail"])
        #expect(await search.folders(of: "playlist:7").isEmpty)
    }

    @Test("An episode is found in its podcast, whatever that is called")
    func podcast() async {
        let episode = record("episode", "Talk 1")
        let service = FakeService { state in
            state.podcasts = [FakeService.show]
            state.children = [FakeService.show.identifier.description: [episode]]
        }
        let search = AlbumSearch(service: service)

        #expect(await search.list(of: "episode:1", artist: "", album: "")?.title == "The Show")
        #expect(await search.list(of: "episode:2", artist: "", album: "The Show") == nil)
    }
}
