// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import HTTPClient
import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Synchronization
import Testing

/// Lists of parts (HLS), whose server says what is read next. The engine made last reads the parts for all of them.
@MediaActor
@Suite(.serialized)
struct SegmentListTests {
    private nonisolated static let type = ("Content-Type", "application/vnd.apple.mpegurl")

    private let bench: EngineBench
    private let sound: String

    init() async throws {
        bench = try EngineBench(.decks)
        sound = try await encode(bench.files.path(of: bench.tone(4)), as: "mp3")
    }

    private nonisolated static func list(of part: String) -> String {
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(part)\n#EXT-X-ENDLIST\n"
    }

    /// A server of these texts, and of the sound for everything else that is asked for.
    private func serve(_ texts: [String: String]) throws -> HTTPServer {
        let bytes = Array(try #require(FileManager.default.contents(atPath: sound)))
        return try HTTPServer { request in
            guard let text = texts[request.path] else { return .init(200, [("Content-Type", "audio/mpeg")], bytes) }
            return .text(text, [Self.type])
        }
    }

    private func request(_ server: HTTPServer) throws -> PlaybackRequest {
        PlaybackRequest(token: .init(900), location: try #require(MediaLocation(uri: server.address + "/live.m3u8")))
    }

    @Test("A list whose parts are on the web plays")
    func web() async throws {
        let server = try serve(["/live.m3u8": Self.list(of: "part.mp3")])
        let request = try request(server)

        bench.engine.load(request, at: .zero, playing: true)

        #expect(await bench.wait(.seconds(30), for: .started(request.token)))
        #expect(await bench.play(until: .milliseconds(300)))
        await bench.engine.shutDown()
    }

    @Test("A list that names a file of this machine as its part fails, and nothing of the file is heard")
    func file() async throws {
        let server = try serve(["/live.m3u8": Self.list(of: "file://" + sound)])
        try await expectFailure(server)
    }

    @Test("A list that names a list of this machine fails, and what that names is not asked for")
    func listOfFile() async throws {
        let inner = bench.files.path("inner.m3u8")
        let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\nfile://\(inner)\n"
        let server = try serve(["/live.m3u8": master])
        try Self.list(of: server.address + "/part.mp3").write(toFile: inner, atomically: false, encoding: .utf8)
        try await expectFailure(server)
        #expect(!server.requests.contains { $0.path == "/part.mp3" })
    }

    private func expectFailure(_ server: HTTPServer) async throws {
        let request = try request(server)
        bench.engine.load(request, at: .zero, playing: true)
        let failed = await bench.wait(.seconds(60)) { if case .failed = $0 { true } else { false } }
        #expect(failed != nil)
        #expect(!bench.story(of: request).contains("started"))
        await bench.engine.shutDown()
    }

    /// Rules that take 127.0.0.2 for the network at home, and everything else for the internet.
    private static var rules: LinkRules {
        var rules = LinkRules()
        rules.isPublic = { $0.bytes != [127, 0, 0, 2] }
        return rules
    }

    @Test("A list of the internet leads into no home, also while something from there plays")
    func homeIsClosed() async throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: sound)))
        let home = try HTTPServer(host: 2) { _ in .init(200, [("Content-Type", "audio/mpeg")], bytes) }
        let server = try serve(["/live.m3u8": Self.list(of: home.address + "/secret.mp3")])
        let bench = try EngineBench(.decks, rules: Self.rules)
        let open = PlaybackRequest(
            token: .init(901), location: try #require(MediaLocation(uri: home.address + "/open.mp3")))
        let list = try request(server)
        bench.engine.load(open, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(open.token)))

        bench.engine.cue(list)

        let failed = await bench.wait(.seconds(30)) {
            if case .failed(list.token, _) = $0 { true } else { false }
        }
        guard case .failed(_, let error) = failed else { throw SupportError("the list did not fail") }
        #expect(error.message.contains("network.private-links"), "\(error.message)")
        #expect(!error.message.contains("oncue_byte_source"), "\(error.message)")
        #expect(home.requests.allSatisfy { $0.path == "/open.mp3" }, "\(home.requests.map(\.path))")
        await bench.engine.shutDown()
    }

    @Test("A list from the network at home has its parts there")
    func homeList() async throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: sound)))
        let home = try HTTPServer(host: 2) { request in
            request.path == "/live.m3u8"
                ? .text(Self.list(of: "part.mp3"), [Self.type]) : .init(200, [("Content-Type", "audio/mpeg")], bytes)
        }
        try await expectSound(of: home)
    }

    /// Expects a list from home to play.
    private func expectSound(of home: HTTPServer) async throws {
        let bench = try EngineBench(.decks, rules: Self.rules)
        let list = try request(home)

        bench.engine.load(list, at: .zero, playing: true)

        #expect(await bench.wait(.seconds(30), for: .started(list.token)))
        #expect(await bench.play(until: .milliseconds(300)))
        await bench.engine.shutDown()
    }

    private nonisolated static func master(of list: String) -> String {
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\n\(list)\n"
    }

    @Test("A list of the internet that a list from home names leads into no home")
    func homeListOfInternet() async throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: sound)))
        let variant = Mutex("")
        let server = try HTTPServer { _ in .text(variant.withLock { $0 }, [Self.type]) }
        let address = server.address
        let home = try HTTPServer(host: 2) { request in
            request.path == "/live.m3u8"
                ? .text(Self.master(of: address + "/variant.m3u8"), [Self.type])
                : .init(200, [("Content-Type", "audio/mpeg")], bytes)
        }
        variant.withLock { $0 = Self.list(of: home.address + "/secret.mp3") }
        let bench = try EngineBench(.decks, rules: Self.rules)
        let list = try request(home)

        bench.engine.load(list, at: .zero, playing: true)

        let failed = await bench.wait(.seconds(60)) {
            if case .failed(list.token, _) = $0 { true } else { false }
        }
        #expect(server.requests.contains { $0.path == "/variant.m3u8" })
        #expect(home.requests.allSatisfy { $0.path == "/live.m3u8" }, "\(home.requests.map(\.path))")
        #expect(!bench.story(of: list).contains("started"))
        guard case .failed(_, let error) = failed else { throw SupportError("the list did not fail") }
        #expect(error.message.contains("network.private-links"), "\(error.message)")
        await bench.engine.shutDown()
    }

    @Test("A list from home leads to lists and parts at home, and to those of the internet", arguments: [true, false])
    func homeListOfLists(_ isHome: Bool) async throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: sound)))
        let other = try HTTPServer(host: isHome ? 2 : 1) { request in
            request.path == "/variant.m3u8"
                ? .text(Self.list(of: "part.mp3"), [Self.type]) : .init(200, [("Content-Type", "audio/mpeg")], bytes)
        }
        let address = other.address
        let home = try HTTPServer(host: 2) { _ in .text(Self.master(of: address + "/variant.m3u8"), [Self.type]) }
        try await expectSound(of: home)
    }

    @Test("A list of another machine at home has no parts that only this machine can reach")
    func loopback() async throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: sound)))
        let secret = try HTTPServer { _ in .init(200, [("Content-Type", "audio/mpeg")], bytes) }
        let part = secret.address + "/part.mp3"
        let home = try HTTPServer(host: 2) { _ in .text(Self.list(of: part), [Self.type]) }
        var rules = LinkRules()
        rules.isPublic = { _ in false }
        rules.isLoopback = { $0.bytes == [127, 0, 0, 1] }
        let bench = try EngineBench(.decks, rules: rules)
        let list = try request(home)

        bench.engine.load(list, at: .zero, playing: true)

        let failed = await bench.wait(.seconds(60)) {
            if case .failed(list.token, _) = $0 { true } else { false }
        }
        guard case .failed(_, let error) = failed else { throw SupportError("the list did not fail") }
        #expect(error.message.contains("network.private-links"), "\(error.message)")
        #expect(secret.requests.isEmpty, "nothing is asked there")
        await bench.engine.shutDown()
    }

    @Test("What is on this machine plays before and after what is on the web")
    func both() async throws {
        let server = try serve([:])
        let local = try await bench.tone(0.3)
        let remote = PlaybackRequest(
            token: .init(901), location: try #require(MediaLocation(uri: server.address + "/whole.mp3")))
        let again = bench.again(local)
        for request in [local, remote, again] {
            bench.engine.load(request, at: .zero, playing: true)
            #expect(await bench.wait(for: .started(request.token)))
        }
        await bench.engine.shutDown()
    }
}
