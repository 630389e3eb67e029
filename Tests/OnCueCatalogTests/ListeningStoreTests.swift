// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import FoundationEssentials
import OnCueCore
import SQLite
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("What was listened to")
struct ListeningStoreTests {
    private func makeLibrary() async throws -> (TestLibrary, Track) {
        let library = try await TestLibrary()
        try library.write("a/1.mp3", ["TITLE": "One", "ALBUM": "A", "ARTIST": "X", "SECONDS": "3000"])
        try library.write("2.mp3", ["TITLE": "Two", "ARTIST": "X"])
        try await library.scan()
        let identifier = try await library.source.identifier(named: ["Tracks", "One"])
        return (library, try #require(try await library.source.tracks(under: identifier).first))
    }

    /// The columns of the track "One".
    private func mirror(_ library: TestLibrary) async throws -> TrackListening? {
        try await library.catalog.read { (queries) throws(SQLiteError) in
            try queries.listenedTracks().first { $0.title == "One" }?.listening
        }
    }

    @Test("events become records, and the catalog mirrors those of tracks")
    func records() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()

        try await store.record([.heard(track, at: 10), .heard(track, at: 20), .skipped(track, at: 30)])
        try await store.record([.left(track, position: .seconds(1500), at: 40), .favourite(track.identifier, true)])

        let expected = ListeningRecord(
            playCount: 2, skipCount: 1, lastPlayed: 40, position: .seconds(1500), isFavourite: true)
        #expect(try await store.records(for: [track.identifier, .root]) == [track.identifier: expected])
        #expect(try await mirror(library).map(ListeningRecord.init) == expected)
        #expect(try await library.item("Tracks", "One").playbackProgress == 0.5)
        #expect(try await library.item("Tracks", "Two").playbackProgress == nil)

        try await store.record([.left(track, position: nil, at: 50)])
        #expect(try await store.records(for: [track.identifier])[track.identifier]?.lastPlayed == 40)
        #expect(try await library.item("Tracks", "One").playbackProgress == 1)
    }

    @Test("stars are kept beside likes, come before those of the tags, and outlive what is erased of the history")
    func stars() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()
        try library.execute("UPDATE tracks SET tag_stars = 6 WHERE title = 'One'")
        #expect(try await library.item("Tracks", "One").stars == Stars(3))

        try await store.record([.heard(track, at: 10), .rated(track.identifier, Stars(4.5))])
        #expect(
            try await store.records(for: [track.identifier])[track.identifier]
                == ListeningRecord(playCount: 1, lastPlayed: 10, stars: Stars(4.5)))
        #expect(try await library.item("Tracks", "One").stars == Stars(4.5))
        #expect(try await library.item("Tracks", "Two").stars == nil)

        _ = try await store.eraseJournal(JournalQuery())
        #expect(
            try await store.records(for: [track.identifier])[track.identifier] == ListeningRecord(stars: Stars(4.5)))
        try library.write("a/1.mp3", ["TITLE": "One", "ALBUM": "A", "ARTIST": "X", "SECONDS": "3001"])
        try await library.scan()
        #expect(try await library.item("Tracks", "One").stars == Stars(4.5))

        try await store.record([.rated(track.identifier, nil)])
        #expect(try await library.item("Tracks", "One").stars == nil, "the new file has none")
    }

    @Test("when a playlist was played last is kept, told, and goes with the time that is erased")
    func playlists() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        let playlist = ContentIdentifier(kind: .playlist, key: "morning")
        func lastPlayed() async throws -> Int64? {
            try await store.records(of: [.playlist], favouritesOnly: false)[playlist]?.lastPlayed
        }
        var changes = store.changes().makeAsyncIterator()

        try await store.record([.begun(playlist, at: 50)])

        #expect(await changes.next()?.containers == [playlist])
        #expect(try await store.records(for: [playlist]) == [playlist: ListeningRecord(lastPlayed: 50)])
        _ = try await store.eraseJournal(JournalQuery(until: 50))
        #expect(try await lastPlayed() == 50)
        _ = try await store.eraseJournal(JournalQuery(since: 50))
        #expect(try await lastPlayed() == nil)
    }

    @Test("marking as played and as not played")
    func played() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()
        try await store.record([.left(track, position: .seconds(9), at: 1), .played(track.identifier, true, at: 2)])
        #expect(
            try await store.records(for: [track.identifier])[track.identifier]
                == ListeningRecord(playCount: 1, lastPlayed: 2))

        try await store.record([.played(track.identifier, false, at: 3)])

        #expect(try await store.records(for: [track.identifier])[track.identifier] == ListeningRecord())
        #expect(try await mirror(library) == nil)
    }

    @Test("what was played last comes first, of the kinds that are wanted")
    func recent() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()
        let episode = ContentIdentifier(kind: .episode, key: "e")
        try await store.record([
            .heard(track, at: 5), .played(episode, true, at: 9),
            .favourite(ContentIdentifier(kind: .album, key: "a"), true),
        ])

        #expect(try await store.recent(nil, limit: 10) == [episode, track.identifier])
        #expect(try await store.recent([.track], limit: 10) == [track.identifier])
        #expect(try await store.recent(nil, limit: 1) == [episode])
    }

    @Test("a file that is read again, or comes back, has its plays again")
    func rescans() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()
        try await store.record([.heard(track, at: 5)])

        try library.write("a/1.mp3", ["TITLE": "One", "ALBUM": "A", "ARTIST": "X", "SECONDS": "3001"])
        try await library.scan()
        #expect(try await mirror(library)?.playCount == 1)

        try library.remove("a")
        try await library.scan()
        #expect(try await mirror(library) == nil)
        try library.write("a/1.mp3", ["TITLE": "One", "ALBUM": "A"])
        try await library.scan()
        #expect(try await mirror(library)?.playCount == 1)
    }

    @Test("a new catalog gets everything, and one that missed an event gets that")
    func catchesUp() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()
        try await store.record([.heard(track, at: 5)])
        await store.close()
        await library.catalog.close()
        let catalog = try Connection(path: library.base + "/data/catalog.sqlite")
        try catalog.execute(
            "UPDATE tracks SET play_count = 0, last_played = NULL; UPDATE catalog SET listening_change = 0")

        let second = await library.openListening()

        #expect(try await mirror(library)?.playCount == 1)
        try await second.record([.heard(track, at: 6)])
        #expect(try await mirror(library)?.playCount == 2)
    }

    @Test("a damaged file is moved aside, and what the catalog knows is kept")
    func damaged() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()
        try await store.record([.heard(track, at: 5), .favourite(track.identifier, true)])
        await store.close()
        try removeLog(library)
        try library.write("../listening.sqlite", text: String(repeating: "no database ", count: 1000))

        let second = await library.openListening()

        #expect(library.messages.all.contains { $0.contains("was moved to") })
        #expect(
            try await second.records(for: [track.identifier])[track.identifier]
                == ListeningRecord(playCount: 1, lastPlayed: 5, isFavourite: true))
        try await second.record([.heard(track, at: 6)])
        #expect(try await mirror(library)?.playCount == 2)
    }

    @Test("of a file with a damaged page everything else is kept, and what comes next is told to the library")
    func damagedPage() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()
        for number in 1...2_000 {
            let item = ContentIdentifier(kind: .track, key: "t\(number)")
            try await store.record([.favourite(item, true)])
        }
        try await store.record([.heard(track, at: 5)])
        await store.close()
        let path = library.base + "/listening.sqlite"
        let connection = try Connection(path: path)
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        // A page of the records, in which the identifier and the kind are beside each other.
        let (bytes, mark) = (Array(data), Array("track:t1000track".utf8))
        let place = try #require(
            bytes.indices.dropLast(mark.count).first { start in
                bytes[start] == mark[0] && bytes[start...].starts(with: mark)
                    && bytes[start + mark.count] != UInt8(ascii: ":")
            })
        let page = place / 4_096 * 4_096
        data.replaceSubrange(page..<page + 4_096, with: [UInt8](repeating: 0xFF, count: 4_096))
        try data.write(to: URL(fileURLWithPath: path))

        let second = await library.openListening()
        var kept = 0
        for number in 1...2_000 {
            let item = ContentIdentifier(kind: .track, key: "t\(number)")
            if try await second.records(for: [item])[item]?.isFavourite == true { kept += 1 }
        }

        #expect((1_500..<2_000).contains(kept), "\(kept)")
        #expect(library.messages.all.contains { $0.contains("rows of it were recovered") })
        try await second.record([.heard(track, at: 6)])
        #expect(try await mirror(library)?.playCount == 2)
    }

    private func removeLog(_ library: TestLibrary) throws {
        for suffix in ["-wal", "-shm"] where exists(library.base + "/listening.sqlite" + suffix) {
            try library.remove("../listening.sqlite" + suffix)
        }
    }

    @Test("containers in which a track looks different are told, at the revision of before")
    func notices() async throws {
        let (library, track) = try await makeLibrary()
        let store = await library.openListening()
        let revision = try await library.source.revision()
        var changes = library.source.changes().makeAsyncIterator()

        try await store.record([.favourite(track.identifier, true)])

        let change = try #require(await changes.next())
        let album = try await library.item("Albums", "A").identifier
        #expect(change.revision == revision)
        #expect(change.containers?.isSuperset(of: [album, ContentSection.tracks.identifier]) == true)
        #expect(try await library.source.revision() == revision)
    }

    private func exists(_ path: String) -> Bool { FileSystem.exists(Array(path.utf8)) }
}
