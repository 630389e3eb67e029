// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// The files in which the daemon keeps what it was told: who may write them, who may read them, and what happens when
/// they vanish.
@Suite("Kept files", .timeLimit(.minutes(10)))
struct KeptFilesTests {
    // MARK: Two daemons

    @Test("A second daemon for the same files on another bus says who has them, and does not start")
    func otherBus() async throws {
        let machine = try await Machine()
        let other = try await PrivateBus()
        let first = try await machine.startDaemon()

        let second = try await machine.oncued(
            "--output", "silent", changes: ["DBUS_SESSION_BUS_ADDRESS": other.address])
        let client = try await ChildProcess.run(
            Products.program("oncue"), ["volume", "30"],
            environment: machine.environment.merging(["DBUS_SESSION_BUS_ADDRESS": other.address]) { $1 })

        #expect(second.status == 1, "\(second)")
        #expect(second.errors.contains("another oncued (process \(first.identifier)) uses the files in"), "\(second)")
        #expect(second.errors.split(separator: "\n").count == 1)
        #expect(client.status != 0 && client.errors.contains("process \(first.identifier)"), "\(client)")
        #expect(!first.hasEnded)
    }

    @Test("Daemons that share only their data do not start beside each other either")
    func sharedData() async throws {
        let machine = try await Machine()
        let other = try await PrivateBus()
        let first = try await machine.startDaemon()

        let second = try await machine.oncued(
            "--output", "silent",
            changes: [
                "DBUS_SESSION_BUS_ADDRESS": other.address, "XDG_STATE_HOME": machine.directory.file("other-state"),
            ])

        #expect(second.status == 1 && second.errors.contains("process \(first.identifier)"), "\(second)")
        #expect(second.errors.contains(machine.directory.file("data")))
    }

    @Test("A daemon that was killed, or that is ending, keeps no other from its files", arguments: [SIGKILL, SIGTERM])
    func nextDaemon(signal: Int32) async throws {
        let machine = try await Machine()
        let other = try await PrivateBus()
        for round in 0..<6 {
            let changes = round % 2 == 0 ? [:] : ["DBUS_SESSION_BUS_ADDRESS": other.address]
            let daemon = try await machine.startDaemon("--output", "silent", changes: changes)
            kill(daemon.identifier, signal)
            // From then on it is ending; before it is one that runs.
            if signal == SIGTERM { _ = try await daemon.errors.waitForLine { $0.contains("service: stopping") } }
        }
    }

    // MARK: Vanished databases

    @Test("What is answered is kept, also when the databases were removed under the daemon")
    func removedDatabases() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav", "Cora.wav")
        var daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/Anna")
        try await machine.done("play", "music")
        try await machine.done("history")

        for folder in ["data/oncue", "state/oncue"] {
            for name in try Machine.names(in: machine.directory.file(folder)) where name.contains(".sqlite") {
                unlink(machine.directory.file(folder + "/" + name))
            }
        }
        try await machine.done("favourite", "Library/Tracks/Bruno")
        try await machine.done("volume", "23")
        try await machine.done("queue", "add", "Library/Tracks/Cora")
        try await machine.done("suggestions", "settings", "--dismissals", "7")
        try machine.writeMusic("more/Dora.wav")
        try await machine.done("library", "scan")
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        daemon = try await machine.startDaemon()

        let favourites = try await machine.done("search", "favourite")
        #expect(favourites.contains("Anna") && favourites.contains("Bruno"), "\(favourites)")
        let now = try await machine.json("now")
        #expect(now["volume"] == 23 && now["queueLength"] == 4, "\(now)")
        #expect(try await machine.json("library")["tracks"] == 4)
        #expect(try await machine.json("suggestions", "settings")["dismissals"] == 7)
        #expect(try await machine.done("history").contains("Anna"))
    }

    @Test("A database that was emptied is a damaged one, and so is a folder in its place")
    func emptied() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav")
        var daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/Anna")
        try await machine.done("quit")
        _ = try await daemon.ending()
        let data = machine.directory.file("data/oncue")
        try Data().write(to: URL(fileURLWithPath: data + "/listening.sqlite"))

        daemon = try await machine.startDaemon()
        let favourites = try await machine.done("search", "favourite")
        let health = try await machine.oncue("doctor").output
        try await machine.done("quit")
        _ = try await daemon.ending()

        #expect(favourites.contains("Anna"), "the catalog knows it: \(favourites)")
        #expect(health.contains("listening.sqlite.damaged-"), "\(health)")

        unlink(data + "/catalog.sqlite")
        for end in ["-wal", "-shm"] { unlink(data + "/catalog.sqlite" + end) }
        mkdir(data + "/catalog.sqlite", 0o700)
        _ = try await machine.startDaemon()
        try await machine.done("library", "scan")

        #expect(try await machine.json("library")["tracks"] == 2)
        #expect(try Machine.names(in: data).contains { $0.hasPrefix("catalog.sqlite.damaged-") })
    }

    @Test("A database that was killed and has lost its log is a damaged one")
    func lostLog() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav")
        var daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/Anna")
        kill(daemon.identifier, SIGKILL)
        _ = try await daemon.ending()
        let data = machine.directory.file("data/oncue")
        for end in ["-wal", "-shm"] { unlink(data + "/listening.sqlite" + end) }

        daemon = try await machine.startDaemon()
        let favourites = try await machine.done("search", "favourite")
        let health = try await machine.oncue("doctor").output

        #expect(favourites.contains("Anna"), "the catalog knows it: \(favourites)")
        #expect(health.contains("listening.sqlite.damaged-"), "\(health)")
    }

    // MARK: Moved files

    @Test("Playlists and the queue follow a folder that is renamed, and files that come back under another name")
    func moved() async throws {
        let machine = try await Machine()
        try machine.writeMusic("First/Anna.wav", "First/Bruno.wav", "Cora.wav")
        _ = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("playlist", "create", "Evening")
        for title in ["Anna", "Bruno", "Cora"] {
            try await machine.done("playlist", "add", "Evening", "Library/Tracks/\(title)")
        }
        try await machine.done("play", "Playlists/Evening")
        try await machine.done("pause")
        let music = machine.directory.file("work/music")

        rename(music + "/First", music + "/Second")
        try await machine.done("library", "scan")
        let renamed = try await machine.json("playlist", "show", "Evening")
        rename(music + "/Second", machine.directory.file("away"))
        try await machine.done("library", "scan")
        rename(machine.directory.file("away"), music + "/Third")
        try await machine.done("library", "scan")
        let back = try await machine.json("playlist", "show", "Evening")
        try await machine.done("next")
        try await machine.done("resume")
        let queued = try await machine.waitForNow("the queue") { $0["position"]?.doubleValue ?? 0 > 0.1 }
        try await machine.done("play", "Playlists/Evening")
        try await machine.waitUntilPlayed(from: 0.1)

        for list in [renamed, back] {
            let items = list["items"]?.arrayValue ?? []
            #expect(items.map { $0["title"] } == ["Anna", "Bruno", "Cora"], "\(list)")
            #expect(items.allSatisfy { $0["unavailable"] != true && $0["playable"] == true }, "\(list)")
        }
        #expect(queued["title"] == "Bruno" && queued["status"] == "playing", "\(queued)")
        let now = try await machine.json("now")
        #expect(now["title"] == "Anna" && now["queueLength"] == 3, "\(now)")
    }

    // MARK: Rights

    @Test("Everything kept is for this person only, whoever made the folders, and so is what is written for them")
    func rights() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav")
        for name in ["config", "data", "state"] {
            try machine.directory.makeDirectory(name + "/oncue")
            for folder in ["", "/oncue"] { chmod(machine.directory.file(name + folder), 0o755) }
        }
        let radio = try machine.directory.write("config/oncue/radio.m3u8", "#EXTM3U\n".utf8)
        chmod(radio, 0o644)
        try machine.directory.makeDirectory("data/oncue/playlists")
        let list = try machine.directory.write("data/oncue/playlists/Old.m3u8", "#EXTM3U\n".utf8)
        chmod(list, 0o664)
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("play", "Library/Tracks/Anna")
        try await machine.done("favourite", "Library/Tracks/Anna")
        try await machine.done("playlist", "create", "Evening")
        try await machine.done("radio", "add", "A", "http://me:secret@127.0.0.1:9/a")
        try await machine.done("podcast", "export", "podcasts.opml")
        try await machine.done("suggestions", "export", "learnt.jsonl")
        try await machine.done("backup", "oncue.sqlar")
        try await machine.done("restore", "--yes", "oncue.sqlar")
        withExtendedLifetime(daemon) {}

        for folder in ["config/oncue", "data/oncue", "state/oncue", "data/oncue/playlists"] {
            #expect(machine.openTo(folder) == 0, "\(folder)")
            for name in try Machine.names(in: machine.directory.file(folder)) {
                #expect(machine.openTo(folder + "/" + name) == 0, "\(folder)/\(name)")
            }
        }
        for name in ["podcasts.opml", "learnt.jsonl", "oncue.sqlar"] {
            #expect(machine.openTo("work/" + name) == 0, "\(name)")
        }
        #expect(machine.openTo("config") == 0o055, "what is not OnCue's own stays as it is")
        #expect(machine.openTo("work/music") != 0, "and so does the music")
    }
}

extension Machine {
    /// What others may do with a file or a folder.
    fileprivate func openTo(_ name: String) -> mode_t {
        var status = stat()
        return lstat(directory.file(name), &status) == 0 ? status.st_mode & 0o077 : 0o777
    }
}
