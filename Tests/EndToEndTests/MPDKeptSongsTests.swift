// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The songs that oncue-mpd keeps for its next start", .timeLimit(.minutes(10)))
struct MPDKeptSongsTests {
    private let stage: MPDStage
    private let file: String

    init() async throws {
        stage = try await MPDStage(isRecorded: true)
        file = stage.machine.directory.file("state/oncue/mpd-songs")
        try await waitForSongs(11)
    }

    private func waitForSongs(_ count: Int) async throws {
        let talk = try await stage.talk()
        try await waitUntil("there are \(count) songs, and no scan") {
            let status = try await talk.ask("status")
            return try await talk.ask("stats").contains("songs: \(count)")
                && !status.contains { $0.hasPrefix("updating_db") }
        }
    }

    private func everything(_ talk: MPDTalk) async throws -> [String] {
        let counts = try await talk.ask("stats").filter { !$0.hasPrefix("uptime") && !$0.hasPrefix("playtime") }
        return counts + (try await talk.ask("listallinfo")) + (try await talk.ask("list album group albumartist"))
    }

    private func rights() throws -> mode_t {
        var status = stat()
        guard stat(file, &status) == 0 else { throw SupportError("there is no \(file)") }
        return status.st_mode & 0o7777
    }

    private func waitForFile() async throws {
        try await waitUntil("the songs are kept") { access(file, F_OK) == 0 }
    }

    /// How often songs were asked of the daemon while the answers were the same as before.
    private func pages(_ server: MPDStage, as answers: [String]) async throws -> Int {
        let recording = try await BusRecording(of: try #require(stage.machine.bus))
        let messages = try await recording.messages(while: {
            let listener = try await server.listen()
            let given = try await everything(try await server.talk())
            #expect(given == answers)
            try await waitForFile()
            try await listener.end()
        })
        return messages.count { $0.kind == 1 && $0.member == "GetTrackColumns" }
    }

    @Test("are in a file of this user, and are asked of the daemon only where that cannot be believed")
    func kept() async throws {
        let answers = try await everything(try await stage.talk())
        try await waitForFile()
        #expect(try rights() == 0o600)
        try await stage.server.end()

        #expect(try await pages(stage, as: answers) == 0)

        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: file))
        #expect(try await pages(stage, as: answers) > 0, "damaged")

        try bytes.prefix(20).write(to: URL(fileURLWithPath: file))
        #expect(try await pages(stage, as: answers) > 0, "cut")

        chmod(file, 0o644)
        #expect(try await pages(stage, as: answers) > 0, "for others to read")
        #expect(try rights() == 0o600)
    }

    @Test("go with the last listener that is switched off, and also when nothing listens any longer")
    func switchedOff() async throws {
        try await waitForFile()
        let state = stage.machine.directory.file("state/oncue")
        try Data("half".utf8).write(to: URL(fileURLWithPath: file + ".new-77"))
        func kept() throws -> [String] { try Machine.names(in: state).filter { $0.hasPrefix("mpd-songs") } }

        #expect(try await stage.machine.json("mpd", "off")["on"] == false)
        #expect(try kept() == [])

        let listener = try await stage.listen()
        try await waitForSongs(11)
        try await waitForFile()
        try await listener.end()
        #expect(try kept() == ["mpd-songs"], "it may be started again")
        #expect(try await stage.machine.json("mpd", "off")["on"] == false)
        #expect(try kept() == [])
    }

    @Test("are others when the library has changed meanwhile")
    func changed() async throws {
        let before = try await everything(try await stage.talk())
        try await waitForFile()
        try await stage.server.end()
        let folder = stage.machine.directory.file("work/music")
        try FileManager.default.copyItem(
            atPath: folder + "/Small Hours Collective/Kitchen Table Sessions/03 Two Chairs.ogg",
            toPath: folder + "/new.ogg")
        try await stage.machine.done("library", "scan")

        let listener = try await stage.listen()
        let talk = try await stage.talk()
        try await waitForSongs(12)
        #expect(try await talk.ask("lsinfo new.ogg").contains("file: new.ogg"))
        #expect(!before.contains("file: new.ogg"))

        // The folder is another one, with as many songs, while nobody listens.
        try await waitForFile()
        try await listener.end()
        try await stage.machine.done("library", "remove", "music")
        try FileManager.default.moveItem(atPath: folder, toPath: folder + "-moved")
        try await stage.machine.done("library", "add", "music-moved")
        let next = try await stage.listen()
        try await waitForSongs(12)
        #expect(try await stage.talk().ask("lsinfo new.ogg").contains("file: new.ogg"))
        try await next.end()
    }

    @Test("are others when the library was deleted meanwhile, though it has as many songs, as long, in the same folder")
    func deleted() async throws {
        let folder = stage.machine.directory.file("work/music/Inland Ferry Orchestra/Night Crossing")
        let line = "lsinfo \"Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac\""
        #expect(try await stage.talk().ask(line).contains("Title: Casting Off"))
        try await waitForFile()
        try await stage.server.end()
        try await stage.machine.done("quit")
        try await waitUntil("it has ended") { stage.machine.processes.allSatisfy { !$0.name.hasPrefix("oncued") } }

        try FileManager.default.removeItem(atPath: stage.machine.directory.file("data/oncue"))
        let names = ["01 Casting Off.flac", "02 Open Water.flac"]
        for (from, to) in [(names[0], "other"), (names[1], names[0]), ("other", names[1])] {
            try FileManager.default.moveItem(atPath: folder + "/" + from, toPath: folder + "/" + to)
        }
        _ = try await stage.machine.startDaemon()
        try await stage.machine.done("library", "add", "music")
        let listener = try await stage.listen()
        try await waitForSongs(11)

        #expect(try await stage.talk().ask(line).contains("Title: Open Water"))
        try await listener.end()
    }

    @Test("are told although nobody else has asked for them, before there is a daemon")
    func withoutDaemon() async throws {
        let answers = try await everything(try await stage.talk())
        try await waitForFile()
        try await stage.server.end()
        try await stage.machine.done("quit")
        // It leaves the bus before it ends.
        try await waitUntil("it has ended") { stage.machine.processes.allSatisfy { !$0.name.hasPrefix("oncued") } }

        let listener = try await stage.listen()
        try await Task.sleep(for: .milliseconds(500))
        #expect(stage.machine.processes.filter { $0.name.hasPrefix("oncued") }.isEmpty, "nothing was asked yet")
        #expect(try await everything(try await stage.talk()) == answers)
        try await listener.end()
        try await stage.machine.done("quit")
    }
}
