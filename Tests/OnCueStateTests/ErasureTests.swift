// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueSuggestions
import OnCueTestSupport
import SQLite
import Testing

@testable import OnCueState

@Suite("Erasing what was learnt")
struct ErasureTests {
    private let directory: TemporaryDirectory
    private let files: KeptFiles
    private var erasure: Erasure { Erasure(files) }

    init() throws {
        directory = try TemporaryDirectory()
        files = KeptFiles(
            UserDirectories(environment: ["HOME": directory.path], userID: 0, homeFallback: directory.path))
        for folder in [files.directories.data, files.directories.state, files.directories.cache + "/artwork"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    private func open(_ path: String, _ migrator: Migrator) throws -> Connection {
        try SchemaFile(Array(path.utf8), migrator, isPrecious: true).open { (connection) throws(SQLiteError) in
            try connection.useWriteAheadLog()
        }
    }

    /// Everything there can be to remove has "Secret" in it somewhere, and what stays has "Liked".
    private func fill() throws {
        try open(files.listening, ListeningSchema.migrator).execute(
            """
            INSERT INTO records (identifier, kind, title, play_count, last_played, change)
                VALUES ('track:a', 'track', 'Secret', 3, 5, 7);
            INSERT INTO records (identifier, kind, title, play_count, position, favourite, change)
                VALUES ('track:b', 'track', 'Liked', 2, 9, 1, 8);
            UPDATE state SET change = 8;
            INSERT INTO journal_items (id, identifier, title) VALUES (1, 'track:a', 'Secret');
            INSERT INTO journal_outputs (id, name) VALUES (1, 'Secret pods');
            INSERT INTO journal (time, kind, item, position, cause, output) VALUES (5, 'heard', 1, 0, 'user', 1);
            INSERT INTO bookmarks (identifier, location, title, position, time)
                VALUES ('track:b', 'file:///b', 'Liked', 1, 1);
            """)
        var state = SuggestionState()
        _ = state.said.setPinned("Secret", true)
        state.lastPlace = "Secret place"
        state.times = [NamedTime(name: "Liked", time: try #require(TimeOfWeek(days: [0], minute: 450)))]
        let rows = DonationRows(connection: try open(files.suggestions, SuggestionSchema.migrator))
        try rows.append([LoggedDonation(Donation(.played, "Secret", at: Moment(time: 1, hour: 2, weekday: 3)))])
        try rows.save(String(decoding: JSONEncoder().encode(state), as: UTF8.self))
        try open(files.activities, ActivitySchema.migrator).execute(
            """
            INSERT INTO activities (program, identifier, json) VALUES ('org.example.A', '1', 'Secret');
            INSERT INTO events (key, json) VALUES (1, 'Secret');
            """)
        try open(files.notifications, NotificationSchema.migrator).execute(
            "INSERT INTO requests (client, identifier, json) VALUES ('org.example.A', '1', 'Secret')")
        try open(files.session, SessionSchema.migrator).execute(
            """
            INSERT INTO session (id, current, next_entry, repeat_mode, is_shuffled, position, was_active, volume, is_muted)
                VALUES (1, 1, 2, 'off', 0, 77, 1, 0.25, 0);
            INSERT INTO entries (entry, place, identifier, location, title, has_gain)
                VALUES (1, 1, 'track:a', 'file:///a', 'Secret', 0);
            INSERT INTO output_volumes (output, volume) VALUES ('Secret pods', 0.5);
            """)
        for name in ["/listening.sqlite.damaged-20260101T000000", "/suggestions.sqlite.before-v1"] {
            try Data("Secret".utf8).write(to: URL(filePath: files.directories.data + name))
        }
        for name in ["/oncued.log", "/mpd-songs"] {
            try Data("Secret".utf8).write(to: URL(filePath: files.directories.state + name))
        }
        let server = files.directories.data + "/subsonic/home"
        try FileManager.default.createDirectory(atPath: server, withIntermediateDirectories: true)
        try Data("Secret".utf8).write(to: URL(filePath: server + "/positions.json"))
        try Data("Secret".utf8).write(to: URL(filePath: files.directories.cache + "/artwork/1.png"))
    }

    /// The files in which some bytes are.
    private func files(with text: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { name in
            guard let data = FileManager.default.contents(atPath: directory.file(name)) else { return false }
            return data.firstRange(of: Data(text.utf8)) != nil
        }
    }

    @Test("What was learnt is in none of the files any more, and what was said to be liked still is")
    func everything() throws {
        try fill()
        #expect(try files(with: "Secret").count >= 7)

        let report = try erasure.perform()

        #expect(try files(with: "Secret") == [])
        #expect(try files(with: "Liked").isEmpty == false)
        let expected = [
            "journal": 1, "records": 2, "donations": 1, "activities": 1, "events": 1, "notifications": 1, "said": 1,
            "queue": 1, "sound": 1,
            "files": 6,
        ]
        #expect(
            report.removed.filter { $0.count > 0 }.map { [$0.what: $0.count] }.reduce(into: [:]) {
                $0.merge($1) { $1 }
            } == expected)
        #expect(report.kept.contains(.init("likes", 1)) && report.kept.contains(.init("bookmarks", 1)))
        #expect(report.kept.contains(.init("times", 1)))
        #expect(!erasure.isBrokenOff)
        #expect(erasure.look().removed.allSatisfy { $0.count == 0 })
    }

    @Test("The trash is emptied: playlists, stations and queries, and podcasts with their downloads")
    func trash() throws {
        let download = files.directories.data + "/podcasts/gone.mp3"
        for folder in [files.trash, files.directories.data + "/podcasts"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try Data("Secret".utf8).write(to: URL(filePath: files.trash + "/5-ab"))
        try Data("Secret".utf8).write(to: URL(filePath: download))
        let podcasts = try Connection(path: files.podcasts)
        try podcasts.execute(
            """
            CREATE TABLE podcasts (key, title); CREATE TABLE episodes (key, file); CREATE TABLE trash (podcast, removed);
            CREATE TABLE trashed_podcasts (key, title); CREATE TABLE trashed_episodes (key, file);
            CREATE TABLE trashed_chapters (episode, title);
            INSERT INTO podcasts VALUES (1, 'Liked'); INSERT INTO trash VALUES (2, 5);
            INSERT INTO trashed_podcasts VALUES (2, 'Secret'); INSERT INTO trashed_episodes VALUES (3, '\(download)');
            """)

        let report = try erasure.perform()

        #expect(report.removed.contains(.init("trash", 2)))
        #expect(report.kept.contains(.init("podcasts", 1)))
        #expect(try files(with: "Secret") == [])
        #expect(try files(with: "Liked") == ["\(files.podcasts.dropFirst(directory.path.count + 1))"])
    }

    @Test("What stays is as it was: likes without plays, the volume, settings of suggestions")
    func rest() throws {
        try fill()
        _ = try erasure.perform()

        let liked = try Connection(path: files.listening).prepare(
            "SELECT title, play_count, position IS NULL, favourite, change FROM records"
        ).all { [$0.text(0), "\($0.int(1))", "\($0.int(2))", "\($0.int(3))", "\($0.int(4))"] }
        #expect(liked == [["Liked", "0", "1", "1", "1"]])
        let session = try Connection(path: files.session).prepare("SELECT volume, position, current FROM session")
            .all { [$0.double(0), Double($0.int(1)), Double($0.optionalInteger(2) ?? -1)] }
        #expect(session == [[0.25, 0, -1]])
    }

    @Test("It is known when, so that what servers know of positions from before does not come back")
    func time() throws {
        try fill()
        let start = Int64(Date().timeIntervalSince1970) - 1
        _ = try erasure.perform()

        let times = try Connection(path: files.listening).prepare("SELECT positions_erased FROM state").integers()
        #expect(times.count == 1 && times.allSatisfy { $0 >= start })
    }

    @Test("Reports count all kinds of data, and nothing else")
    func kinds() {
        let report = erasure.look()

        func words(_ isIncluded: (KeptKind) -> Bool) -> [String] {
            KeptKind.allCases.filter(isIncluded).map(\.rawValue).sorted()
        }
        #expect(report.removed.map(\.what).sorted() == words { $0.isErased })
        #expect(report.kept.map(\.what).sorted() == words { $0.isInErasures && !$0.isErased })
    }

    @Test("Looking changes nothing")
    func dry() throws {
        try fill()
        let report = erasure.look()
        #expect(report.removed.first == .init("journal", 1))
        #expect(try files(with: "Secret").count >= 7)
        #expect(try erasure.perform() == report)
    }

    @Test("A database of a newer program is refused before anything is removed")
    func newer() throws {
        try fill()
        try Connection(path: files.session).execute("PRAGMA user_version = 99")

        let error = #expect(throws: ContentError.self) { try erasure.perform() }

        #expect(error?.message.contains("has version 99") == true)
        #expect(erasure.look().removed.first == .init("journal", 1))
        #expect(!erasure.isBrokenOff)
    }

    @Test("A damaged database is refused before anything is removed, and it is said what to do")
    func damaged() throws {
        try fill()
        try Data(repeating: 0x41, count: 9000).write(to: URL(filePath: files.suggestions))

        let error = #expect(throws: ContentError.self) { try erasure.perform() }

        #expect(error?.message.contains("see oncue doctor for how to repair it") == true)
        #expect(!erasure.isBrokenOff)
        #expect(erasure.look().removed.first == .init("journal", 1))
    }

    @Test("One that was broken off is known, and the next one goes on with it")
    func brokenOff() throws {
        try fill()
        try Data().write(to: URL(filePath: files.erasing))
        #expect(erasure.isBrokenOff)

        _ = try erasure.perform()

        #expect(!erasure.isBrokenOff)
        #expect(try files(with: "Secret") == [])
    }

    @Test("Every table of every database is known to stay or to go; a new one goes until somebody says that it stays")
    func tables() throws {
        try fill()
        let known: [(String, Set<String>)] = [
            (
                files.listening,
                [
                    "state", "records", "journal_items", "journal_outputs", "journal", "bookmarks", "logs", "streams",
                    "shared", "erased",
                ]
            ),
            (files.suggestions, ["state", "names", "donations"]),
            (
                files.session,
                [
                    "session", "entries", "turns", "context", "waiting_queues", "waiting_entries", "packed_entries",
                    "sound", "rates",
                    "output_volumes", "sleep",
                ]
            ),
        ]
        for (path, names) in known {
            let tables = try Connection(path: path).prepare(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            ).all { $0.text(0) }
            #expect(Set(tables) == names, "say in ErasedDatabases whether it stays: \(path)")
        }
    }
}
