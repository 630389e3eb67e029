// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import HTTPClient
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCuePlaylists

@Suite("Radio stations")
struct RadioTests {
    private let folder: TemporaryDirectory
    private let store: StationStore

    init() throws {
        folder = try TemporaryDirectory()
        store = StationStore(path: folder.file("config/radio.m3u8"), revision: .init(1))
    }

    private func text() throws -> String {
        String(
            decoding: try FileAccess.read(Array(folder.file("config/radio.m3u8").utf8), limit: 10_000).bytes,
            as: UTF8.self)
    }

    private func address(_ uri: String) throws -> MediaLocation { try #require(MediaLocation(uri: uri)) }

    @Test("are added, renamed and removed without touching what a person has written")
    func edits() async throws {
        try folder.write(
            "config/radio.m3u8",
            Array("#EXTM3U\n# my stations\n\n#EXTINF:-1,Jazz - at night\nhttp://h/jazz\n\n# old\nhttp://h/old\n".utf8))
        await store.open()
        let added = try await store.add("News, all day", at: address("https://h/news.pls"))
        let jazz = try #require(await store.stations.first)
        try await store.rename(jazz.identifier, to: "Jazz")
        try await store.remove(try #require(await store.stations.dropFirst().first).identifier)

        #expect(jazz.name == "Jazz - at night")
        #expect(
            try text()
                == "#EXTM3U\n# my stations\n\n#EXTINF:-1,Jazz\nhttp://h/jazz\n\n# old\n#EXTINF:-1,News, all day\n"
                + "https://h/news.pls\n")
        #expect(await store.stations.map(\.name) == ["Jazz", "News, all day"])
        #expect(await store.stations.last?.identifier == added)
    }

    @Test("are there for the first who asks, before anything was opened")
    func first() async throws {
        try folder.write("config/radio.m3u8", Array("#EXTINF:-1,Jazz\nhttp://h/jazz\n".utf8))
        let source = StationContentSource(store: store, locator: StationLocator { _ in nil })

        #expect(try await source.item(for: .root).childCount == 1)
        #expect(try await source.item(for: source.identifier(named: ["Jazz"])).title == "Jazz")
    }

    @Test("are live: no duration, streaming, and they say so")
    func live() async throws {
        let identifier = try await store.add("Jazz", at: address("http://h/jazz"))
        let source = StationContentSource(store: store, locator: StationLocator { _ in nil })

        let item = try await source.item(for: identifier)
        let track = try #require(try await source.tracks(under: identifier).first)

        #expect(item.isStreaming && item.isPlayable && item.duration == nil && item.subtitle == "Live")
        #expect(track.duration == nil)
        #expect(track.location.uri == "http://h/jazz")
        #expect(try await source.identifier(named: ["JAZZ"]) == identifier)
        let (store, other) = (store, try address("http://h/news"))
        let violations = await ContentSourceContract.violations(
            in: source, fixedDepth: 0, change: .init { _ = try await store.add("News", at: other) })
        #expect(violations == [])
    }

    @Test("are refused without a sensible name or address, or twice")
    func refusals() async throws {
        _ = try await store.add("a", at: address("http://h/a"))

        for (name, uri) in [
            ("b", "http://h/a"), ("", "http://h/b"), ("b\nhttp://x", "http://h/b"), ("b", "file:///etc/x"),
        ] {
            await #expect(throws: ContentError.self) { try await store.add(name, at: try address(uri)) }
        }
        #expect(await store.stations.count == 1)
    }

    @Test("that another program changes in the file are told")
    func changes() async throws {
        await store.open()
        var changes = store.hub.listen().makeAsyncIterator()
        try folder.write("config/radio.m3u8", Array("http://h/x\n".utf8))

        await store.refresh()
        // Ends the changes: one that was not told is not waited for.
        store.hub.finish()

        #expect(await changes.next()?.containers == [.root])
        #expect(await store.stations.map(\.name) == ["h"])
    }

    @Test("are looked up just before they play: a stream itself, or what a list at the address names")
    func locating() async throws {
        let lists = [
            "http://h/a.pls": "[playlist]\nFile1=http://s/one\nFile2=http://s/two",
            "http://h/b.m3u": "#EXTM3U\nsub/live",
            "http://h/c.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:3\nseg.ts",
            "http://h/d.m3u": "file:///etc/passwd\n",
        ]
        let store = store
        let locator = StationLocator { address in
            lists[address.uri].map { RemoteList(bytes: Array($0.utf8), contentType: nil, address: address) }
        }
        let source = StationContentSource(store: store, locator: locator)
        func stream(_ uri: String) async throws -> String? {
            try await source.tracks(under: try await store.add(uri, at: try address(uri))).first?.location.uri
        }

        #expect(try await stream("http://h/live") == "http://h/live")
        #expect(try await stream("http://h/a.pls") == "http://s/one")
        #expect(try await stream("http://h/b.m3u") == "http://h/sub/live")
        #expect(try await stream("http://h/c.m3u8") == "http://h/c.m3u8")
        #expect(try await stream("http://h/none.pls") == "http://h/none.pls")
        await #expect(throws: ContentError.self) { try await stream("http://h/d.m3u") }
        #expect(try await source.tracks(under: .root).count == 5)
    }

    @Test("with a list on a server play what the list names; a server that fails is told")
    @MediaActor
    func served() async throws {
        let fetcher = RemoteListFetcher(client: HTTPClient(userAgent: "Test/1"))
        let list = try StreamServer(
            header: "HTTP/1.0 200 OK\r\nContent-Type: audio/x-scpls", chunks: [Array("[playlist]\nFile1=/live".utf8)])
        let sound = try StreamServer(
            header: "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg", chunks: [[0xFF, 0xFB]], pause: .milliseconds(10))
        let failing = try StreamServer(header: "HTTP/1.0 404 Not Found\r\nContent-Length: 0", chunks: [])
        let locator = StationLocator { address async throws(PlaybackError) in try await fetcher.list(at: address) }
        let source = StationContentSource(store: store, locator: locator)
        func stream(_ uri: String) async throws -> String? {
            try await source.tracks(under: try await store.add(uri, at: try address(uri))).first?.location.uri
        }

        // The name alone says that it is worth a look; the servers answer whatever they are asked for.
        #expect(try await stream(list.uri + ".pls") == list.uri.dropLast("stream".count) + "live")
        #expect(try await stream(sound.uri + ".m3u") == sound.uri + ".m3u")
        await #expect(throws: ContentError.self) { try await stream(failing.uri + ".pls") }
    }

    /// Takes 127.0.0.2 for an address of the network at home, and every other for one of the internet.
    @MediaActor
    private func guardedFetcher() -> RemoteListFetcher {
        let client = HTTPClient(userAgent: "Test/1")
        client.rules.isPublic = { $0.bytes != [127, 0, 0, 2] }
        return RemoteListFetcher(client: client)
    }

    @Test("with a list of the internet play nothing in the network at home, and what stands beside it")
    @MediaActor
    func guarded() async throws {
        let fetcher = guardedFetcher()
        let type = ("Content-Type", "audio/x-scpls")
        let home = "[playlist]\nFile1=http://127.0.0.2:9/off\n"
        let server = try HTTPServer { request in
            .init(200, [type], Array((request.path == "/a.pls" ? home : home + "File2=http://127.0.0.1:9/live\n").utf8))
        }
        let ownList = try HTTPServer(host: 2) { _ in .init(200, [type], Array(home.utf8)) }
        let locator = StationLocator { address async throws(PlaybackError) in try await fetcher.list(at: address) }
        let source = StationContentSource(store: store, locator: locator)
        func stream(_ uri: String) async throws -> String? {
            try await source.tracks(under: try await store.add(uri, at: try address(uri))).first?.location.uri
        }

        let refusal = await #expect(throws: ContentError.self) { try await stream(server.address + "/a.pls") }
        #expect(refusal?.message.contains("network.private-links") == true)
        #expect(try await stream(server.address + "/b.pls") == "http://127.0.0.1:9/live")
        #expect(try await stream(ownList.address + "/c.pls") == "http://127.0.0.2:9/off")
    }

    @Test("of the internet in HLS do not have the player ask in the network at home, for parts, keys or other lists")
    @MediaActor
    func guardedSegments() async throws {
        let fetcher = guardedFetcher()
        let type = ("Content-Type", "application/vnd.apple.mpegurl")
        let lists = [
            "/part": "#EXTINF:4,\nhttp://127.0.0.2:9/off\n",
            "/key": "#EXT-X-KEY:METHOD=AES-128,URI=\"http://127.0.0.2:9/off\"\n#EXTINF:4,\npart.ts\n",
            "/other": "#EXT-X-STREAM-INF:BANDWIDTH=1\n//127.0.0.2:9/off\n",
            "/open": "#EXT-X-MAP:URI=\"begin.mp4\"\n#EXTINF:4,\npart.m4s\n",
        ].mapValues { Array(("#EXTM3U\n#EXT-X-VERSION:7\n" + $0).utf8) }
        let answer: @Sendable (HTTPServer.Request) -> HTTPServer.Response = { request in
            .init(200, [type], lists[String(request.path.prefix { $0 != "." })] ?? [])
        }
        let server = try HTTPServer(answer)
        let ownServer = try HTTPServer(host: 2, answer)

        for name in ["part", "key", "other"] {
            let list = try #require(try await fetcher.list(at: address("\(server.address)/\(name).m3u8")))
            #expect(list.entries()?.isEmpty == true, "\(name)")
            let own = try #require(try await fetcher.list(at: address("\(ownServer.address)/\(name).m3u8")))
            #expect(own.entries() == nil, "\(name)")
        }
        let open = try #require(try await fetcher.list(at: address(server.address + "/open.m3u8")))
        #expect(open.entries() == nil)
    }

    @Test("a web page of any length is a page and no sound, whether its length is announced or not")
    @MediaActor
    func longPage() async throws {
        let head = "<!doctype html><html><head><title>Long</title><meta property=\"og:audio\" content=\"/a.mp3\">"
        let page = Array((head + "<script>").utf8) + [UInt8](repeating: 0x78, count: 3 << 20)
        let song = [UInt8](repeating: 0x78, count: 3 << 20)
        let server = try HTTPServer { request in
            let type = request.path.contains("typed") ? [("Content-Type", "text/html")] : []
            let body = request.path.contains("song") ? song : page
            var response = HTTPServer.Response(200, type, body)
            if request.path.contains("chunked") { response.framing = .chunked }
            return response
        }
        let client = HTTPClient(userAgent: "Test/1")
        let (fetcher, loader) = (RemoteListFetcher(client: client), PageLoader(client: client))

        for path in ["/typed", "/typed-chunked", "/bare", "/bare-chunked"] {
            let list = try #require(try await fetcher.list(at: address(server.address + path)), "\(path)")
            #expect(list.page?.sound?.address == server.address + "/a.mp3", "\(path)")
            #expect(try await loader.page(at: server.address + path).title == "Long", "\(path)")
        }
        for path in ["/song", "/song-chunked"] {
            #expect(try await fetcher.list(at: address(server.address + path)) == nil, "\(path)")
        }
    }

    @Test(
        "A station that is added from a web page has the picture of the page, in the list of stations and after a restart"
    )
    @MediaActor
    func pagePicture() async throws {
        let head = "<!doctype html><html><head><title>Jazz</title><meta property=\"og:image\" content=\"/jazz.png\">"
        let server = try HTTPServer { request in
            let own =
                "<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@type\":\"RadioStation\","
                + "\"name\":\"Own\",\"image\":\"/own.png\",\"potentialAction\":{\"@type\":\"ListenAction\","
                + "\"target\":\"/own.mp3\"}}</script>"
            let sound = request.path == "/own" ? own : "<meta property=\"og:audio\" content=\"\(request.path).mp3\">"
            return .init(200, [("Content-Type", "text/html")], Array((head + sound).utf8))
        }
        let loader = PageLoader(client: HTTPClient(userAgent: "Test/1"))
        for path in ["/jazz", "/own"] { _ = try await loader.page(at: server.address + path) }

        #expect(loader.pictures[server.address + "/jazz.mp3"]?.uri == server.address + "/jazz.png")
        #expect(loader.pictures[server.address + "/own.mp3"]?.uri == server.address + "/own.png")
        #expect(loader.pictures[server.address + "/other.mp3"] == nil)

        let stream = try address(server.address + "/jazz.mp3")
        let jazz = try await store.add("Jazz", at: stream, picture: loader.pictures[stream.uri])
        _ = try await store.add("Plain", at: address("http://h/plain"))
        let again = StationStore(path: store.path, revision: .init(1))
        #expect(await again.stations == (await store.stations))
        #expect(await again.stations.map(\.picture?.uri) == [server.address + "/jazz.png", nil])
        try await again.rename(jazz, to: "Jazz at night")
        #expect(await again.stations.first?.picture?.uri == server.address + "/jazz.png")
    }

    @Test("No page from the internet gives a station a picture on the home network, and none has a strange address")
    @MediaActor
    func closedPicture() async throws {
        let server = try HTTPServer { request in
            let host = request.path == "/closed" ? "127.0.0.2" : "127.0.0.1"
            let page =
                "<!doctype html><title>X</title><meta property=\"og:image\" content=\"http://\(host)/x.png\">"
                + "<meta property=\"og:audio\" content=\"\(request.path).mp3\">"
            return .init(200, [("Content-Type", "text/html")], Array(page.utf8))
        }
        let client = HTTPClient(userAgent: "Test/1")
        client.rules.isPublic = { $0.bytes != [127, 0, 0, 2] }
        let loader = PageLoader(client: client)
        for path in ["/closed", "/open"] { _ = try await loader.page(at: server.address + path) }
        #expect(loader.pictures[server.address + "/closed.mp3"] == nil)
        #expect(loader.pictures[server.address + "/open.mp3"]?.uri == "http://127.0.0.1/x.png")

        let pictures = PagePictures()
        for address in ["file:///etc/passwd", "http://h/a b", "http://h/" + String(repeating: "a", count: 3_000), ""] {
            pictures.note(address, of: "http://h/live")
        }
        #expect(pictures["http://h/live"] == nil)
    }

    @Test("of servers that mean harm fail with an error, or are left to the player, and nobody waits")
    @MediaActor
    func hostile() async throws {
        let fetcher = RemoteListFetcher(client: HTTPClient(userAgent: "Test/1"))
        let type = ("Content-Type", "audio/x-scpls")
        let list = Array("[playlist]\nFile1=/live".utf8)
        // Packed ahead, and elsewhere: the clients of all tests wait for their answers only so long.
        let (packed, bomb) = await Task.detached {
            (GzipFile.pack(list), GzipFile.pack(list + [UInt8](repeating: 0x20, count: 1 << 22)))
        }.value
        let server = try HTTPServer { request in
            switch request.path {
            case "/loop.pls": .init(302, [("Location", "/loop.pls")])
            case "/cut.pls": .init(200, [type], list, promised: 1000)
            case "/packed.pls": .init(200, [type, ("Content-Encoding", "gzip")], packed)
            case "/bomb.pls": .init(200, [type, ("Content-Encoding", "gzip")], bomb)
            default: .init(200, [type], list, promised: 2_000_000_000, isHeldOpen: true)
            }
        }
        let locator = StationLocator { address async throws(PlaybackError) in try await fetcher.list(at: address) }
        let source = StationContentSource(store: store, locator: locator)
        func stream(_ name: String) async throws -> String? {
            let station = try await store.add(name, at: try address(server.address + name))
            return try await source.tracks(under: station).first?.location.uri
        }

        for name in ["/loop.pls", "/cut.pls"] {
            let error = await #expect(throws: ContentError.self, "\(name)") { try await stream(name) }
            #expect(error?.code == .unavailable, "\(name)")
        }
        #expect(try await stream("/packed.pls") == server.address + "/live")
        // What is too large for a list is sound.
        #expect(try await stream("/bomb.pls") == server.address + "/bomb.pls")
        #expect(try await stream("/huge.pls") == server.address + "/huge.pls")
    }
}
