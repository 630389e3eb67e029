// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// What the world does to a daemon, and what is kept.
@Suite("Faults", .timeLimit(.minutes(10)))
struct FaultTests {
    private static let player = "org.mpris.MediaPlayer2.oncue"

    /// The private memory of a process that it has written, in kilobytes.
    private static func written(_ process: ChildProcess) throws -> Int {
        let text = try Machine.text(of: "/proc/\(process.identifier)/smaps_rollup")
        let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
        return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
    }

    /// In bytes.
    private static func addressSpace(_ process: ChildProcess) throws -> Int {
        let text = try Machine.text(of: "/proc/\(process.identifier)/status")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmSize:") })
        return (Int(line.split { !$0.isNumber }.first ?? "") ?? 0) << 10
    }

    private static func openFiles(_ process: ChildProcess) throws -> Int {
        try Machine.names(in: "/proc/\(process.identifier)/fd").count
    }

    // MARK: Disks

    @Test("With a full disk music plays on, and commands say what is not kept; with room all is kept again")
    func fullDisk() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")
        try machine.directory.makeDirectory("disk")
        let disk = try await TestDisk(at: machine.directory.file("disk"), kilobytes: 6_000)
        let folders = ["DATA", "STATE", "CACHE"].map { ("XDG_\($0)_HOME", disk.path + "/" + $0.lowercased()) }
        let changes = Dictionary(uniqueKeysWithValues: folders)
        let daemon = try await machine.startDaemon(on: disk, changes: changes)
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/a")
        try await machine.done("play", "Library/Tracks/a")
        try await machine.waitUntilPlayed(from: 0.1)

        try await disk.fill()
        let refused = try await machine.oncue("playlist", "create", "Evening")
        // The first edits may find room in a log that has been used before.
        for number in 0..<300 where try await machine.oncue("queue", "add", "Library/Tracks/b").status == 0 {
            try #require(number < 299, "queue add never says that it is not kept")
        }
        var unkept: [ChildProcess.Result] = []
        for words in [
            ["volume", "30"], ["repeat", "all"], ["queue", "add", "Library/Tracks/b"], ["undo"],
            ["play", "Library/Tracks/b"], ["seek", "0:00.1"],
        ] { unkept.append(try await machine.oncue(words)) }
        try await machine.waitUntilPlayed(from: 0.5)
        let now = try await machine.json("now")

        #expect(refused.status != 0 && refused.errors.contains("No space left"), "\(refused.errors)")
        #expect(refused.errors.split(separator: "\n").count == 1)
        for result in unkept {
            #expect(result.status == 1 && result.errors.contains("not kept"), "\(result)")
            #expect(result.errors.contains("No space left on device"), "\(result)")
        }
        #expect(now["status"] == "playing" && now["title"] == "b" && now["volume"] == 30)

        try await disk.makeRoom()
        try await machine.done("playlist", "create", "Evening")
        try await machine.done("pause")
        try await machine.done("volume", "40")
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        _ = try await machine.startDaemon(on: disk, changes: changes)
        let after = try await machine.json("now")
        let history = try await machine.json("history", "--limit", "50")["items"]?.arrayValue ?? []

        #expect(after["volume"] == 40 && after["title"] == "b" && after["status"] == "paused")
        #expect(try await machine.done("playlist").contains("Evening"))
        #expect(try await machine.done("search", "favourite").contains("a"))
        #expect(history.contains { $0["title"] == "b" && $0["kind"] == "started" }, "\(history)")
    }

    @Test("A disk with music that goes away takes nothing from the library, whatever is played and scanned then")
    func unplugged() async throws {
        let machine = try await Machine()
        for folder in ["source", "music"] { try machine.directory.makeDirectory("work/" + folder) }
        let source = machine.directory.file("work/source")
        for number in 1...60 {
            try machine.directory.write("work/source/\(number).wav", SoundFiles.silence(seconds: number == 1 ? 300 : 1))
        }
        let disk = try await TestDisk(at: machine.directory.file("work/music"), kilobytes: 60_000)
        let copy = "cp -a '\(source)/.' '\(disk.path)/'"
        try await disk.run(copy)
        _ = try await machine.startDaemon(on: disk)
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/60")
        let before = try await identifiers(machine)

        try await machine.done("play", "Library/Tracks/1")
        try await machine.waitUntilPlayed(from: 0.1)
        try await machine.done("queue", "add", "Library/Tracks/2")
        let added = (1...60).map { "cp '\(source)/2.wav' '\(disk.path)/more-\($0).wav'" }.joined(separator: "; ")
        try await disk.run(added)
        try await machine.done("library", "pause")
        let scan = try machine.startOncue(["library", "scan"].map { Array($0.utf8) })
        try await waitForScan(machine)
        try await disk.unplug()
        try await machine.done("library", "resume")
        _ = try await scan.ending()
        // What is open can be read to its end, and what comes behind it is not there.
        _ = try await machine.oncue("seek", "4:59")
        let now = try await machine.waitForNow("the end") { $0["status"] != "playing" }
        try await machine.done("library", "scan")
        let away = try await machine.oncue("play", "Library/Tracks/3")
        // It is not forgotten with the next scan, and doctor says the same.
        try await machine.done("library", "scan")
        let hidden = [try await machine.done("library", "status"), try await machine.oncue("doctor").output]
        for text in hidden {
            #expect(text.contains("as if a disk were not mounted; its tracks are hidden"), "\(text)")
        }

        #expect(now["error"] != .null, "\(now)")
        #expect(away.status != 0 && !away.errors.isEmpty)

        try await disk.plugIn()
        try await disk.run(copy)
        try await machine.done("library", "scan")
        #expect(try await identifiers(machine) == before)
        #expect(try await machine.done("search", "favourite").contains("60"))
        try await machine.done("play", "Library/Tracks/3")
        try await machine.waitUntilPlayed(from: 0.1)
    }

    /// Until one is under way, which waits where it is.
    private func waitForScan(_ machine: Machine) async throws {
        try await waitUntil("a scan has begun") {
            try await machine.json("library")["scan"]?["paused"] == true
        }
    }

    private func identifiers(_ machine: Machine) async throws -> [String] {
        let items = try await machine.json("browse", "Library/Tracks")["items"]?.arrayValue ?? []
        return items.compactMap { $0["identifier"]?.stringValue }.sorted()
    }

    // MARK: Clients

    @Test("A thousand clients that come, ask, listen and leave cost nothing that stays")
    func thousandClients() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("play", "music")
        let bus = try #require(machine.bus)
        for _ in 0..<2 { try await meet(50, on: bus) }
        let before = (try Self.written(daemon), try Self.openFiles(daemon))

        for _ in 0..<20 { try await meet(50, on: bus) }

        // A worker that reads a picture has pipes until it has had nothing to do for ten seconds.
        try await waitUntil("nothing stays open") { try Self.openFiles(daemon) <= before.1 }
        #expect(try Self.written(daemon) < before.0 + 2_000, "KB more than \(before.0)")
        #expect(try await machine.json("now")["status"] == "playing")
    }

    /// So many clients at once, which leave without a word.
    private func meet(_ count: Int, on bus: PrivateBus) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let client = try await bus.connect()
                    let listening = await client.subscribe(sender: "org.oncue.OnCue") { _ in }
                    for interface in ["org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player"] {
                        let answer = try await client.call(
                            "GetAll", of: "org.freedesktop.DBus.Properties", at: "/org/mpris/MediaPlayer2",
                            on: Self.player, [.string(interface)])
                        guard !answer.isEmpty else { throw SupportError("client \(number) got nothing") }
                    }
                    // Somebody waits for triggers, too, and is gone.
                    try await client.call(
                        "Watch", of: "org.oncue.Triggers1", at: "/org/oncue/OnCue", on: "org.oncue.OnCue",
                        [.bool(true)])
                    withExtendedLifetime(listening) {}
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Clients that never read what they are told keep nobody else waiting, and cost the daemon no memory")
    func silentClients() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("play", "music")
        var clients: [ChildProcess] = []
        for words in [["now", "--follow"], ["now", "--follow", "--json"], ["triggers", "--watch"]] {
            clients.append(try machine.startOncue(words.map { Array($0.utf8) }))
        }
        for follower in clients.prefix(2) { _ = try await follower.output.waitForLine { !$0.isEmpty } }
        _ = try await clients[2].errors.waitForLine { $0.contains("Watching") }
        for client in clients { client.send(SIGSTOP) }
        let bus = try await #require(machine.bus).connect()
        try await setVolumes(100, bus)
        let before = try Self.written(daemon)

        try await setVolumes(2_000, bus)

        #expect(try Self.written(daemon) < before + 2_000, "KB more than \(before)")
        #expect(try await machine.json("now")["volume"] == 50)
        for client in clients {
            client.send(SIGCONT)
            client.send(SIGTERM)
            _ = try await client.ending()
        }
    }

    /// Each is a change that all are told of.
    private func setVolumes(_ count: Int, _ bus: MessageBus) async throws {
        for number in (0..<count).reversed() {
            try await bus.call(
                "Set", of: "org.freedesktop.DBus.Properties", at: "/org/mpris/MediaPlayer2", on: Self.player,
                [
                    .string("org.mpris.MediaPlayer2.Player"), .string("Volume"),
                    .variant(.double(0.5 + Double(number % 2) / 4)),
                ])
        }
    }

    // MARK: Memory

    @Test("With no memory left it may end, and all that was answered is kept")
    func noMemory() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("play", "Library/Tracks/b")
        try await machine.done("volume", "35")
        try await machine.done("favourite", "Library/Tracks/b")

        // Less than it has already, so that it gets nothing more.
        let limit = try await ChildProcess.run("prlimit", ["--pid", String(daemon.identifier), "--as=1048576"])
        #expect(limit.status == 0, "\(limit.errors)")
        #expect(try Self.addressSpace(daemon) > 1_048_576)
        for number in 0..<20 {
            // Whatever comes of them comes soon; a client starts another daemon where this one has ended.
            _ = try await machine.oncue("search", String(repeating: "a", count: 1 + number))
            _ = try await machine.oncue("browse", "Library/Tracks", "--json")
        }
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        let now = try await machine.json("now")

        #expect(now["title"] == "b" && now["volume"] == 35 && now["status"] == "paused")
        #expect(try await machine.done("search", "favourite").contains("b"))
    }
}
