// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// Disks of several sizes, with the home and the runtime folder on them, that are full before anything plays.
@Suite("Full disks", .timeLimit(.minutes(5)))
struct FullDiskTests {
    private static let sizes =
        TestEffort.factor > 1 ? [600, 1_000, 1_500, 2_000, 3_000, 6_000, 12_000] : [1_000, 2_000]

    @Test("A full disk ends nobody, whatever its size: music plays, and what cannot be kept is said", arguments: sizes)
    func inMemory(kilobytes: Int) async throws { try await check(kilobytes, .memory) }

    @Test(
        "The same on a disk with ext4",
        .enabled(if: TestEffort.factor > 1 && getuid() == 0 && access("/dev/loop-control", F_OK) == 0),
        arguments: [1_500, 3_000, 8_000])
    func onExt4(kilobytes: Int) async throws { try await check(kilobytes, .ext4) }

    private func check(_ kilobytes: Int, _ fileSystem: TestDisk.FileSystem) async throws {
        let machine = try await Machine()
        // Of another kind than what is heard, so that samples are converted.
        try machine.directory.write("work/a.wav", ToneFile.tone(440, seconds: 60, rate: 44_100, channels: 1).data)
        try machine.directory.makeDirectory("disk")
        let disk = try await TestDisk(at: machine.directory.file("disk"), kilobytes: kilobytes, fileSystem)
        var changes = Dictionary(
            uniqueKeysWithValues: ["DATA", "STATE", "CACHE", "CONFIG"].map {
                ("XDG_\($0)_HOME", disk.path + "/home/." + $0.lowercased())
            })
        (changes["XDG_RUNTIME_DIR"], changes["TMPDIR"]) = (disk.path + "/run", disk.path + "/tmp")
        try await disk.run("mkdir -m 700 '\(disk.path)/run' '\(disk.path)/home' '\(disk.path)/tmp'")
        let daemon = try await machine.startDaemon(
            on: disk, output: machine.directory.file("heard.wav"), changes: changes)

        try await disk.fill()
        for words in [
            ["library", "add", "."], ["play", "a.wav"], ["volume", "30"], ["favourite", "a.wav"],
            ["playlist", "create", "Evening"], ["queue", "add", "a.wav"], ["podcast"], ["suggestions"],
        ] {
            let result = try await machine.oncue(words)
            #expect(!daemon.hasEnded, "at \(words)")
            if words[0] == "playlist" { #expect(result.errors.contains("No space left"), "\(result)") }
        }
        try await machine.waitForNow("sound") { ($0["position"]?.doubleValue ?? 0) > 0.5 }

        daemon.send(SIGTERM)
        #expect(try await daemon.ending() == .exit(0))
        if fileSystem == .ext4 {
            // What SQLite needs before it reads a database finds no room here, not even that of its logs, which are gone
            // since the end, and that is said.
            try await disk.fill()
            let refusal = await #expect(throws: SupportError.self) {
                _ = try await machine.startDaemon(
                    on: disk, output: machine.directory.file("heard.wav"), changes: changes)
            }
            #expect(refusal?.description.contains("No space left on device; free some space") == true)
            try await disk.makeRoom()
        }
        // It starts on a full disk as well, and ends in order.
        let second = try await machine.startDaemon(
            on: disk, output: machine.directory.file("heard.wav"), changes: changes)
        _ = try await machine.oncue("play", "a.wav")
        try await machine.waitForNow("sound again") { ($0["position"]?.doubleValue ?? 0) > 0.2 }
        second.send(SIGTERM)
        #expect(try await second.ending() == .exit(0))
    }

    @Test("A library that does not fit on the disk says so, and is whole when there is room")
    func catalog() async throws {
        let machine = try await Machine()
        let count = 600
        for number in 0..<count {
            try machine.directory.write("work/music/\(number).wav", SoundFiles.silence(seconds: 1))
        }
        try machine.directory.makeDirectory("disk")
        let disk = try await TestDisk(at: machine.directory.file("disk"), kilobytes: 4_000)
        let folders = ["DATA", "STATE", "CACHE"].map { ("XDG_\($0)_HOME", disk.path + "/" + $0.lowercased()) }
        _ = try await machine.startDaemon(on: disk, changes: Dictionary(uniqueKeysWithValues: folders))

        try await disk.fill()
        let added = try await machine.oncue("library", "add", "music")
        let scanned = try await machine.oncue("library", "scan")
        try await disk.makeRoom()
        try await machine.done("library", "add", "music")

        #expect(added.status == 1 && added.errors.contains("No space left on device"), "\(added)")
        #expect(added.errors.contains("catalog"), "\(added)")
        #expect(try await machine.json("library")["tracks"] == .int(count))
        withExtendedLifetime(scanned) {}
    }
}
