// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// What happens to the files that the daemon keeps, and what is kept of them.
@Suite("Faults of storage", .timeLimit(.minutes(10)))
struct StorageFaultTests {
    @Test("On a disk that is mounted read-only music plays, what was kept is there, and what cannot be kept is refused")
    func readOnlyDisk() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav")
        try machine.directory.makeDirectory("disk")
        let disk = try await TestDisk(at: machine.directory.file("disk"), kilobytes: 60_000)
        let folders = ["DATA", "STATE", "CACHE"].map { ("XDG_\($0)_HOME", disk.path + "/" + $0.lowercased()) }
        let changes = Dictionary(uniqueKeysWithValues: folders)
        var daemon = try await machine.startDaemon(on: disk, changes: changes)
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/Anna")
        try await machine.done("playlist", "create", "Evening")
        try await machine.done("play", "Library/Tracks/Anna")
        try await machine.done("volume", "30")
        // The journal is written a moment after what it tells of.
        try await waitUntil("the journal tells of it") { try await machine.done("history").contains("Anna") }
        // What is in a log alone must be found as well.
        daemon.send(SIGKILL)
        _ = try await daemon.ending()

        try await disk.mount(.readOnly)
        daemon = try await machine.startDaemon(on: disk, changes: changes)
        let before = try await machine.json("now")
        try await machine.done("play", "Library/Tracks/Bruno")
        try await machine.waitUntilPlayed(from: 0.1)
        let refused = try await machine.oncue("favourite", "Library/Tracks/Bruno")
        // It gives each check a few seconds.
        let health = try await waitFor("the doctor tells of it") {
            let health = try await machine.oncue("doctor").output
            return health.contains("listening.sqlite cannot be written: its disk is mounted read-only") ? health : nil
        }

        #expect(before["title"] == "Anna" && before["volume"] == 30 && before["status"] == "paused", "\(before)")
        #expect(try await machine.done("search", "favourite").contains("Anna"))
        #expect(try await machine.done("history").contains("Anna"))
        #expect(try await machine.done("playlist").contains("Evening"))
        #expect(refused.status != 0 && refused.errors.contains("read-only"), "\(refused.errors)")
        #expect(refused.errors.split(separator: "\n").count == 1)
        #expect(try await machine.oncue("playlist", "create", "Morning").errors.contains("ead-only"))
        let backup = disk.entering(Products.program("oncue")) + ["backup", machine.directory.file("kept.sqlar")]
        let saved = try await ChildProcess.run(
            backup[0], Array(backup.dropFirst()), environment: machine.environment.merging(changes) { $1 })
        #expect(saved.status == 0 && saved.output.contains("1 like") && saved.output.contains("1 playlist"), "\(saved)")
        #expect(!health.contains("chown"))

        daemon.send(SIGTERM)
        #expect(try await daemon.ending() == .exit(0))
        try await disk.mount(.readWrite)
        _ = try await machine.startDaemon(on: disk, changes: changes)
        let favourites = try await machine.done("search", "favourite")
        try await machine.done("favourite", "Library/Tracks/Bruno")

        #expect(
            favourites.contains("Anna") && !favourites.contains("Bruno"), "what was refused is not there: \(favourites)"
        )
        #expect(try await machine.json("now")["title"] == "Anna")
        #expect(try machine.copiesInMemory.isEmpty)
    }

    @Test("Damaged pages of the catalog are noticed; it is read from the files again, with favourites and history")
    func damagedCatalog() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav", "Cora.wav")
        var daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/Bruno")
        try await machine.done("play", "Library/Tracks/Anna")
        let tracks = try await tracks(machine)
        try await machine.done("quit")
        _ = try await daemon.ending()

        try machine.damage("data/oncue/catalog.sqlite", from: 1)
        daemon = try await machine.startDaemon()
        try await machine.done("library", "scan")

        #expect(try await self.tracks(machine) == tracks)
        #expect(try await machine.done("search", "favourite").contains("Bruno"))
        #expect(try await machine.done("history").contains("Anna"))
        #expect(try await machine.json("now")["title"] == "Anna")
        try await waitUntil("the doctor tells of it") {
            let health = try await machine.oncue("doctor")
            return health.status == 0 && health.output.contains("catalog.sqlite.damaged-")
        }
        try await machine.done("play", "Library/Tracks/Cora")
        try await machine.waitUntilPlayed(from: 0.1)
    }

    @Test(
        "Damaged pages of what was listened to are noticed; the others are saved, and favourites that the catalog knows"
    )
    func damagedListening() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav", "Cora.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/Bruno")
        try await machine.done("play", "Library/Tracks/Anna")
        try await machine.done("quit")
        _ = try await daemon.ending()

        try machine.damage("data/oncue/listening.sqlite", from: 2)
        _ = try await machine.startDaemon()
        try await machine.done("favourite", "Library/Tracks/Cora")
        let favourites = try await machine.done("search", "favourite")

        #expect(favourites.contains("Bruno") && favourites.contains("Cora"), "\(favourites)")
        try await waitUntil("the doctor tells of it") {
            try await machine.oncue("doctor").output.contains("listening.sqlite.damaged-")
        }
        #expect(try await machine.json("now")["title"] == "Anna")
    }

    private func tracks(_ machine: Machine) async throws -> [String] {
        let items = try await machine.json("browse", "Library/Tracks")["items"]?.arrayValue ?? []
        return items.compactMap { $0["identifier"]?.stringValue }.sorted()
    }
}

extension Machine {
    /// Overwrites the pages of a database from one on; the first is 0.
    fileprivate func damage(_ name: String, from page: Int) throws {
        let path = directory.file(name)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        guard bytes.count > size * (page + 1) else { throw SupportError("\(name) has no page \(page)") }
        bytes.replaceSubrange((size * page)..., with: Data(repeating: 0x5A, count: bytes.count - size * page))
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    /// Databases that a daemon has copied since it could not change them.
    fileprivate var copiesInMemory: [String] {
        get throws {
            try Self.names(in: directory.file("run/oncue")).filter { $0.hasPrefix("read-only") }
        }
    }
}
