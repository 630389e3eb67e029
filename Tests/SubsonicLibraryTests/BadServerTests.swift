// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import PlayableContent
import SubsonicProtocol
import Testing

@testable import SubsonicLibrary

@Suite("Servers of Subsonic that answer badly", .timeLimit(.minutes(10)))
struct BadServerTests {
    private static func failure(
        _ body: @MediaActor () async throws(SubsonicError) -> SubsonicAnswer
    ) async -> SubsonicError? {
        do throws(SubsonicError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "What is no answer is an error without a word of the login",
        arguments: [
            (HTTPServer.Response.text("<html>hello</html>"), SubsonicError.Code.malformed),
            (.text("{\"subsonic-response\":{\"status\":\"ok\""), .malformed), (.text("{}"), .malformed),
            (.text("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"), .malformed),
            (HTTPServer.Response(500, [], Array("oops".utf8)), .faulty),
            (HTTPServer.Response(404, [], []), .unsupported), (HTTPServer.Response(403, [], []), .forbidden),
            (HTTPServer.Response(401, [("WWW-Authenticate", "Basic realm=\"x\"")], []), .wrongLogin),
            (HTTPServer.Response(429, [], []), .busy),
            (HTTPServer.Response(302, [("Location", "/rest/ping?t=1")], []), .malformed),
            (ScriptedServer.error(40, "Wrong username or password."), .wrongLogin),
            (ScriptedServer.error(41), .noTokens), (ScriptedServer.error(50), .forbidden),
            (ScriptedServer.error(70), .notFound), (ScriptedServer.error(30), .unsupported),
            (HTTPServer.Response(200, [], Array("{".utf8), promised: 1000), .faulty),
        ])
    @MediaActor
    func errors(_ response: HTTPServer.Response, _ code: SubsonicError.Code) async throws {
        let server = try ScriptedServer()
        server.set("ping", response)
        let connection = try server.connect()

        let error = await Self.failure { () throws(SubsonicError) in try await connection.ask(.ping) }

        #expect(error?.code == code, "\(error?.message ?? "no error")")
        #expect(error?.message.contains("c19b2d") == false)
        #expect(error?.message.contains("26719a1196d2a940705a59634eb18eab") == false)
        #expect(error?.message.contains("\n") == false)
    }

    @Test("An answer without an end is given up at its bound, and a gone server is asked ever less often")
    @MediaActor
    func rests() async throws {
        let server = try ScriptedServer()
        server.set("ping", HTTPServer.Response(200, [], Array(repeating: 0x20, count: 25 << 20)))
        let connection = try server.connect(rest: SubsonicRest(first: .seconds(3600)))

        let first = await Self.failure { () throws(SubsonicError) in try await connection.ask(.ping) }
        let count = server.asked.count
        let second = await Self.failure { () throws(SubsonicError) in try await connection.ask(.ping) }

        #expect(first?.code == .tooLarge && first == second)
        #expect(count == 1 && server.asked.count == 1)
        #expect(connection.isResting)
    }

    @Test(
        "One method that answers badly is no reason to refuse the others",
        arguments: [
            HTTPServer.Response(500), .text("<html>"), HTTPServer.Response(200, [], Array("{".utf8), promised: 1000),
        ])
    @MediaActor
    func oneMethod(_ response: HTTPServer.Response) async throws {
        let server = try ScriptedServer(["ping": "", "getGenres": #""genres":{"genre":[{"value":"Folk"}]}"#])
        server.set("getArtists", response)
        let connection = try server.connect(rest: SubsonicRest(first: .seconds(3600)))

        let error = await Self.failure { () throws(SubsonicError) in try await connection.ask(.artists) }
        let genres = try await connection.ask(.genres).genres

        #expect(error != nil)
        #expect(genres.map(\.title) == ["Folk"])
        #expect(connection.failure == nil && !connection.isResting)
        #expect(server.asked == ["getArtists", "ping", "getGenres"])
    }

    @Test("A server whose ping fails as well rests")
    @MediaActor
    func allMethods() async throws {
        let server = try ScriptedServer()
        server.set("getArtists", HTTPServer.Response(502))
        server.set("ping", HTTPServer.Response(502))
        let connection = try server.connect(rest: SubsonicRest(first: .seconds(3600)))

        _ = await Self.failure { () throws(SubsonicError) in try await connection.ask(.artists) }
        let second = await Self.failure { () throws(SubsonicError) in try await connection.ask(.genres) }

        #expect(second != nil && connection.isResting)
        #expect(server.asked == ["getArtists", "ping"])
    }

    @Test("A picture that is too large is none, and the server goes on to be asked")
    @MediaActor
    func largePicture() async throws {
        let server = try ScriptedServer(["ping": ""])
        server.set(
            "getCoverArt",
            HTTPServer.Response(200, [("Content-Type", "image/jpeg")], Array(repeating: 0xFF, count: 3 << 20)))
        let connection = try server.connect(rest: SubsonicRest(first: .seconds(3600)))
        let source = SubsonicSource(connection, patience: .seconds(60))

        #expect(try await source.artwork(named: "c1") == nil)
        #expect(!connection.isResting)
    }

    @Test("The login is sent on within a server only, and never back to a connection that others can read")
    func redirections() {
        let home = "http://music.lan:4533/rest/ping?t=1"
        let outside = "https://music.example.org/rest/ping?t=1"

        #expect(SubsonicConnection.keepsLogin(from: home, to: "http://music.lan:4533/app/rest/ping?t=1"))
        #expect(SubsonicConnection.keepsLogin(from: home, to: "https://MUSIC.lan/rest/ping?t=1"))
        #expect(!SubsonicConnection.keepsLogin(from: home, to: "http://music.lan:8080/rest/ping?t=1"))
        #expect(!SubsonicConnection.keepsLogin(from: outside, to: "http://music.example.org/rest/ping?t=1"))
        #expect(!SubsonicConnection.keepsLogin(from: outside, to: "https://music.example.com/rest/ping?t=1"))
        #expect(!SubsonicConnection.keepsLogin(from: outside, to: "ftp://music.example.org/rest/ping?t=1"))
    }

    @Test("A server that sends the login on to another one is not followed")
    @MediaActor
    func redirected() async throws {
        let other = try ScriptedServer(["ping": ""])
        let server = try ScriptedServer()
        server.set("ping", HTTPServer.Response(302, [("Location", other.web.address + "/rest/ping?t=secret")]))
        let connection = try server.connect()

        let error = await Self.failure { () throws(SubsonicError) in try await connection.ask(.ping) }

        #expect(error?.code == .malformed && error?.message.contains("does not get the login") == true)
        #expect(error?.message.contains("secret") == false)
        #expect(other.asked.isEmpty)
    }

    @Test("Titles with markup and line ends are one line, and rows without a name or with wrong types are left out")
    @MediaActor
    func titles() async throws {
        let server = try ScriptedServer([
            "getAlbum": #"""
            "album":{"id":7,"name":"A","song":[
            {"id":"s2","title":"<b>Bold</b>\n\u001b[31mred","track":2,"artist":["x"],"duration":"long","userRating":9},
            {"id":"s1","title":"One","track":1,"artist":"Ann","duration":200,"starred":"2026-01-01","userRating":4},
            {"title":"no name"},{"id":"","title":"empty"},{"id":"dir","isDir":true,"title":"folder"},17,null,
            {"id":"s3","track":1,"discNumber":2,"coverArt":5,"suffix":"../../x"}]}
            """#
        ])
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))

        let page = try await source.childItems(ofItemWithIdentifier: "album:7", offset: 0, limit: 10)

        #expect(page.items.map(\.identifier) == ["song:s1", "song:s2", "song:s3"])
        #expect(page.items.map(\.title) == ["One", "<b>Bold</b> [31mred", "Untitled"])
        #expect(
            page.items[0].isFavourite == true && page.items[0].stars == 4 && page.items[0].duration == .seconds(200))
        #expect(page.items[1].stars == nil && page.items[1].duration == nil && page.items[1].subtitle.isEmpty)
        #expect(page.items[2].artworkName == "5")
    }

    @Test("A server that gives the same albums again and again comes to an end")
    @MediaActor
    func endless() async throws {
        let albums = (0..<500).map { #"{"id":"\#($0)","name":"Album \#($0)"}"# }.joined(separator: ",")
        let server = try ScriptedServer(["getAlbumList2": #""albumList2":{"album":[\#(albums)]}"#])
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))

        let records = try await source.load(try #require(SubsonicSection.albums.item))

        #expect(records.count == 500)
        #expect(server.asked.count == 2)
    }

    @Test("A slow server keeps nobody waiting, and what it has is there when it has answered")
    @MediaActor
    func slow() async throws {
        let server = try ScriptedServer()
        var answer = ScriptedServer.answer(#""artists":{"index":[{"artist":[{"id":"1","name":"Ann"}]}]}"#)
        answer.pauses = [HTTPServer.Pause(before: 10, length: .seconds(3))]
        server.set("getArtists", answer)
        let source = SubsonicSource(try server.connect(), patience: .milliseconds(200))

        await #expect(throws: PlayableContentError.self, "whoever waited for it would have the list") {
            try await source.childItems(ofItemWithIdentifier: "list:artists", offset: 0, limit: 10)
        }
        try await waitUntil("the artists are there") {
            (try? await source.childItems(ofItemWithIdentifier: "list:artists", offset: 0, limit: 10))?.total == 1
        }

        #expect(server.asked == ["getArtists"])
    }

    @Test("A station leads neither to a file nor from the internet into the network at home")
    @MediaActor
    func stations() async throws {
        let server = try ScriptedServer([
            "getInternetRadioStations": #"""
            "internetRadioStations":{"internetRadioStation":[
            {"id":"1","name":"File","streamUrl":"file:///etc/passwd"},{"id":"2","name":"Good","streamUrl":"http://127.0.0.1:1/live"}]}
            """#
        ])
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))

        let rows = try await source.childItems(ofItemWithIdentifier: "list:radio", offset: 0, limit: 10).items
        let url = try await source.url(forContentItem: "station:2").url

        #expect(rows.map(\.title) == ["Good"])
        #expect(url == "http://127.0.0.1:1/live")
        await #expect(throws: PlayableContentError.self) { try await source.url(forContentItem: "station:1") }
    }
}
