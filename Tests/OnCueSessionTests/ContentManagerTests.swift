// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Places in the content tree")
struct ContentManagerTests {
    private let source = FakeContentSource([
        .init("Blue", by: "Ada", tracks: [.sample("b1", title: "So What"), .sample("b2", title: "Freddie")]),
        .init("Green", by: "Bix", tracks: [.sample("g1", title: "Leaves")]),
        .init("Empty", by: "Cy", tracks: []),
    ])
    private let resolver = FakeMediaResolver()
    private let album = ContentIdentifier(kind: .album, key: "blue")

    @MediaActor
    private var manager: ContentManager { ContentManager(source: source, resolver: resolver) }

    @MediaActor
    private func code(_ place: String) async -> ContentError.Code? {
        do {
            _ = try await manager.selection(at: try ContentPlace(place))
            return nil
        } catch {
            return error.code
        }
    }

    @Test("An index path leads to the item and keeps its position")
    @MediaActor
    func indexPaths() async throws {
        let found = try await manager.item(at: try ContentPlace("/1/0"))

        #expect(found.item.identifier == album)
        #expect(found.path == IndexPath(indexes: [1, 0]))
    }

    @Test("The root and its sections are known by position at every revision")
    @MediaActor
    func sectionsNeverMove() async throws {
        _ = source.replace(with: [])

        let root = try await manager.item(at: try ContentPlace("/"))
        let albums = try await manager.item(at: try ContentPlace("/1@1"))

        #expect(root.item.identifier == .root)
        #expect(albums.item.title == "Albums")
    }

    @Test("An index path of a revision that has passed is refused, for items, pages and playing")
    @MediaActor
    func staleIndexPaths() async throws {
        let current = source.replace(with: [])
        let place = try ContentPlace("/1/0@1")

        let stale = ContentError.Code.staleIndexPath(current: current)
        #expect(await code("/1/0@1") == stale)
        await #expect(throws: ContentError.self) { try await manager.item(at: place) }
        await #expect(throws: ContentError.self) { try await manager.children(at: place, offset: 0, limit: 1) }
    }

    @Test("An index path without a revision is taken at the present one; out of range is not found")
    @MediaActor
    func positionsOutOfRange() async {
        #expect(await code("/1/0") == nil)
        #expect(await code("/1/99") == .notFound)
        #expect(await code("/99") == .notFound)
        #expect(await code("/1/0/0/0") == .notFound)
    }

    @Test("Titles lead to the item, whatever their case")
    @MediaActor
    func titles() async throws {
        let found = try await manager.item(at: try ContentPlace("albums/BLUE"))

        #expect(found.item.identifier == album)
        #expect(found.path == IndexPath(indexes: [1, 0]))
    }

    @Test("A section that was named has its position, so that its children have theirs")
    @MediaActor
    func sectionsHavePositions() async throws {
        let (page, path) = try await manager.children(at: try ContentPlace("Albums"), offset: 1, limit: 1)

        #expect(path == IndexPath(index: 1))
        #expect(page.items.map(\.title) == ["Green"])
        #expect(page.offset == 1)
        #expect(page.total == 3)
    }

    @Test("What was reached by titles has its position, so that its children have theirs")
    @MediaActor
    func titlesHavePositions() async throws {
        let deep = try await manager.children(at: try ContentPlace("artists/ada/blue"), offset: 0, limit: 9)
        let track = try await manager.item(at: try ContentPlace("Albums/Green/Leaves"))

        #expect(deep.path == IndexPath(indexes: [0, 0, 0]))
        #expect(track.path == IndexPath(indexes: [1, 1, 0]))
        #expect(track.revision == ContentTree.Revision(1))
    }

    @Test("Pages are bounded, and wild numbers are brought into bounds")
    @MediaActor
    func pageBounds() async throws {
        let place = try ContentPlace("/1")

        let low = try await manager.children(at: place, offset: .min, limit: .min).page
        let high = try await manager.children(at: place, offset: .max, limit: .max).page
        let search = try await manager.search("e", offset: .min, limit: .min)

        #expect(low.offset == 0)
        #expect(low.items.count == 1)
        #expect(high.items.isEmpty)
        #expect(high.total == 3)
        #expect(search.items.count == 1)
    }

    @Test("Words that are no titles select the best match of a search")
    @MediaActor
    func wordsSearch() async throws {
        let selection = try await manager.selection(at: try ContentPlace("what"))

        #expect(selection.title == "So What")
        #expect(selection.tracks.map(\.title) == ["So What"])
        #expect(await code("zzz") == .nothingMatches)
    }

    @Test("Words name their best match, and another one that fits as well")
    @MediaActor
    func wordsName() async throws {
        let what = try await manager.named(by: try ContentPlace("what"))
        let blue = try await manager.named(by: try ContentPlace("e"))

        #expect(what.items.map(\.title) == ["So What"])
        #expect(what.naming == .words)
        #expect(what.runnerUp == nil)
        #expect(blue.items.map(\.title) == ["Blue"])
        #expect(blue.runnerUp?.title == "Green")
        await #expect(throws: ContentError.self) { try await manager.item(at: try ContentPlace("what")) }
    }

    @Test("Words that are to be opened name something with an inside")
    @MediaActor
    func wordsToOpen() async throws {
        let track = try await manager.named(by: try ContentPlace("ada"))
        let opened = try await manager.named(by: try ContentPlace("somebody"), opens: true)

        #expect(track.items.map(\.title) == ["Blue"])
        #expect(opened.items.map(\.title) == ["So What"], "nothing that matches has one")
    }

    @Test(
        "Titles that lead nowhere are an error with the nearest right ones, and nothing is searched in their place",
        arguments: [
            ("Albums/Bleu", "did you mean \"Albums/Blue\"?"), ("Artists/Blue", "did you mean \"Albums/Blue\"?"),
            ("Albms/Blue", "did you mean \"Albums/Blue\"?"), ("Albums/So What", "did you mean \"Tracks/So What\"?"),
            ("Albums/zzzzzz", "oncue browse Albums shows what is there"), ("Albms", "did you mean \"Albums\"?"),
            ("Alb", "did you mean \"Albums\"?"),
            ("zzz", "search for it with oncue search, or look around with oncue browse"),
        ])
    @MediaActor
    func wrongTitles(place: String, advice: String) async throws {
        let error = await #expect(throws: ContentError.self) {
            try await manager.selection(at: try ContentPlace(place))
        }

        #expect(error?.code == .nothingMatches)
        #expect(error?.message.hasSuffix("; \(advice)") == true, "\(error?.message ?? "")")
    }

    @Test(
        "Words with a slash name only what has the slash as well",
        arguments: ["AC/DC", "ac / dc thunder", "Thunder Ac/Dc"])
    @MediaActor
    func slashedWords(place: String) async throws {
        _ = source.replace(with: [
            .init("Razors Edge", by: "AC/DC", tracks: [.sample("t1", title: "Thunderstruck", artists: ["AC/DC"])])
        ])

        let named = try await manager.named(by: try ContentPlace(place))

        #expect(named.items.count == 1)
        #expect(named.items[0].title == (place == "AC/DC" ? "Razors Edge" : "Thunderstruck"))
    }

    @Test(
        "Titles that begin nowhere at the top are an error with the nearest right ones, and as they were typed",
        arguments: [
            ("Ada/Blue", "; did you mean \"Albums/Blue\"?"), ("Ada/So What", "; did you mean \"Tracks/So What\"?"),
            ("Zzz/Blue", "; did you mean \"Albums/Blue\"?"),
            ("e/e/e", "; search for it with oncue search, or look around with oncue browse"),
            ("Zzz/Yyy", "; search for it with oncue search, or look around with oncue browse"),
        ])
    @MediaActor
    func titlesFromNowhere(place: String, advice: String) async throws {
        let error = await #expect(throws: ContentError.self) {
            try await manager.selection(at: try ContentPlace(place))
        }

        #expect(error?.code == .nothingMatches)
        #expect(error?.message == "nothing in the library matches \"\(place)\"\(advice)")
    }

    @Test("What has the form of an identifier and is none is a query")
    @MediaActor
    func identifierAsQuery() async throws {
        let known = try await manager.selection(at: try ContentPlace("album:blue"))
        let named = try await manager.named(by: try ContentPlace("album:blue"))

        #expect(known.title == "Blue")
        #expect(named.naming == .place)
        #expect(await code("genre:jazz") == .nothingMatches)
        #expect(await code("genre:instrumental") == .nothingMatches, "a word that is as long as a key")
        #expect(await code("genre:instrument7l") == .notFound)
    }

    @Test("Another item with the same title is told")
    @MediaActor
    func twins() async throws {
        _ = source.replace(with: [
            .init("Blue", by: "Ada", tracks: [.sample("b1")]), .init("BLUE", by: "Bix", tracks: [.sample("x1")]),
        ])

        let selection = try await manager.selection(at: try ContentPlace("Albums/Blue"))

        #expect(selection.naming == .place)
        #expect(selection.title == "Blue")
    }

    @Test("Several places are one selection, and each that names nothing says why")
    @MediaActor
    func severalPlaces() async throws {
        let (content, failures) = await manager.selection(
            at: [try ContentPlace("Albums/Green"), try ContentPlace("zzz"), try ContentPlace("/1/0/1")])

        #expect(content?.tracks.map(\.title) == ["Leaves", "Freddie"])
        #expect(content?.placeCount == 2)
        #expect(content?.context == nil)
        #expect(failures.map(\.place) == [1])
    }

    @Test("Tracks by their identifiers come in their order, and one that is gone says so by its number")
    @MediaActor
    func severalTracks() async throws {
        let all = try await manager.selection(at: try ContentPlace("Albums/Blue")).tracks.map(\.identifier.description)
        let texts = [all[1], all[0], all[0], "track:gone", all[1], "Albums/Green", all[0], all[1]]
        let (content, failures) = await manager.selection(at: try texts.map { try ContentPlace($0) })

        let green = try await manager.selection(at: try ContentPlace("Albums/Green")).tracks.map(
            \.identifier.description)
        #expect(
            content?.tracks.map(\.identifier.description)
                == [all[1], all[0], all[0], all[1]] + green + [all[0], all[1]])
        #expect(content?.placeCount == 7)
        #expect(failures.map(\.place) == [3])
    }

    @Test(
        "A track reached through its container plays in it, from there on",
        arguments: ["/1/0/1", "Albums/Blue/Freddie"])
    @MediaActor
    func trackInContainer(place: String) async throws {
        let selection = try await manager.selection(at: try ContentPlace(place))

        #expect(selection.title == "Freddie")
        #expect(selection.kind == .track)
        #expect(selection.tracks.map(\.title) == ["So What", "Freddie"])
        #expect(selection.startIndex == 1)
        #expect(selection.context == PlaybackContext(identifier: self.album, title: "Blue", count: 2))
    }

    @Test("An episode plays alone, but in a playlist from there on", arguments: [ContentKind.album, .playlist])
    @MediaActor
    func episodes(kind: ContentKind) async throws {
        let episodes = ["e1", "e2"].map { key in
            var track = Track.sample(key)
            track.identifier = ContentIdentifier(kind: .episode, key: key)
            return track
        }
        _ = source.replace(with: [.init("Mixed", by: "Dee", tracks: episodes, kind: kind)])

        let selection = try await manager.selection(at: try ContentPlace("/1/0/1"))

        #expect(selection.tracks.count == (kind == .playlist ? 2 : 1))
        #expect(selection.tracks[selection.startIndex].identifier == episodes[1].identifier)
    }

    @Test("A track named by its identity plays alone")
    @MediaActor
    func trackAlone() async throws {
        let selection = try await manager.selection(at: try ContentPlace("track:b2"))

        #expect(selection.tracks.map(\.title) == ["Freddie"])
        #expect(selection.startIndex == 0)
        #expect(selection.context == nil)
    }

    @Test(
        "What is appended is the track itself, never its container",
        arguments: ["/1/0/1", "Albums/Blue/Freddie", "track:b2"])
    @MediaActor
    func enqueuedTrack(place: String) async throws {
        let selection = try await manager.tracks(at: try ContentPlace(place))

        #expect(selection.tracks.map(\.title) == ["Freddie"])
        #expect(selection.startIndex == 0)
    }

    @Test("An album plays whole, and an artist plays all albums")
    @MediaActor
    func containers() async throws {
        let album = try await manager.selection(at: try ContentPlace("album:blue"))
        let artists = try await manager.selection(at: try ContentPlace("/0/0"))

        #expect(album.tracks.count == 2)
        #expect(album.subtitle == "Ada")
        #expect(album.kind == .album)
        #expect(artists.tracks.count == 2)
        #expect(album.context == PlaybackContext(identifier: self.album, title: "Blue", count: 2))
        #expect(artists.context?.title == "Ada")
        #expect(artists.context?.kind == .artist)
    }

    @Test("An item with nothing to play says so")
    @MediaActor
    func nothingToPlay() async {
        #expect(await code("Albums/Empty") == .notPlayable)
        #expect(await code("Genres") == .notPlayable)
        #expect(await code("album:gone") == .nothingMatches)
    }

    @Test("A location is resolved, not looked up in the tree")
    @MediaActor
    func locations() async throws {
        let location = MediaLocation(filePath: Array("/elsewhere/a b.ogg".utf8))
        resolver.set([.sample("x"), .sample("y")], at: location)

        let selection = try await manager.selection(at: .location(location))

        #expect(selection.title == "a b.ogg")
        #expect(selection.kind == nil)
        #expect(selection.tracks.count == 2)
        #expect(try await manager.tracks(at: .location(location)).tracks.count == 2)
        #expect(await code("file:///none.ogg") == .notFound)
        await #expect(throws: ContentError.self) { try await manager.item(at: .location(location)) }
    }

    @Test("A stream is called as its track is, wherever it is named")
    @MediaActor
    func stream() async throws {
        let location = try #require(MediaLocation(uri: "https://radio.example/live.ogg"))
        var track = Track.sample("x")
        (track.location, track.title) = (location, location.shownURI)
        resolver.set([track], at: location)

        let selection = try await manager.selection(at: .location(location))
        #expect(selection.title == "https://radio.example/live.ogg")
    }

    @Test("An address that is neither a file nor on the web is refused by its scheme")
    @MediaActor
    func foreignScheme() async throws {
        let location = try #require(MediaLocation(uri: "foo://bar/x.ogg"))
        resolver.set([.sample("x")], at: location)

        #expect(await code("foo://bar/x.ogg") == .notPlayable)
    }
}
