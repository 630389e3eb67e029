// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import SQLite
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("Saving what has changed of a session")
struct SessionDifferenceTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.file("state.sqlite") }
    private let log = LogLines()

    init() throws { folder = try TemporaryDirectory() }

    private func store() -> SessionStore {
        let log = log
        return SessionStore(path: path) { log.append($0) }
    }

    private func track(_ number: Int) -> Track {
        Track(
            identifier: ContentIdentifier(kind: .track, key: "t\(number)"),
            location: MediaLocation(filePath: Array("/\(number).flac".utf8)), title: "\(number)")
    }

    private func session(of count: Int) -> SavedSession {
        let entries = (1...count).map { PlaybackQueue.Entry(id: .init(UInt64($0)), track: track($0)) }
        return SavedSession(
            entries: QueueEntries(entries), current: entries.first?.id, nextEntryNumber: UInt64(count + 1))
    }

    @Test("whatever was edited, a new process finds it", arguments: TestEffort.seeds(6))
    func randomEdits(seed: Int) async throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let store = store()
        var machine = PlaybackStateMachine(session(of: 40), seed: UInt64(seed))
        let now = ContinuousClock.now
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                if let command = edit(machine.queue, using: &generator) { _ = try? machine.perform(command, now: now) }
            }
            let session = machine.session(at: now)
            #expect(await store.save(session) == .saved)
            // Half of the time the store goes on by itself, as it does in one process.
            if Bool.random(using: &generator) { #expect(await self.store().load() == session) }
        }
        #expect(await self.store().load() == machine.session(at: now))
        #expect(log.all.isEmpty)
    }

    private func edit(_ queue: PlaybackQueue, using generator: inout SplitMix64) -> PlaybackCommand? {
        guard let entry = queue.entries.randomElement(using: &generator)?.id else {
            return .play((1...9).map(track), startingAt: 0, shuffled: nil)
        }
        let number = Int.random(in: 1000...9000, using: &generator)
        return [
            .removeEntry(entry), .removeEntry(entry), .undo, .setRepeatMode(.all), .next, .playEntry(entry),
            .moveEntry(entry, to: Int.random(in: 0...queue.entries.count, using: &generator)),
            .enqueue([track(number)], at: .next, shuffled: false),
            .enqueue((number...number + 20).map(track), at: .last, shuffled: true),
        ].randomElement(using: &generator)
    }

    @Test("an edit of a long queue writes the rows that it concerns")
    func fewRows() async throws {
        var session = session(of: 5_000)
        session.shuffleMode = .tracks
        session.shuffleOrder = session.entries.ids.reversed()
        let store = store()
        await store.save(session)
        await store.tidy()
        let changes = try Changes(path)

        session.entries.remove(at: 2_500)
        session.shuffleOrder.remove(at: 2_499)
        await store.save(session)
        #expect(try changes.take() == ["delete entries 2501", "delete turns 2501"])

        let entry = session.entries.remove(at: 10)
        session.entries.insert(entry, at: 4_000)
        await store.save(session)
        #expect(try changes.take() == ["update entries 11"])

        session.entries.insert(.init(id: .init(6_000), track: track(6_000)), at: 7)
        session.shuffleOrder.insert(.init(6_000), at: 77)
        await store.save(session)
        #expect(try changes.take() == ["insert entries 6000", "insert turns 6000"])

        session.position = .seconds(9)
        await store.save(session)
        #expect(try changes.take().isEmpty)
        #expect(await self.store().load() == session)
    }

    @Test("entries put at one place a thousand times stay in order, and others seldom move for them")
    func onePlace() async throws {
        var session = session(of: 2_000)
        let store = store()
        await store.save(session)
        await store.tidy()
        let changes = try Changes(path)

        for number in 5_000..<5_300 {
            session.entries.insert(.init(id: .init(UInt64(number)), track: track(number)), at: 1_000)
            await store.save(session)
        }

        #expect(try changes.take().count { $0.hasPrefix("update") } < 300 * 20)
        #expect(await self.store().load().entries == session.entries)
        #expect(log.all.isEmpty)
    }

    @Test("a file that holds something else than was saved last is written anew")
    func somethingElse() async throws {
        var session = session(of: 20)
        let store = store()
        await store.save(session)
        try Connection(path: path).execute("DELETE FROM entries WHERE entry = 5")

        session.entries.remove(at: 4)

        #expect(await store.save(session) == .saved)
        #expect(await self.store().load() == session)
    }

    @Test("a queue that an older program saved keeps its entries, its order of playing and its place")
    func olderFile() async throws {
        let connection = try Connection(path: path)
        for migration in [
            S0001CreateTables.migration, S0002KeepParts.migration, S0003KeepOrder.migration, S0004KeepSound.migration,
        ] { try connection.execute(migration.sql) }
        try connection.execute("PRAGMA user_version = 4")
        for (place, entry, turn) in [(0, 7, 2), (1, 3, 0), (2, 9, 1)] {
            try connection.execute(
                """
                INSERT INTO entries (place, entry, identifier, location, title, has_gain, picture, turn)
                VALUES (\(place), \(entry), 'track:aaaaaaaaaaaa', 'file:///\(entry).flac', '\(entry)', 0, 'file:///p', \(turn))
                """)
        }
        try connection.execute("INSERT INTO session VALUES (1, 3, 10, 'all', 1, 1500000, 1, 0.5, 0)")

        let session = await store().load()

        #expect(session.entries.map(\.track.title) == ["7", "3", "9"])
        #expect(session.entries.ids == [.init(7), .init(3), .init(9)])
        #expect(session.entries.allSatisfy { $0.track.picture != nil })
        #expect(session.shuffleOrder == [.init(3), .init(9), .init(7)])
        #expect(
            session.current == .init(3) && session.position == .milliseconds(1500) && session.shuffleMode == .tracks)
        #expect(log.all.isEmpty)
    }

    @Test("ranks lie between their neighbours, in order, or are refused")
    func ranks() {
        for (lower, upper, count) in [(0, 10, 9), (-5, 1 << 40, 1000), (nil, 3, 4), (7, nil, 4), (nil, nil, 5)]
            as [(Int64?, Int64?, Int)]
        {
            let ranks = SparseRanks.between(lower, upper, count: count).map(Array.init) ?? []
            #expect(ranks.count == count)
            #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 })
            #expect(lower.map { $0 < ranks[0] } ?? true)
            #expect(upper.map { ranks[count - 1] < $0 } ?? true)
        }
        #expect(SparseRanks.between(0, 10, count: 10) == nil)
        #expect(SparseRanks.between(0, 100, count: 9, distance: 11) == nil)
        #expect(SparseRanks.between(1 << 61, nil, count: 1) == nil)
    }
}

/// Notes in the database itself which rows of the queue are written.
private struct Changes {
    private let connection: Connection

    init(_ path: String) throws {
        connection = try Connection(path: path)
        try connection.execute("CREATE TABLE test_changes (text TEXT)")
        for table in ["entries", "turns"] {
            for (event, row) in [("insert", "NEW"), ("update", "NEW"), ("delete", "OLD")] {
                try connection.execute(
                    """
                    CREATE TRIGGER test_\(event)_\(table) AFTER \(event) ON \(table) BEGIN
                        INSERT INTO test_changes VALUES ('\(event) \(table) ' || \(row).entry);
                    END
                    """)
            }
        }
    }

    /// What was written since the last call.
    func take() throws -> [String] {
        defer { try? connection.execute("DELETE FROM test_changes") }
        return try connection.prepare("SELECT text FROM test_changes").all { $0.text(0) }
    }
}
