// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlaylists
import OnCueSession
import Testing

@Suite("Lists where sound was promised")
struct WebListTests {
    private func locate(_ text: String, type: String? = "audio/mpeg") async throws(PlaybackError) -> String {
        guard let address = MediaLocation(uri: "http://host/listen") else { return "" }
        let locator = WebListLocator { address async throws(PlaybackError) in
            RemoteList(bytes: Array(text.utf8), contentType: type, address: address)
        }
        return try await locator.locate(address, isRetry: true).uri
    }

    /// A page with a sound, as the fetcher reads it.
    private func page(_ sound: String, closed: Set<Substring> = []) throws -> RemoteList {
        var list = RemoteList(
            bytes: Array("<!doctype html>".utf8), contentType: "text/html", address: try #require(Self.address))
        list.page = WebPage(address: "http://host/listen")
        list.page?.audio = [WebPage.Audio(address: sound)]
        list.closedHosts = closed
        return list
    }

    private static let address = MediaLocation(uri: "http://host/listen")

    @Test("the sound of a web page is played, and it is known what was taken")
    func sound() async throws {
        let (address, taken) = (try #require(Self.address), TakenSounds())
        let page = try page("https://cdn/a.mp3")
        let locator = WebListLocator(fetch: { _ async throws(PlaybackError) in page }, taken: taken)

        #expect(try await locator.locate(address, isRetry: true).uri == "https://cdn/a.mp3")
        #expect(taken[address]?.address == "https://cdn/a.mp3")
    }

    @Test("the list that a web page names is followed to its stream, once")
    func listOfPage() async throws {
        let address = try #require(Self.address)
        let page = try page("https://cdn/a.pls")
        let locator = WebListLocator(fetch: { asked async throws(PlaybackError) in
            guard asked != address else { return page }
            return RemoteList(bytes: Array("[playlist]\nFile1=http://cdn/one\n".utf8), contentType: nil, address: asked)
        })

        #expect(try await locator.locate(address, isRetry: true).uri == "http://cdn/one")
    }

    @Test("a page that leads to itself, or from the internet into the home network, does not play")
    func refusedSound() async throws {
        let address = try #require(Self.address)
        for page in [try page("http://host/listen"), try page("http://router/a.mp3", closed: ["router"])] {
            let locator = WebListLocator(fetch: { _ async throws(PlaybackError) in page })

            let error = await #expect(throws: PlaybackError.self) { try await locator.locate(address, isRetry: true) }
            #expect(error?.code == .notPlayable)
        }
    }

    @Test("a page without sound is refused before it plays, with what it has")
    func empty() async throws {
        let address = try #require(Self.address)
        var list = RemoteList(bytes: Array("<!doctype html>".utf8), contentType: "text/html", address: address)
        list.page = WebPage(address: "http://host/listen")
        list.page?.locations = [Location(name: "Blue Hall")].compactMap(\.self)
        list.page?.events = [WebPage.Event(), WebPage.Event()]
        let page = list
        let resolver = resolver { _ async throws(PlaybackError) in page }

        let error = await #expect(throws: ContentError.self) { try await resolver.tracks(at: address) }
        #expect(error?.code == .notPlayable)
        #expect(error?.message.contains("a web page that names no sound, but 2 events and 1 place") == true)
    }

    @Test(
        "a server that does not answer, or has nothing there, is told before anything plays; the player says the rest")
    func silent() async throws {
        let address = try #require(Self.address)
        let late = resolver { _ async throws(PlaybackError) in throw PlaybackError(.network, "no answer in 10 s") }
        let gone = resolver { _ async throws(PlaybackError) in throw PlaybackError(.notFound, "404") }
        let odd = resolver { _ async throws(PlaybackError) in throw PlaybackError(.failed, "odd") }

        let error = await #expect(throws: ContentError.self) { try await late.tracks(at: address) }
        #expect(error?.code == .unavailable)
        #expect(await #expect(throws: ContentError.self) { try await gone.tracks(at: address) }?.code == .notFound)
        #expect(try await odd.tracks(at: address).count == 1)
    }

    @Test("the sound of a page that was looked at plays without asking again, and only what may be a page is asked")
    func once() async throws {
        let address = try #require(Self.address)
        let (page, taken) = (try page("https://cdn/a.mp3"), TakenSounds())
        let locator = WebListLocator(fetch: { _ async throws(PlaybackError) in nil }, taken: taken)
        let resolver = PlaylistMediaResolver(
            media: StreamResolver(), library: NoTracks(), fetch: { _ async throws(PlaybackError) in page }, web: locator
        )

        #expect(locator.known(address) == nil)
        #expect(try await resolver.tracks(at: address).map(\.location) == [address])
        #expect(locator.known(address)?.uri == "https://cdn/a.mp3")
        for text in ["http://host/a.mp3", "http://host/listen/a.ogg?x=1"] {
            let location = try #require(MediaLocation(uri: text))
            _ = try await resolver.tracks(at: location)
            #expect(locator.known(location) == nil)
        }
    }

    @Test("the tracks of a page have what it says: an episode its show, a station its name, an album all its tracks")
    func described() async throws {
        let address = try #require(Self.address)
        var list = try page("https://cdn/a.mp3")
        list.page?.audio = []
        func tracks(_ fill: (inout WebPage) -> Void) async throws -> [Track] {
            var list = list
            var page = WebPage(address: "http://host/listen")
            fill(&page)
            list.page = page
            let answer = list
            return try await resolver { _ async throws(PlaybackError) in answer }.tracks(at: address)
        }
        let episode = try await tracks { page in
            var episode = WebPage.Episode()
            (episode.title, episode.podcast, episode.audio) = ("The van", "Street Talk", "https://cdn/12.mp3")
            (episode.date, episode.number, episode.duration) = ("2026-11-22", 12, .seconds(60))
            page.episodes = [episode]
        }
        #expect(
            episode.map(\.title) == ["The van"] && episode[0].album == "Street Talk" && episode[0].trackNumber == 12)
        #expect(episode[0].location == address && MediaType(episode[0]) == .podcast)
        #expect(episode[0].duration == .seconds(60) && episode[0].date == "2026-11-22")
        let station = try await tracks { page in
            var station = WebPage.Station()
            (station.title, station.stream) = ("Lake FM", "https://cdn/live")
            page.stations = [station]
        }
        #expect(station.map(\.title) == ["Lake FM"] && station[0].isStation && station[0].location == address)
        let album = try await tracks { page in
            var album = WebPage.Album()
            album.title = "Reeds"
            album.tracks = (1...2).map { number in
                var track = WebPage.Recording()
                (track.title, track.artist, track.album) = ("Heron \(number)", "Nine Herons", "Reeds")
                track.audio = "https://cdn/\(number).ogg"
                return track
            }
            (album.picture, album.tracks[1].picture) = ("https://cdn/reeds.jpg", "https://cdn/2.jpg")
            page.albums = [album]
        }
        #expect(album.map(\.title) == ["Heron 1", "Heron 2"])
        #expect(album.map(\.picture?.uri) == ["https://cdn/reeds.jpg", "https://cdn/2.jpg"])
        #expect(album.map(\.location.uri) == ["https://cdn/1.ogg", "https://cdn/2.ogg"])
        #expect(album.allSatisfy { $0.artists == ["Nine Herons"] && $0.album == "Reeds" })
    }

    @Test("of an album on the internet, what is on the home network is left out: tracks and pictures")
    func closedTracks() async throws {
        let address = try #require(Self.address)
        var list = try page("https://cdn/a.mp3", closed: ["router", "router:8080"])
        list.page?.audio = []
        var album = WebPage.Album()
        album.tracks = [("https://cdn/1.ogg", "http://router/cover"), ("http://router:8080/reboot", "https://cdn/2")]
            .map {
                var track = WebPage.Recording()
                (track.audio, track.picture) = $0
                return track
            }
        list.page?.albums = [album]
        list.page?.picture = "http://router/cover"
        #expect(list.addresses().count == 4, "each is looked at")
        let answer = list

        let tracks = try await resolver { _ async throws(PlaybackError) in answer }.tracks(at: address)

        #expect(tracks.count == 1 && tracks.first?.picture == nil)
    }

    private func resolver(_ fetch: @escaping StationLocator.Fetch) -> PlaylistMediaResolver {
        PlaylistMediaResolver(
            media: StreamResolver(), library: NoTracks(), fetch: fetch,
            web: WebListLocator(fetch: { _ async throws(PlaybackError) in nil }))
    }

    private struct StreamResolver: MediaResolving {
        func tracks(at location: MediaLocation) async throws(ContentError) -> [Track] {
            [Track(identifier: ContentIdentifier(kind: .track, key: "1"), location: location, title: "stream")]
        }
    }

    private struct NoTracks: TrackFinding {
        func tracks(at locations: [MediaLocation]) async -> [MediaLocation: [Track]] { [:] }
    }

    @Test("the first stream of a list is played, whatever the server calls it")
    func lists() async throws {
        #expect(try await locate("#EXTM3U\n#EXTINF:-1,Jazz\nhttp://host/jazz\nhttp://host/b") == "http://host/jazz")
        #expect(try await locate("[playlist]\nFile1=http://host/one\n") == "http://host/one")
        #expect(try await locate("http://host/two\n", type: "audio/x-mpegurl") == "http://host/two")
    }

    @Test("what is no list stays what it is")
    func others() async throws {
        #expect(try await locate("this is no list\nof anything") == "http://host/listen")
        #expect(try await locate("#EXTM3U\n#EXT-X-TARGETDURATION:2\na.ts\n") == "http://host/listen")
    }

    @Test(
        "a web page, and a list that leads nowhere, say so",
        arguments: [
            ("<!DOCTYPE html><p>Listen!", "audio/mpeg"), ("<p>Hello", "text/html; charset=utf-8"),
            ("#EXTM3U\n", "audio/mpeg"),
            ("#EXTM3U\nhttp://host/listen\n", "audio/mpeg"), ("#EXTM3U\nfile:///etc/passwd\n", "audio/mpeg"),
        ])
    func nothing(text: String, type: String) async {
        let error = await #expect(throws: PlaybackError.self) { try await locate(text, type: type) }
        #expect(error?.code == .notPlayable)
    }
}
