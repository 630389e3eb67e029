// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import SQLite
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("What is kept about sound")
struct SoundStoreTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.file("state.sqlite") }
    private let log = LogLines()
    private let podcast = ContentIdentifier(kind: .podcast, key: "abc")
    private let book = ContentIdentifier(kind: .album, key: "def")

    init() throws { folder = try TemporaryDirectory() }

    private func store() -> SessionStore {
        let log = log
        return SessionStore(path: path) { log.append($0) }
    }

    @Test("nothing kept is as at the first start")
    func nothing() async {
        #expect(await store().loadSound() == SavedSound())
        #expect(log.all.isEmpty)
    }

    @Test("everything comes back, beside the session")
    func roundTrip() async throws {
        let preferences = SoundPreferences(
            settings: SoundSettings(
                loudness: .album, preamp: -3.5, preventsClipping: false, crossfade: .milliseconds(4_500),
                fade: .milliseconds(300), equalizer: [0, -0.1, 1.25, 3, 4, 5, 6, 7, 8, -24], skipsSilence: true),
            volumeCap: 0.4)
        let first = store()
        await first.save(SavedSession(volume: 0.25))
        for change: SavedSound.Change in [
            .preferences(SoundPreferences()), .preferences(preferences), .rate(podcast, 1.5), .rate(podcast, 1.75),
            .rate(book, 0.5), .rate(book, 1), .volume(output: "headphones", 0.2), .volume(output: "speakers", 0.9),
            .sleep(.track), .sleep(.time(1_900_000_000)),
        ] { try await first.keep(change) }
        await first.close()

        let second = store()
        let expected = SavedSound(
            preferences: preferences, rates: [podcast: 1.75], volumes: ["headphones": 0.2, "speakers": 0.9],
            sleep: .time(1_900_000_000))
        #expect(await second.loadSound() == expected)
        #expect(await second.load().volume == 0.25)
    }

    @Test("a sleep timer is kept and forgotten", arguments: [SavedSleep.track, .queue, .time(7)])
    func sleep(kind: SavedSleep) async throws {
        let store = store()
        try await store.keep(.sleep(kind))
        #expect(await store.loadSound().sleep == kind)

        try await store.keep(.sleep(nil))
        #expect(await store.loadSound().sleep == nil)
    }

    @Test("values that nobody could have set are not used")
    func nonsense() async throws {
        try await store().keep(.preferences(SoundPreferences(volumeCap: 0.3)))
        let connection = try Connection(path: Array(path.utf8))
        try connection.execute("UPDATE sound SET equalizer = '1 2 x', preamp = 900")

        #expect(await store().loadSound().preferences == SoundPreferences())
    }

    @Test("what cannot be written is told, with the file and what to do")
    func refused() async throws {
        // A file where its folder would have to be.
        let path = folder.file("blocked") + "/state.sqlite"
        try folder.write("blocked", [1])
        let store = SessionStore(path: path) { _ in }

        let error = await #expect(throws: ContentError.self) { try await store.keep(.sleep(.queue)) }

        #expect(error?.code == .storage)
        #expect(error?.message.contains(path) == true)
    }
}
