// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueSession
import SQLite
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("The saved session")
struct SessionStoreTests {
    private let folder: String
    private var path: String { folder + "/state/state.sqlite" }
    private let log = LogLines()

    init() {
        folder = FileManager.default.temporaryDirectory.path + "/oncue-session-" + UUID().uuidString
    }

    private func store() -> SessionStore {
        let log = log
        return SessionStore(path: path) { log.append($0) }
    }

    private func withFolder(_ body: () async throws -> Void) async throws {
        defer { removeTree(folder) }
        try await body()
    }

    private func makeSession() throws -> SavedSession {
        let stream = Track(
            identifier: try #require(ContentIdentifier("track:aaaaaaaaaaaa")),
            location: try #require(MediaLocation(uri: "https://host/live?x=1")), title: "https://host/live?x=1")
        let file = Track(
            identifier: try #require(ContentIdentifier("track:bbbbbbbbbbbb")),
            location: MediaLocation(filePath: Array("/a b".utf8) + [0xFF]), title: "Title",
            artists: ["A", "B"], albumArtists: ["C"], album: "D",
            albumIdentifier: ContentIdentifier("album:cccccccccccc"), composers: ["E"], genres: ["F", "G"],
            trackNumber: 1, trackTotal: 2, discNumber: 3, discTotal: 4, date: "1999-01-01",
            duration: .microseconds(1_234_567), musicBrainzRecording: "id",
            replayGain: ReplayGain(trackGain: -1.5, trackPeak: 0.9, albumGain: nil, albumPeak: nil),
            segment: MediaSegment(start: .microseconds(1_013_333), end: .microseconds(2_248_000)),
            picture: MediaLocation(uri: "https://host/cover.jpg"), isExplicit: true)
        return SavedSession(
            entries: [
                .init(id: .init(7), track: stream, contextNumber: 2),
                .init(id: .init(3), track: file, contextNumber: 1),
                .init(id: .init(9), track: file, isSimilar: true),
            ],
            context: PlaybackContext(
                identifier: ContentIdentifier(kind: .playlist, key: "dddddddddddd"), title: "P", count: 2),
            current: .init(3), nextEntryNumber: 10, repeatMode: .all, shuffleMode: .albums,
            shuffleOrder: [.init(9), .init(3), .init(7)], goesOnWithSimilar: true,
            position: .milliseconds(1500), wasActive: true, wasPlaying: true, stopsAfterEntry: true, volume: 0.25,
            isMuted: true)
    }

    @Test("nothing saved is an empty session")
    func nothing() async throws {
        try await withFolder {
            #expect(await store().load() == SavedSession())
            #expect(log.all == [])
        }
    }

    @Test("everything comes back in a new process")
    func everything() async throws {
        try await withFolder {
            let session = try makeSession()
            await store().save(session)
            #expect(await store().load() == session)

            await store().save(SavedSession(volume: 0.5))
            #expect(await store().load() == SavedSession(volume: 0.5))
        }
    }

    @Test("queues that wait come back with their modes, and are gone when they wait no more")
    func waiting() async throws {
        try await withFolder {
            var session = try makeSession()
            let queues = (1...2).map { number in
                var saved = session
                saved.entries.append(contentsOf: [.init(id: .init(UInt64(10 + number)), track: saved.entries[0].track)])
                saved.shuffleOrder.append(.init(UInt64(10 + number)))
                saved.nextEntryNumber = UInt64(20 + number)
                var waiting = WaitingQueue(
                    number: UInt64(20 + number), queue: PlaybackQueue(saved, seed: 1), position: .milliseconds(2500),
                    status: number == 1 ? .playing : .paused)
                waiting.stopsAfterEntry = number == 1
                return waiting
            }
            session.nextEntryNumber = 23
            for waiting in [[queues[0]], queues, [queues[0]], []] {
                session.waiting = waiting
                await store().save(session)
                #expect(await store().load() == session)
            }
        }
    }

    @Test("the position is saved without touching the entries")
    func position() async throws {
        try await withFolder {
            var session = try makeSession()
            let store = store()
            await store.save(session)
            session.position = .seconds(99)
            session.current = .init(9)
            session.volume = 1

            var positionOnly = session
            positionOnly.entries = []
            await store.savePosition(positionOnly)

            #expect(await self.store().load() == session)
        }
    }

    @Test("a damaged file is moved aside, and saving works again")
    func damaged() async throws {
        try await withFolder {
            try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
            try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: path))
            let store = store()

            #expect(await store.load() == SavedSession())
            #expect(log.all.count == 1)
            let session = try makeSession()
            await store.save(session)
            #expect(await self.store().load() == session)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/state")
            #expect(names.contains { $0.hasPrefix("state.sqlite.damaged-") })
        }
    }

    @Test("what can be read of a file that was cut off goes on, and the file is moved aside")
    func cutOff() async throws {
        try await withFolder {
            var session = try makeSession()
            let track = try #require(session.entries.first?.track)
            session.entries = QueueEntries((1...2000).map { .init(id: .init($0), track: track) })
            (session.current, session.nextEntryNumber, session.shuffleOrder) = (.init(3), 2001, [])
            let first = store()
            await first.save(session)
            await first.tidy()
            try await first.keep(.volume(output: "speakers", 0.9))
            await first.close()
            let file = URL(fileURLWithPath: path)
            let whole = try Data(contentsOf: file)
            try whole.prefix(whole.count / 2).write(to: file)

            let found = await store().load()

            #expect(found.volume == session.volume)
            #expect(found.entries.count > 500 && found.entries.count < 2000)
            #expect(await store().loadSound().volumes == ["speakers": 0.9])
            #expect(log.all.first?.contains("rows of it were recovered") == true, "\(log.all)")
            // Entries whose order was in the other half are lost, which is said.
            #expect(log.all.dropFirst().allSatisfy { $0.contains("they are lost") }, "\(log.all)")
            #expect(log.all.count <= 2, "\(log.all)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/state")
            #expect(names.contains { $0.hasPrefix("state.sqlite.damaged-") })
        }
    }

    @Test("a file that turns out to be damaged while saving gets no position without entries")
    func damagedWhileSaving() async throws {
        try await withFolder {
            let session = try makeSession()
            let store = store()
            #expect(await store.save(session) == .saved)
            await store.close()
            try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: path))
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }

            #expect(await store.savePosition(session) == .entriesMissing)
            #expect(await self.store().load() == SavedSession())
            #expect(await store.savePosition(session) == .entriesMissing)
            #expect(await store.save(session) == .saved)
            #expect(await store.savePosition(session) == .saved)
            #expect(await self.store().load() == session)
        }
    }

    @Test("after a save that failed, no position is saved before the entries are")
    func failedSave() async throws {
        try await withFolder {
            let session = try makeSession()
            let store = store()
            await store.save(session)
            // As a full disk does, it lets nothing be added.
            let other = try Connection(path: path)
            try other.execute(
                "CREATE TRIGGER full BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'disk full'); END")
            var next = session
            next.entries.remove(at: 2)
            next.shuffleOrder = [.init(3), .init(7)]
            next.current = .init(7)

            #expect(await store.save(next) != .saved)
            #expect(await store.savePosition(next) == .entriesMissing)
            #expect(await self.store().load() == session)
            try other.execute("DROP TRIGGER full")
            #expect(await store.save(next) == .saved)
            #expect(await self.store().load() == next)
            #expect(log.all.count == 1)
        }
    }

    @Test(
        "numbers that no queue ever had are damage, not the end of the daemon",
        arguments: ["next_entry = -1", "next_entry = 9223372036854775807", "current = -5"])
    func strangeNumbers(_ change: String) async throws {
        try await withFolder {
            let first = store()
            await first.save(try makeSession())
            await first.close()
            try Connection(path: path).execute("UPDATE session SET \(change)")

            let session = await store().load()

            #expect(session == SavedSession())
            #expect(log.all.count == 1 && log.all[0].contains(".damaged-"))
        }
    }

    @Test("a position that no medium has is none")
    func strangePosition() async throws {
        try await withFolder {
            let first = store()
            await first.save(try makeSession())
            await first.close()
            try Connection(path: path).execute(
                "UPDATE session SET position = -7; UPDATE entries SET duration = 9223372036854775807")

            let session = await store().load()

            #expect(session.position == .zero)
            #expect(session.entries.map(\.track.duration) == [nil, nil, nil])
        }
    }

    @Test("a file of a newer program stays byte by byte, and it is said what to do")
    func newer() async throws {
        try await withFolder {
            let first = store()
            await first.save(try makeSession())
            await first.close()
            try Connection(path: path).execute("PRAGMA user_version = 99")
            let before = try Data(contentsOf: URL(filePath: path))

            #expect(await store().load() == SavedSession())
            #expect(await store().save(try makeSession()) != .saved)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            #expect(log.all.first?.contains("has version 99, but this OnCue supports versions up to 15") == true)
            #expect(log.all.first?.contains("install the newer OnCue again, or ") == true)
        }
    }

    @Test("a place that cannot be written is a log line, not a crash")
    func notWritable() async throws {
        let log = log
        let store = SessionStore(path: "/proc/nothing/state.sqlite") { log.append($0) }
        await store.save(SavedSession())
        #expect(await store.load() == SavedSession())
        #expect(log.all.count == 2)
    }
}
