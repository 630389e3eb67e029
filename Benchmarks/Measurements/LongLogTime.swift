// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueState
internal import SQLite
internal import SharedListening

/// A machine with a million plays in its journal shares them with one that has none, message by message.
struct LongLogTime: Measurement {
    let name = "long-log"
    let summary = "a journal of 1,000,000 entries goes to a paired machine"

    private static let entries = 1_000_000
    private static let items = 50_000
    private static let now: Int64 = 1_800_000_000
    /// The identifier of the machine that has them.
    private static let owner = String(repeating: "ab", count: 32)
    /// How many messages at each end are compared.
    private static let ends = 20

    func measure(_ bench: Bench) async throws -> [Figure] {
        let folder = bench.sandbox.newPath("long-log")
        try Files.makeFolder(folder)
        let catalog = try await Catalog.open(path: folder + "/catalog.sqlite") { Output.say($0) }
        let there = ListeningStore(path: folder + "/there.sqlite", catalog: catalog) { Output.say($0) }
        try await there.speak(as: Self.owner)
        try Self.fill(folder + "/there.sqlite")
        let here = ListeningStore(path: folder + "/here.sqlite", catalog: catalog) { Output.say($0) }
        var messages: [Duration] = []
        let before = try ProcessMemory(getpid()).written
        let begin = ContinuousClock.now
        var note = ""
        while note.isEmpty {
            let start = ContinuousClock.now
            let have = try await here.sharedHave(of: Self.owner)
            let parts = try await there.sharedParts([.plays], after: have, limit: SharedLimits.entries)
            guard !parts.isEmpty else { break }
            let message = try SharedMessage(text: SharedMessage(kinds: [.plays], parts: parts).text)
            let told = message.parts.flatMap(\.entries).compactMap(\.change.item)
            let found = Dictionary(told.map { ($0, $0.identifier) }, uniquingKeysWith: { first, _ in first })
            note = try await here.takeShared(
                message.parts, from: Self.owner, paired: [Self.owner], here: found, now: Self.now)
            messages.append(.now - start)
        }
        let time = ContinuousClock.now - begin
        let grown = try ProcessMemory(getpid()).written - before
        let kept = try await here.sharedHave(of: Self.owner).values.reduce(0, +)
        guard kept == Self.entries else { throw BenchError("\(kept) entries have come: \(note)") }
        await there.close()
        await here.close()
        await catalog.close()
        var (rate, first, last, memory) = (Samples(), Samples(), Samples(), Samples())
        rate.add(Double(kept) / (time / .seconds(1)))
        for message in messages.prefix(Self.ends) { first.add(milliseconds: message) }
        for message in messages.suffix(Self.ends) { last.add(milliseconds: message) }
        memory.add(grown)
        return [
            Figure("entries of a journal of 1,000,000 that come over", rate, "per second", aim: .atLeast(10_000)),
            Figure("a message of 2,000 entries, the first ones", first, "ms"),
            Figure("a message of 2,000 entries, the last ones", last, "ms"),
            Figure("memory that grows meanwhile", memory, "MB", aim: .atMost(50)),
        ]
    }

    /// Plays of many tracks, as years leave them.
    private static func fill(_ path: String) throws(SQLiteError) {
        let connection = try Connection(path: path)
        try connection.execute(
            """
            PRAGMA synchronous = OFF;
            BEGIN;
            INSERT INTO journal_items (id, identifier, title, artists, album, duration)
                WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(items))
                SELECT n, 'track:' || printf('%013d', n), 'Song ' || n, NULL, 'Album ' || (n / 12), 200000000
                FROM numbers;
            INSERT INTO journal (time, kind, item, position, cause, log, number)
                WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(entries))
                SELECT \(now) - 3600 - 60 * (\(entries) - n), 'heard', 1 + n * 7919 % \(items), 200000000, 'user',
                    (SELECT id FROM logs WHERE is_current = 1), n FROM numbers;
            INSERT INTO streams (log, kind, through) SELECT id, 'plays', \(entries) FROM logs WHERE is_current = 1;
            COMMIT;
            """)
    }
}
