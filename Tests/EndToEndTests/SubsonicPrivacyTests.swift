// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Synchronization
import Testing

@Suite("What a Subsonic server is not told", .timeLimit(.minutes(5)))
struct SubsonicPrivacyTests {
    /// A server with two albums of one short song each.
    private final class Server: Sendable {
        private let asked = Mutex<[String]>([])
        private static let sound = SoundFiles.silence(seconds: 3)

        /// What it was told: the methods and the names of songs.
        var told: [String] {
            asked.withLock { $0 }.filter { line in
                ["scrobble", "createBookmark", "savePlayQueue"].contains { line.hasPrefix($0) }
            }
        }

        private static func song(_ name: String) -> String {
            #"{"id":"\#(name)","title":"Song \#(name)","artist":"Ann","duration":3,"suffix":"wav"}"#
        }

        func answer(to request: HTTPServer.Request) -> HTTPServer.Response {
            let parts = request.path.split(separator: "?", maxSplits: 1)
            let method = String(parts.first?.split(separator: "/").last ?? "")
            let fields = parts.last?.split(separator: "&") ?? []
            let id = fields.first { $0.hasPrefix("id=") }.map { String($0.dropFirst(3)) } ?? ""
            let submission = fields.first { $0.hasPrefix("submission=") }.map { " " + $0 } ?? ""
            asked.withLock { $0.append(method + " " + id + submission) }
            if method == "stream" { return HTTPServer.file(Self.sound, tag: "\"1\"", for: request) }
            let members: String? =
                switch method {
                case "ping", "scrobble", "createBookmark", "savePlayQueue": ""
                case "getAlbumList2": #""albumList2":{"album":[{"id":"a","name":"First"},{"id":"b","name":"Second"}]}"#
                case "getAlbum": #""album":{"id":"\#(id)","name":"Album","song":[\#(Self.song(id))]}"#
                case "getSong": #""song":\#(Self.song(id))"#
                case "getBookmarks": #""bookmarks":{}"#
                case "getPlayQueue": #""playQueue":{}"#
                default: nil
                }
            let envelope = #""version":"1.16.1","type":"scripted","openSubsonic":true"#
            return .text(
                members.map { #"{"subsonic-response":{"status":"ok",\#(envelope)\#($0.isEmpty ? "" : "," + $0)}}"# }
                    ?? #"{"subsonic-response":{"status":"failed",\#(envelope),"error":{"code":0,"message":"no"}}}"#,
                [("Content-Type", "application/json")])
        }
    }

    @Test("When it is not known any longer what is private, the server is told nothing until the user resumes")
    func damagedPrivacy() async throws {
        let machine = try await Machine()
        try machine.directory.makeDirectory("state/oncue")
        try machine.directory.write("state/oncue/scrobbling.json", #"{"version":1,"accounts":[],"private":["prov"#.utf8)
        let server = Server()
        let web = try HTTPServer { server.answer(to: $0) }
        _ = try await machine.startDaemon("--output", "silent")
        let stage = SubsonicStage(machine)
        let added = try await stage.add(web.address, "--name Home")
        #expect(added.status == 0, "\(added.errors)")
        try await stage.waitForBranch("Home")
        let shown = try await machine.oncue("scrobble")
        #expect(shown.errors.contains("oncue scrobble resume"), "\(shown.errors)")
        try await waitUntil("the doctor tells of it") {
            try await machine.oncue("doctor").output.contains("oncue scrobble resume")
        }
        func listen(_ album: String) async throws {
            try await stage.done("play", "Home/Albums/\(album)")
            try await machine.waitForNow("\(album) has ended") { $0["status"] == "stopped" }
        }

        try await listen("First")
        try await machine.done("scrobble", "resume")
        // What begins in the same second is private, too.
        let resumed = time(nil)
        try await waitUntil("the clock is later") { time(nil) > resumed }
        try await listen("Second")
        try await waitUntil("the second one is told; there was \(server.told)") {
            server.told.contains("scrobble b submission=true")
        }

        #expect(
            server.told.allSatisfy { $0.hasPrefix("scrobble b") || $0.hasPrefix("savePlayQueue b") }, "\(server.told)")
        withExtendedLifetime(web) {}
    }
}
