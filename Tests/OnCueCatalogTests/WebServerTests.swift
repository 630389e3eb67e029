// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

@testable import OnCueMedia

@Suite("Lyrics and covers from the web")
struct WebServerTests {
    /// A server in memory, with a clock that tests move.
    private final class Rig: Sendable {
        let folder: TemporaryDirectory
        let asked = EventLog<String>()
        let time = Mutex<Int64>(1_000_000)
        let reply: Mutex<WebReply>

        init(_ reply: WebReply) throws {
            folder = try TemporaryDirectory()
            self.reply = Mutex(reply)
        }

        func server(_ base: String? = "https://example.org/", room: Int64 = 1 << 20) -> WebServer {
            WebServer(
                base, folder: folder.file("web"), room: room, limit: 1000,
                time: { [self] in time.withLock { $0 } }, accepts: { $0.first != 0 },
                fetch: { [self] address, _ in
                    asked.append(address)
                    return reply.withLock { $0 }
                })
        }

        func set(_ reply: WebReply) { self.reply.withLock { $0 = reply } }
        func wait(_ seconds: Int64) { time.withLock { $0 += seconds } }
    }

    @Test("An answer is kept, also over restarts, and asked for once however many want it")
    func keeps() async throws {
        let rig = try Rig(.found([1, 2, 3]))
        let server = rig.server()

        async let one = server.find("/a")
        async let other = server.find("/a")
        let findings = await [one, other, server.find("/a")]

        guard case .file(let path) = findings[0] else {
            Issue.record("\(findings)")
            return
        }
        #expect(findings.allSatisfy { $0 == findings[0] })
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == [1, 2, 3])
        rig.set(.failed)
        #expect(await rig.server("https://example.org").find("/a") == findings[0])
        #expect(await rig.server().find("/a", asks: false) == findings[0])
        #expect(rig.asked.events == ["https://example.org/a"])
    }

    @Test("That there is none is kept for 30 days, also over restarts")
    func none() async throws {
        let rig = try Rig(.none)
        #expect(await rig.server().find("/a") == .none)
        rig.set(.found([1]))
        rig.wait(30 * 86_400 - 1)
        #expect(await rig.server().find("/a") == .none)
        #expect(rig.asked.count == 1)
        rig.wait(2)
        guard case .file = await rig.server().find("/a") else {
            Issue.record("it is asked again")
            return
        }
        #expect(rig.asked.count == 2)
    }

    @Test("A server that fails is left in peace, longer each time, and an answer that is none counts as a failure")
    func pauses() async throws {
        let rig = try Rig(.failed)
        let server = rig.server()
        for _ in 0..<5 { #expect(await server.find("/a") == .unknown) }
        #expect(await server.find("/b") == .unknown)
        #expect(rig.asked.count == 1)
        rig.wait(60)
        rig.set(.found([0, 1]))
        #expect(await server.find("/a") == .unknown)
        rig.wait(60)
        #expect(await server.find("/a") == .unknown)
        #expect(rig.asked.count == 2)
        rig.wait(60)
        rig.set(.found([1]))
        guard case .file = await server.find("/a") else {
            Issue.record("it is asked again")
            return
        }
        #expect(rig.asked.count == 3)
        rig.set(.failed)
        #expect(await server.find("/c") == .unknown)
        rig.wait(60)
        #expect(await server.find("/c") == .unknown)
        #expect(rig.asked.count == 5)
    }

    @Test("The pause has a bound, and does not outlast a clock that is set back")
    func longPause() {
        var pause = ServerPause()
        for _ in 0..<20 { pause.fail(at: 1000) }
        #expect(!pause.isOver(at: 4599))
        #expect(pause.isOver(at: 4600))
        #expect(pause.isOver(at: -5000))
    }

    @Test("Without an address nothing is asked and nothing given; too much is nothing; the room is kept")
    func off() async throws {
        let rig = try Rig(.found([UInt8](repeating: 1, count: 400)))
        let server = rig.server(nil, room: 1000)
        #expect(await server.find("/a") == .unknown)
        await server.set("https://example.org")
        for number in 0..<9 { _ = await server.find("/\(number)") }
        let names = try FileManager.default.contentsOfDirectory(atPath: rig.folder.file("web"))
        #expect(names.count == 2)
        await server.set(nil)
        #expect(await server.find("/8") == .unknown)
        await server.set("https://example.org")
        rig.set(.found([UInt8](repeating: 1, count: 1001)))
        #expect(await server.find("/large") == .unknown)
        #expect(rig.asked.count == 10)
    }

    // MARK: LRCLIB

    private func track(_ title: String, artists: [String] = ["Björk & Co"], genres: [String] = []) -> Track {
        Track(
            identifier: ContentIdentifier(kind: .track, key: "song"),
            location: MediaLocation(filePath: Array("/nowhere/song.flac".utf8)), title: title, artists: artists,
            album: "A/B", genres: genres, duration: .milliseconds(200_600))
    }

    @Test("A song is asked for by artist, title, album and length; speech and what has no artist is not")
    func question() {
        #expect(
            WebLyrics.question(track("Så? #1"))
                == "/api/get?artist_name=Bj%C3%B6rk%20%26%20Co&track_name=S%C3%A5%3F%20%231&album_name=A%2FB&duration=201"
        )
        #expect(WebLyrics.question(track("A", artists: [])) == nil)
        #expect(WebLyrics.question(track("A", genres: ["Audiobook"])) == nil)
    }

    @Test(
        "Of an answer the lyrics with times are taken, then the plain ones",
        arguments: [
            (#"{"id":1,"plainLyrics":"One\nTwo","syncedLyrics":"[00:01.00]One"}"#, 1, true),
            (#"{"plainLyrics":"One\nTwo","syncedLyrics":null}"#, 2, false),
            (#"{"plainLyrics":"One\nTwo","syncedLyrics":"  "}"#, 2, false),
            (#"{"instrumental":true,"plainLyrics":null,"syncedLyrics":null}"#, 0, false),
        ])
    func answer(text: String, lines: Int, isTimed: Bool) {
        let lyrics = WebLyrics.lyrics(Array(text.utf8))
        #expect(WebLyrics.isAnswer(Array(text.utf8)))
        #expect(lyrics?.lines.count ?? 0 == lines)
        #expect(lyrics?.isTimed ?? false == isTimed)
    }

    @Test("What is no answer is none", arguments: ["", "<html>", "[]", "{\"plainLyrics\":3}", "null"])
    func noAnswer(text: String) {
        #expect(!WebLyrics.isAnswer(Array(text.utf8)))
    }
}
