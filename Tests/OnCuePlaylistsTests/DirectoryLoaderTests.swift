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
        // A server is asked at once; which ones are tried is a matter of the addresses alone.
        #expect(try await loader(good.address).stations(matching: "x", limit: 9).count == 2)
        let error = await #expect(throws: ContentError.self) {
            _ = try await loader(bad.address).stations(matching: "x", limit: 9)
        }
        #expect(error?.message.contains("status 503") == true)
        // Without SRV records the shared name itself is asked; there is no network in tests, so that it is not found.
        let shared = loader("https://all.api.oncue.invalid")
        let missing = await #expect(throws: ContentError.self) {
            _ = try await shared.stations(matching: "x", limit: 9)
        }
        #expect(missing?.code == .unavailable)
        // Each of the first three servers is tried.
        let several = loader(
            "https://all.api.oncue.invalid", servers: ["a.oncue.invalid", "b.oncue.invalid", "c.oncue.invalid", "d"])
        let last = await #expect(throws: ContentError.self) {
            _ = try await several.stations(matching: "x", limit: 9)
        }
        #expect(last?.message.contains("c.oncue.invalid") == true)
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
        #expect(client.linkedHosts.contains("https://example.org/other"))
    }
}
