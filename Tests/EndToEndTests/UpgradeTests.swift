// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import SQLite
import Testing

@Suite("Upgrades and downgrades of a real daemon", .timeLimit(.minutes(10)))
struct UpgradeEndToEndTests {
    /// The second version of `listening.sqlite`, as it was published.
    private static let second = """
        CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), change INTEGER NOT NULL);
        INSERT INTO state (id, change) VALUES (1, 1);
        CREATE TABLE records (
            identifier TEXT PRIMARY KEY, kind TEXT NOT NULL, track_key INTEGER, title TEXT, location TEXT,
            play_count INTEGER NOT NULL DEFAULT 0, skip_count INTEGER NOT NULL DEFAULT 0, last_played INTEGER,
            position INTEGER, favourite INTEGER NOT NULL DEFAULT 0, change INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX records_of_tracks ON records (track_key) WHERE track_key IS NOT NULL;
        CREATE INDEX records_by_time ON records (last_played DESC) WHERE last_played IS NOT NULL;
        CREATE INDEX records_by_change ON records (change);
        CREATE INDEX records_of_favourites ON records (kind) WHERE favourite = 1;
        PRAGMA user_version = 2;
        """

    /// The version of `listening.sqlite` that this OnCue writes.
    private static let newest = 12
    private static let copyMark = ".before-v\(newest)"

    private func listening(_ machine: Machine) -> String { machine.directory.file("data/oncue/listening.sqlite") }

    private func makeSecond(on machine: Machine, records: Int) throws {
        try machine.directory.makeDirectory("data/oncue")
        let connection = try Connection(path: listening(machine))
        try connection.useWriteAheadLog()
        try connection.execute(Self.second)
        try connection.execute(
            """
            INSERT INTO records (identifier, kind, title, play_count, last_played, change)
                WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(records))
                SELECT 'track:' || i, 'track', 'Title ' || i, 1, i, 1 FROM n
            """)
    }

    private func count(_ sql: String, _ path: String) throws -> Int {
        try Connection(path: path, mode: .readOnly).prepare(sql).first { $0.int(0) } ?? -1
    }

    @Test(
        "A daemon that is killed in the midst of an upgrade has changed nothing or all of it, and the next one goes on")
    func killed() async throws {
        let machine = try await Machine()
        let records = 40_000
        try makeSecond(on: machine, records: records)
        let path = listening(machine)
        var versions: Set<Int> = []
        for round in 0..<12 {
            let daemon = try ChildProcess(
                Products.program("oncued"), ["--output", "silent"], environment: machine.environment)
            let copy = path + Self.copyMark + (round % 2 == 0 ? ".part" : "")
            let deadline = ContinuousClock.now + .seconds(20)
            while access(copy, F_OK) != 0, access(path + Self.copyMark, F_OK) != 0, ContinuousClock.now < deadline {
                usleep(500)
            }
            usleep(UInt32(round) * 8_000)
            kill(daemon.identifier, SIGKILL)
            _ = try await daemon.result()

            let version = try count("PRAGMA user_version", path)
            versions.insert(version)
            #expect(version == 2 || version == Self.newest)
            #expect(try count("SELECT COUNT(*) FROM records WHERE play_count = 1", path) == records)
            if version == Self.newest { #expect(try count("SELECT COUNT(*) FROM journal", path) == records) }
            if access(path + Self.copyMark, F_OK) == 0 {
                #expect(try count("SELECT COUNT(*) FROM records", path + Self.copyMark) == records)
            }
            if version == 2 {
                unlink(path + Self.copyMark)
            } else {
                // It was over before it was killed.
                guard !versions.contains(2) else { break }
                for end in ["", "-wal", "-shm", Self.copyMark, Self.copyMark + ".part"] { unlink(path + end) }
                try makeSecond(on: machine, records: records)
            }
        }
        #expect(versions.contains(2), "no upgrade was broken off")

        _ = try await machine.startDaemon()

        #expect(try await machine.json("history", "--all")["total"]?.intValue == records)
        #expect(try count("PRAGMA user_version", path) == Self.newest)
    }

    @Test("A database of a newer OnCue stays as it is, doctor tells it, and music plays")
    func newer() async throws {
        let machine = try await Machine()
        try makeSecond(on: machine, records: 3)
        let path = listening(machine)
        try Connection(path: path).execute("PRAGMA user_version = \(Self.newest + 1)")
        let before = FileManager.default.contents(atPath: path)
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", Products.media)

        try await machine.done("play", "Albums/Night Crossing")
        let health = try await machine.oncue("doctor", "--json")
        let history = try await machine.oncue("history")
        try await machine.done("quit")
        _ = try await daemon.result()

        #expect(health.status == 1)
        #expect(
            health.output.contains(
                "\(path) has version \(Self.newest + 1), but this OnCue supports versions up to \(Self.newest)"))
        #expect(history.status == 1)
        #expect(history.errors.contains("install the newer OnCue again"))
        #expect(FileManager.default.contents(atPath: path) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: machine.directory.file("data/oncue"))
                .allSatisfy { !$0.contains(".damaged-") })
    }

    @Test("A catalog of a newer OnCue keeps the daemon from starting, with a sentence that says what to do")
    func newerCatalog() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        try await machine.done("quit")
        _ = try await daemon.result()
        let path = machine.directory.file("data/oncue/catalog.sqlite")
        try Connection(path: path).execute("PRAGMA user_version = 99")

        let status = try await machine.oncue("status")

        #expect(status.status == 4)
        #expect(status.errors.contains("\(path) has version 99"))
        #expect(status.errors.contains("install the newer OnCue again, or start without its contents"))
    }
}
