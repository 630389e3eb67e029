// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Synchronization
import Testing

@Suite("Long songs resume where another player of a Subsonic server left them", .timeLimit(.minutes(10)))
struct SubsonicPositionTests {
    /// A server with one long song, which keeps bookmarks. It has a few seconds of it to send, as all that is played.
    private final class Server: Sendable {
        private let bookmark = Mutex("")
        private let asked = Mutex<[String]>([])

        /// The methods that it was asked, with the names of songs and positions.
        var requests: [String] { asked.withLock { $0 } }

        /// Another player leaves the song.
        func leave(at milliseconds: Int, _ time: String) {
            bookmark.withLock { $0 = #"{"position":\#(milliseconds),"changed":"\#(time)","entry":\#(Self.song)}"# }
        }

        private static let song =
            #"{"id":"s1","title":"Chapter","artist":"Ann","album":"Book","duration":1300,"suffix":"wav"}"#
        private static let sound = SoundFiles.silence(seconds: 1300)

        func answer(to request: HTTPServer.Request) -> HTTPServer.Response {
            let parts = request.path.split(separator: "?", maxSplits: 1)
            let method = String(parts.first?.split(separator: "/").last ?? "")
            let fields = parts.last?.split(separator: "&").filter { $0.hasPrefix("id=") || $0.hasPrefix("position=") }
            asked.withLock { $0.append(([method] + (fields ?? []).map(String.init)).joined(separator: " ")) }
            let members: String? =
                switch method {
                case "ping", "scrobble", "createBookmark", "deleteBookmark": ""
                case "getAlbumList2": #""albumList2":{"album":[{"id":"a1","name":"Book","songCount":1}]}"#
                case "getAlbum": #""album":{"id":"a1","name":"Book","song":[\#(Self.song)]}"#
                case "getSong": #""song":\#(Self.song)"#
                case "getBookmarks": #""bookmarks":{"bookmark":[\#(bookmark.withLock { $0 })]}"#
                default: nil
                }
            if method == "stream" { return HTTPServer.file(Self.sound, tag: "\"1\"", for: request) }
            let envelope = #""version":"1.16.1","type":"scripted","openSubsonic":true"#
            return .text(
                members.map { #"{"subsonic-response":{"status":"ok",\#(envelope)\#($0.isEmpty ? "" : "," + $0)}}"# }
                    ?? #"{"subsonic-response":{"status":"failed",\#(envelope),"error":{"code":0,"message":"no"}}}"#,
                [("Content-Type", "application/json")])
        }
    }

    @Test("A position that was left on a phone before everything was erased here does not come back")
    func erased() async throws {
        let machine = try await Machine()
        let server = Server()
        let web = try HTTPServer { server.answer(to: $0) }
        let stage = SubsonicStage(machine)
        server.leave(at: 700_000, "2026-01-01T10:00:00Z")
        let added = try await stage.add(web.address, "--name Home")
        #expect(added.status == 0, "\(added.errors)")
        try await stage.waitForBranch("Home")
        try await waitUntil("the sections are known") {
            try await stage.titles("browse", "Home").contains("Bookmarks")
        }
        try await stage.done("play", "Home/Albums/Book")
        try await machine.waitForNow("it begins where it was left") { ($0["position"]?.doubleValue ?? 0) >= 699 }

        try await machine.done("erase", "--yes")

        try await stage.waitForBranch("Home")
        try await waitUntil("the sections are known again") {
            try await stage.titles("browse", "Home").contains("Bookmarks")
        }
        try await stage.done("play", "Home/Albums/Book")
        let now = try await machine.waitForNow("it plays") { $0["status"]?.stringValue == "playing" }
        #expect((now["position"]?.doubleValue ?? 0) < 600)
        withExtendedLifetime(web) {}
    }

    @Test("A position that is left on a phone is where the song begins here, and a later one from here is kept there")
    func resumes() async throws {
        let machine = try await Machine()
        let server = Server()
        let web = try HTTPServer { server.answer(to: $0) }
        _ = try await machine.startDaemon("--output", "silent")
        let stage = SubsonicStage(machine)
        server.leave(at: 700_000, "2026-01-01T10:00:00Z")
        let added = try await stage.add(web.address, "--name Home")
        #expect(added.status == 0, "\(added.errors)")
        try await stage.waitForBranch("Home")
        // Whether it keeps bookmarks is known when somebody has looked.
        try await waitUntil("the sections are known") {
            try await stage.titles("browse", "Home").contains("Bookmarks")
        }

        try await stage.done("play", "Home/Albums/Book")
        try await machine.waitForNow("it begins where it was left") {
            let position = $0["position"]?.doubleValue ?? 0
            return $0["status"]?.stringValue == "playing" && position >= 699 && position < 800
        }
        try await machine.done("seek", "900")
        try await machine.done("stop")
        try await waitUntil("the server knows; it was asked \(server.requests)") {
            server.requests.contains { request in
                let position = request.split(separator: "=").last.flatMap { Int($0) } ?? 0
                return request.hasPrefix("createBookmark id=s1") && position >= 899_000
            }
        }
        // Nothing that is older than here.
        try await stage.done("play", "Home/Albums/Book")
        try await machine.waitForNow("it goes on where it was left here") {
            ($0["position"]?.doubleValue ?? 0) >= 899
        }
        withExtendedLifetime(web) {}
    }
}
