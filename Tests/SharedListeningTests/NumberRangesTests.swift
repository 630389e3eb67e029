// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import SQLite
import Testing

@testable import OnCueState
@testable import SharedListening

@Suite("Numbers that were erased")
struct NumberRangesTests {
    @Test("Ranges that overlap or touch are one, and every number is found", arguments: 0..<50)
    func merged(seed: Int) {
        var (random, ranges, numbers) = (SeededNumbers(UInt64(seed)), NumberRanges(), Set<Int64>())
        for _ in 0..<60 {
            let first = Int64.random(in: 1...200, using: &random)
            let last = first + Int64.random(in: 0...8, using: &random)
            ranges.insert(first...last)
            numbers.formUnion(first...last)
            #expect((0...210).allSatisfy { ranges.contains($0) == numbers.contains($0) })
        }
        for (range, next) in zip(ranges.ranges, ranges.ranges.dropFirst()) {
            #expect(range.upperBound + 1 < next.lowerBound)
        }
    }

    private let desk = String(repeating: "d", count: 64)
    private let stream = SharedStream(String(repeating: "d", count: 32), .plays)

    private func erasing(_ number: Int64, _ ranges: [ClosedRange<Int64>]) -> SharedPart {
        SharedPart(
            stream, after: number - 1, through: number, [SharedEntry(number, at: 9, .erased(nil, ranges))])
    }

    private func marks(_ store: Store) throws -> [ClosedRange<Int64>] {
        try Connection(path: store.directory.file("listening.sqlite"))
            .prepare("SELECT first, last FROM erased WHERE kind = 'plays' ORDER BY first")
            .all { $0.integer(0)...$0.integer(1) }
    }

    @Test("The store keeps the ranges of each log merged, as the value does", arguments: 0..<20)
    func store(seed: Int) async throws {
        var (random, ranges) = (SeededNumbers(UInt64(seed)), NumberRanges())
        let store = try await Store()
        for number in 1...30 {
            let list = (0..<3).map { _ in
                let first = Int64.random(in: 100...300, using: &random)
                return first...(first + Int64.random(in: 0...9, using: &random))
            }
            for range in list { ranges.insert(range) }
            try await store.take([erasing(Int64(number), list)], from: desk)
        }
        #expect(try marks(store) == ranges.ranges)
    }

    @Test("Ranges that an earlier version kept are merged when the file is opened")
    func migration() async throws {
        let store = try await Store()
        try await store.take([erasing(1, [10...20])], from: desk)
        await store.store.close()
        let connection = try Connection(path: store.directory.file("listening.sqlite"))
        // As version 8 left it.
        try connection.execute(
            """
            DROP INDEX journal_by_first_number;
            ALTER TABLE journal DROP COLUMN first_number; ALTER TABLE journal DROP COLUMN first_time;
            ALTER TABLE records DROP COLUMN position_erased; ALTER TABLE state DROP COLUMN positions_erased;
            CREATE TABLE subscribed (identifier TEXT NOT NULL UNIQUE, item TEXT NOT NULL);
            DROP INDEX shared_by_time; DROP INDEX shared_waiting; DROP TABLE erased;
            CREATE TABLE erased (
                log INTEGER NOT NULL REFERENCES logs (id), kind TEXT NOT NULL, first INTEGER NOT NULL,
                last INTEGER NOT NULL, UNIQUE (log, kind, first, last));
            INSERT INTO erased SELECT logs.id, 'plays', value, value + 1 FROM logs, json_each('[4, 30, 5, 7, 9, 40, 12]');
            INSERT INTO erased SELECT logs.id, 'plays', 60, 90 FROM logs;
            INSERT INTO erased SELECT logs.id, 'plays', 60, 61 FROM logs;
            INSERT INTO erased SELECT logs.id, 'plays', 70, 71 FROM logs;
            INSERT INTO erased SELECT logs.id, 'plays', 85, 92 FROM logs;
            INSERT INTO erased SELECT logs.id, 'likes', 8, 8 FROM logs;
            PRAGMA user_version = 8;
            """)
        let again = ListeningStore(path: store.directory.file("listening.sqlite"), catalog: store.catalog) { _ in }
        await again.open()
        #expect(try marks(store) == [4...10, 12...13, 30...31, 40...41, 60...92])
        let tables = try connection.prepare("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'subscribed'")
            .first { $0.int(0) }
        #expect(tables == 0)
    }

    /// The rows of a store whose actor does nothing meanwhile.
    private func rows(_ store: Store) throws -> ListeningRows {
        ListeningRows(connection: try Connection(path: store.directory.file("listening.sqlite")))
    }

    @Test("Items of which nothing is left are forgotten once a message, behind all that it erases")
    func forgotten() async throws {
        let store = try await Store()
        let plays = (1...5).map { number in
            SharedEntry(number, at: 9, .played(PaperLog.item("One"), .heard, position: 5, .user, song: nil))
        }
        try await store.take([SharedPart(stream, after: 0, through: 5, plays)], from: desk)
        let rows = try rows(store)
        let items = { try rows.connection.prepare("SELECT COUNT(*) FROM journal_items").first { $0.int(0) } }
        var taking = try SharedTaking(rows, here: [:])
        let note = try taking.take(
            [
                SharedPart(
                    stream, after: 5, through: 6, [SharedEntry(6, at: 9, .erased(nil, (1...5).map { $0...$0 }))])
            ],
            from: desk, paired: [desk], now: 100)
        #expect(note.isEmpty)
        #expect(try rows.connection.prepare("SELECT COUNT(*) FROM journal").first { $0.int(0) } == 0)
        #expect(try items() == 0)
    }

    @Test("What is marked as erased is not looked for again")
    func marked() async throws {
        let store = try await Store()
        try await store.take([erasing(1, [10...20, 30...40])], from: desk)
        let rows = try rows(store)
        // Whatever were there, it would be found by looking.
        try rows.connection.execute(
            """
            INSERT INTO journal_items (identifier, title) VALUES ('track:0000000000000001', 'One');
            INSERT INTO journal (time, kind, item, position, cause, log, number)
                SELECT 9, 'heard', journal_items.id, 0, 'user', logs.id, 15 FROM journal_items, logs;
            """)
        try await store.take([erasing(2, [12...18, 30...40])], from: desk)
        #expect(try rows.connection.prepare("SELECT COUNT(*) FROM journal").first { $0.int(0) } == 1)
        try await store.take([erasing(3, [12...21])], from: desk)
        #expect(try rows.connection.prepare("SELECT COUNT(*) FROM journal").first { $0.int(0) } == 0)
    }
}
