// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import HTTPClient
import OnCueCore
import OnCuePlaylists
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Open directories on a server")
@MediaActor
struct DirectoryLoaderTests {
    private let client = HTTPClient(userAgent: "OnCue/test")

    private func loader(
        _ address: String, deadline: Duration = DirectoryLoader.deadline, servers: [String] = []
    ) -> DirectoryLoader {
        DirectoryLoader(client: client, podcasts: address, stations: address, deadline: deadline) { _ in servers }
    }

    /// A server that answers everything in one way.
    private func failure(
        _ answer: HTTPServer.Response, deadline: Duration = DirectoryLoader.deadline
    ) async throws -> (podcasts: ContentError?, stations: ContentError?) {
        let server = try HTTPServer { _ in answer }
        let loader = loader(server.address, deadline: deadline)
        let podcasts = await #expect(throws: ContentError.self) {
            _ = try await loader.podcasts(matching: "jazz", limit: 5)
        }
        let stations = await #expect(throws: ContentError.self) {
            _ = try await loader.stations(matching: "jazz", limit: 5)
        }
        for error in [podcasts, stations] {
            // They are the user's own, and a message may be kept in a log.
            #expect(error?.message.contains("jazz") == false, "\(error?.message ?? "")")
        }
        return (podcasts, stations)
    }

    @Test("A search sends the words and the name of the program, and nothing else that tells of the user")
    func asks() async throws {
        let server = try HTTPServer { request in
            .text(request.path.hasPrefix("/json") ? RecordedDirectories.stations() : RecordedDirectories.apple())
        }

        let podcasts = try await loader(server.address + "/search").podcasts(matching: "late night", limit: 7)
        #expect(podcasts.map(\.author) == ["Rosa Weld", ""])
        let stations = try await loader(server.address).stations(matching: "late night", limit: 1)
        #expect(stations.map(\.title) == ["Kestrel Jazz"])

        #expect(
            server.requests.map(\.path) == [
                "/search?media=podcast&term=late%20night&limit=7",
                "/json/stations/search?name=late%20night&limit=1&hidebroken=true&order=votes&reverse=true",
            ])
        for request in server.requests {
            #expect(request.fields["user-agent"] == "OnCue/test")
            #expect(
                Set(request.fields.keys).isSubset(of: [
                    "host", "user-agent", "accept", "accept-encoding", "connection", "accept-language",
                ]))
            #expect(request.fields["cookie"] == nil && request.fields["referer"] == nil)
        }
    }

    @Test("Stations that are tagged with the words follow those that have them in their names, each once")
    func tags() async throws {
        let server = try HTTPServer { request in
            .text(
                request.path.contains("name=")
                    ? "[{\"name\":\"A\",\"url\":\"http://h/a\"}]"
                    : "[{\"name\":\"B\",\"url\":\"http://h/b\"},{\"name\":\"A\",\"url\":\"http://h/a\"}]")
        }
        #expect(try await loader(server.address).stations(matching: "x", limit: 9).map(\.title) == ["A", "B"])
    }

    @Test(
        "Of the servers of a domain the next is asked when one fails; what was found is kept when the second question fails"
    )
    func others() async throws {
        let bad = try HTTPServer { _ in HTTPServer.Response(503) }
        let good = try HTTPServer { request in
            request.path.contains("name=")
                ? .text(RecordedDirectories.stations()) : HTTPServer.Response(500)
        }
        // Everything at this machine counts as the internet.
        client.rules.isPublic = { _ in true }
        let shared = "https://all.api.oncue.invalid"
        let next = loader(shared, servers: [bad.address, good.address, bad.address])
        #expect(try await next.stations(matching: "x", limit: 9).count == 2)
        #expect(bad.requests.count == 1 && good.requests.count == 2)

        // No more than three are asked.
        let several = loader(shared, servers: [bad.address, bad.address, bad.address, good.address])
        let error = await #expect(throws: ContentError.self) {
            _ = try await several.stations(matching: "x", limit: 9)
        }
        #expect(error?.message.contains("status 503") == true)
        #expect(bad.requests.count == 4 && good.requests.count == 2)

        let missing = await #expect(throws: ContentError.self) {
            _ = try await loader(shared).stations(matching: "x", limit: 9)
        }
        #expect(missing?.message.contains("DNS names no servers of oncue.invalid") == true)
    }

    @Test("A server that DNS names is not asked in the network at home")
    func chosenServer() async throws {
        let server = try HTTPServer { _ in .text(RecordedDirectories.stations()) }

        let error = await #expect(throws: ContentError.self) {
            _ = try await loader("https://all.api.oncue.invalid", servers: [server.address])
                .stations(matching: "jazz", limit: 9)
        }

        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("network.private-links") == true)
        #expect(error?.message.contains("jazz") == false)
        #expect(server.requests.isEmpty)
    }

    @Test("A directory that asks for a pause says how long, and is not asked again for it")
    func tooOften() async throws {
        let told = try await failure(HTTPServer.Response(429, [("Retry-After", "90")]))
        #expect(told.podcasts?.code == .refused && told.stations?.code == .refused)
        #expect(told.podcasts?.message == "127.0.0.1 was asked too often; search again after 90 s")
        let apple = try await failure(HTTPServer.Response(403, [("Retry-After", "soon")]))
        #expect(apple.podcasts?.message == "127.0.0.1 was asked too often; search again after a minute")
    }

    @Test("A web page in the place of an answer is recognised, and other things name the setting")
    func otherAnswers() async throws {
        let page = try await failure(.text("<html>Please sign in</html>", [("Content-Type", "text/html")]))
        #expect(page.podcasts?.code == .unavailable)
        #expect(page.podcasts?.message.contains("sign in") == true)
        #expect(page.stations?.message.contains("oncue radio add NAME URL") == true)
        let garbage = try await failure(HTTPServer.Response(200, [], [0xFF, 0, 0x7B, 0x80]))
        #expect(garbage.podcasts?.message.contains("podcasts.directory") == true)
        #expect(garbage.stations?.message.contains("radio.directory") == true)
        let absent = try await failure(HTTPServer.Response(404))
        #expect(absent.stations?.message.contains("status 404") == true)
        let broken = try await failure(HTTPServer.Response(500))
        #expect(broken.podcasts?.message.contains("try again later") == true)
        #expect(broken.podcasts?.message.contains("oncue podcast add URL") == true)
    }

    @Test("An answer without an end, one that does not come, and one that breaks off end in a message")
    func slow() async throws {
        let endless = try await failure(
            HTTPServer.Response(200, [], Array(repeating: 0x20, count: 5 << 20)))
        #expect(endless.podcasts?.code == .unavailable)
        var mute = HTTPServer.Response(200)
        mute.isMute = true
        let silent = try await failure(mute, deadline: .seconds(1))
        #expect(silent.podcasts?.message.contains("did not answer within 1 s") == true)
        let cut = try await failure(HTTPServer.Response(200, [], Array("[{\"url\":".utf8), promised: 500))
        #expect(cut.stations?.code == .unavailable)
        let closed = try HTTPServer { _ in HTTPServer.Response(200) }.address
        let error = await #expect(throws: ContentError.self) {
            _ = try await loader(closed, deadline: .seconds(5)).podcasts(matching: "x", limit: 1)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.hasPrefix("cannot search for podcasts: ") == true)
        #expect(endless.podcasts?.message.contains("more than 4 MiB") == true)
        #expect(cut.stations?.message.contains("try again later") == true)
        let circle = try await failure(HTTPServer.Response(302, [("Location", "/again?name=jazz")]))
        #expect(circle.podcasts?.message.contains("redirects without an end; check podcasts.directory") == true)
        let astray = try await failure(HTTPServer.Response(302, [("Location", "http://[jazz")]))
        #expect(astray.stations?.code == .unavailable)
    }

    @Test("A directory of the internet leads to the internet only, one at home anywhere")
    func privateLinks() async throws {
        let server = try HTTPServer { _ in
            .text(
                "[{\"name\":\"A\",\"url\":\"http://192.168.0.1/a\"},{\"name\":\"B\",\"url\":\"https://example.org/b\","
                    + "\"favicon\":\"http://router/icon.png\"}]")
        }
        #expect(try await loader(server.address).stations(matching: "x", limit: 5).count == 2)

        // Everything at this machine counts as the internet.
        client.rules.isPublic = { _ in true }
        let found = try await loader(server.address).stations(matching: "x", limit: 5)
        #expect(found.map(\.title) == ["A", "B"])
        #expect(found.last?.picture == nil)
        #expect(client.linkedHosts.contains("https://example.org/b"))
        #expect(!client.linkedHosts.contains("https://example.org/other"), "the user may have it from elsewhere")
    }

    @Test("A directory with a name of the internet names no address at home, wherever its answer came from")
    func chosenAnswer() {
        let asked = "http://directory.example.org/search"
        var head = HTTPHead(status: 200, address: "http://127.0.0.1/search")
        head.isFromHome = true

        #expect(!client.keeps("http://127.0.0.1/setup.cgi", of: head, asked: asked))
        #expect(!client.keeps("http://nas/live", of: head, asked: asked))
        #expect(client.keeps("http://radio.example.org/live", of: head, asked: asked))
        #expect(client.keeps("http://127.0.0.1/live", of: head, asked: "http://nas/search"))
    }

    @Test("What a directory has found is looked at on the internet only, also before it plays")
    func linkedStreams() async throws {
        let server = try HTTPServer { request in
            .text(
                "[{\"name\":\"A\",\"url\":\"http://\(request.fields["host"] ?? "")/setup.cgi\"}]",
                [("Content-Type", "text/html")])
        }
        client.rules.isPublic = { _ in true }
        let found = try #require(try await loader(server.address).stations(matching: "x", limit: 1).first)
        let asked = server.requests.count
        let location = try #require(MediaLocation(uri: found.address))
        let (fetcher, pages) = (RemoteListFetcher(client: client), PageLoader(client: client))

        // Its name means a machine at home by now.
        client.rules.isPublic = { _ in false }
        await #expect(throws: PlaybackError.self) { _ = try await fetcher.list(at: location) }
        await #expect(throws: ContentError.self) { _ = try await pages.page(at: found.address) }
        #expect(server.requests.count == asked)

        // Other things at the same host are the user's.
        _ = try await fetcher.list(at: try #require(MediaLocation(uri: server.address + "/own")))
        #expect(server.requests.last?.path == "/own")
        // What has moved leads no further.
        client.note(move: server.address + "/new", of: found.address)
        #expect(client.source(of: server.address + "/new") == "")
    }
}
