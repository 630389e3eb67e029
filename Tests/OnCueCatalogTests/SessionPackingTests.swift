// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import SQLite
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("Many entries that are saved at once")
struct SessionPackingTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.file("state.sqlite") }
    private let log = LogLines()

    init() throws { folder = try TemporaryDirectory() }

    private func store() -> SessionStore {
        let log = log
        return SessionStore(path: path) { log.append($0) }
    }

    /// Tracks of which each has something that its neighbours do not have.
    private func entry(_ number: Int) -> PlaybackQueue.Entry {
        var track = Track(
            identifier: ContentIdentifier(kind: .track, key: "t\(number)"),
            location: MediaLocation(filePath: Array("/Music/é\(number / 10)/\(number % 7).flac".utf8) + [0xFF]),
            title: number % 5 == 0 ? "" : "Título \(number)")
        if number % 3 > 0 { track.artists = number % 4 == 0 ? ["A", "B"] : ["A"] }
        if number % 11 > 2 { (track.album, track.albumArtists) = ("Album \(number / 12)", ["A"]) }
        track.albumIdentifier = number % 11 == 0 ? nil : ContentIdentifier(kind: .album, key: "a\(number / 12)")
        track.genres = number % 13 == 0 ? ["x", "y", "z"] : []
        track.trackNumber = number % 6 == 0 ? nil : number
        track.date = number % 8 == 0 ? "1999" : nil
        track.duration = number % 9 == 0 ? nil : .microseconds(Int64(number) << 20 + 1)
        if number % 10 == 0 {
            track.replayGain = ReplayGain(
                trackGain: -Double(number) / 7, trackPeak: 1, albumGain: nil, albumPeak: nil)
        }
        if number % 17 == 0 { track.segment = MediaSegment(start: .seconds(1), end: nil) }
        track.isExplicit = number % 19 == 0
        return PlaybackQueue.Entry(
            id: .init(UInt64(number)), track: track, contextNumber: number % 2 == 0 ? number : nil,
            isSimilar: number % 23 == 0)
    }

    private func session(of count: Int) -> SavedSession {
        let entries = (1...count).map(entry)
        return SavedSession(
            entries: QueueEntries(entries), current: entries.first?.id, nextEntryNumber: UInt64(count + 1))
    }

    private func count(_ table: String) throws -> Int {
        try Connection(path: path).prepare("SELECT COUNT(*) FROM \(table)").first { $0.int(0) } ?? 0
    }

    @Test("are there for a new process, before they are rows and afterwards")
    func whole() async throws {
        let (session, store) = (session(of: 3_000), store())

        #expect(await store.save(session) == .saved)

        #expect(try count("entries") == 0)
        #expect((1...20).contains(try count("packed_entries")))
        #expect(await self.store().load() == session)
        await store.tidy()
        #expect(try count("entries") == 3_000)
        #expect(try count("packed_entries") == 0)
        #expect(await self.store().load() == session)
        #expect(log.all.isEmpty)
    }

    @Test("can be edited at once, by the same process and by the next one", arguments: [false, true])
    func edited(byNext: Bool) async throws {
        var (session, store) = (session(of: 1_000), store())
        await store.save(session)
        if byNext {
            store = self.store()
            #expect(await store.load() == session)
        }

        session.entries.remove(at: 500)
        let moved = session.entries.remove(at: 10)
        session.entries.insert(moved, at: 700)
        session.entries.insert(entry(2_000), at: 300)

        #expect(await store.save(session) == .saved)
        #expect(try count("packed_entries") == 0)
        #expect(await self.store().load() == session)
        #expect(log.all.isEmpty)
    }

    @Test("come behind others, between others, and go again")
    func beside() async throws {
        var (session, store) = (session(of: 5), store())
        await store.save(session)

        session.entries.append(contentsOf: (100..<900).map(entry))
        await store.save(session)
        #expect(try count("packed_entries") > 0)
        #expect(await self.store().load() == session)

        session.entries.insert(contentsOf: (2_000..<2_600).map(entry), at: 3)
        await store.save(session)
        #expect(await self.store().load() == session)

        // Two pieces at once are rows.
        session.entries.insert(contentsOf: (3_000..<3_600).map(entry), at: 9)
        session.entries.insert(contentsOf: (4_000..<4_600).map(entry), at: 999)
        await store.save(session)
        #expect(await self.store().load() == session)

        session.position = .seconds(3)
        #expect(await store.savePosition(session) == .saved)
        #expect(await self.store().load() == session)
        session.entries = []
        session.current = nil
        await store.save(session)
        #expect(try count("packed_entries") + count("entries") == 0)
        store = self.store()
        #expect(await store.load() == session)
        #expect(log.all.isEmpty)
    }

    @Test("stay packed when more come behind them, many or one, and become rows together")
    func more() async throws {
        var (session, store) = (session(of: 1_000), store())
        await store.save(session)

        for (count, first) in [(600, 2_000), (1, 3_000), (700, 4_000), (1, 5_000)] {
            session.entries.append(contentsOf: (first..<first + count).map(entry))
            #expect(await store.save(session) == .saved)
            #expect(try self.count("packed_entries") > 0)
            #expect(await self.store().load() == session)
        }
        #expect(try count("entries") == 2)

        await store.tidy()
        #expect(try count("entries") == 2_302 && count("packed_entries") == 0)
        #expect(await self.store().load() == session)
        store = self.store()
        #expect(await store.load() == session)
        session.entries.append(contentsOf: [entry(6_000)])
        session.entries.remove(at: 1_700)
        #expect(await store.save(session) == .saved)
        #expect(await self.store().load() == session)
        #expect(log.all.isEmpty)
    }

    @Test("lose no more than what is behind a damage, and are whole again with the next save")
    func damaged() async throws {
        var (session, store) = (session(of: 1_000), store())
        await store.save(session)
        try Connection(path: path).execute(
            """
            UPDATE packed_entries SET content = substr(content, 1, length(content) / 2) || x'FEFEFE'
            WHERE place = (SELECT MIN(place) FROM packed_entries)
            """)

        store = self.store()
        let found = await store.load()

        let lost = session.entries.count - found.entries.count
        #expect((1...255).contains(lost), "\(lost)")
        #expect(found.entries.allSatisfy { session.entries[Int($0.id.number) - 1] == $0 })
        session = found
        session.entries.append(contentsOf: [entry(5_000)])
        #expect(await store.save(session) == .saved)
        #expect(await self.store().load() == session)
        #expect(log.all.count == 1 && log.all[0].hasPrefix("\(lost) entries of the queue"), "\(log.all)")
    }

    /// What can happen to the first packed row.
    enum Damage: String, CaseIterable {
        case cut = "content = substr(content, 1, length(content) / 2) || x'FEFEFE'"
        case fewer = "count = 3"
        case more = "count = 250, content = substr(content, 1, 9)"
        case sameRanks = "step = 0"
    }

    @Test(
        "are written again by the process that has them when they are damaged meanwhile", arguments: Damage.allCases,
        [false, true])
    func damagedMeanwhile(_ damage: Damage, isEdited: Bool) async throws {
        var (session, store) = (session(of: 1_000), store())
        await store.save(session)
        session.position = .seconds(3)
        await store.savePosition(session)
        try Connection(path: path).execute(
            "UPDATE packed_entries SET \(damage.rawValue) WHERE place = (SELECT MIN(place) FROM packed_entries)")

        if isEdited {
            session.entries.remove(at: 500)
            #expect(await store.save(session) == .saved)
        } else {
            await store.tidy()
            #expect(try count("entries") == 1_000 && count("packed_entries") == 0)
        }

        #expect(log.all.count == 1 && log.all[0].contains("was damaged"), "\(log.all)")
        store = self.store()
        #expect(await store.load() == session)
        #expect(log.all.count == 1)
    }

    @Test("may be packed in any way: bytes that nothing has packed end nothing")
    func anything() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: Bool.random(using: &random) ? 0...4 : 0...255, using: &random)
            }
            let source = ColumnUnpacker(bytes, columns: 28)
            while (try? source.next()) == true {
                _ = (source.text(4), source.integer(0), source.optionalInt(1), source.optionalDouble(19))
                _ = TrackColumns.track(source, from: 3)
            }
        }
    }
}
