// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Where long items were left in other players")
struct PositionsElsewhereTests {
    private let store = FakeListeningStore()
    private let book = Track.sample("book", duration: .seconds(3600))

    private func events(
        _ track: Track, _ position: Duration, at time: Int64, playing: ContentIdentifier? = nil
    ) async -> [ListeningEvent] {
        let before = store.events.count
        let positions = PositionsElsewhere(store: store, time: { 1000 }, current: { playing })
        await positions.take([(track, LeftPosition(position, at: time))])
        return Array(store.events.dropFirst(before))
    }

    @Test("What is newer than here is kept, with its time; what is older or the same is not")
    func newest() async {
        #expect(await events(book, .seconds(900), at: 500) == [.left(book, position: .seconds(900), at: 500)])
        store.set(ListeningRecord(lastPlayed: 600, position: .seconds(1200)), for: book.identifier)
        #expect(await events(book, .seconds(900), at: 500).isEmpty)
        #expect(await events(book, .seconds(900), at: 600).isEmpty)
        #expect(await events(book, .seconds(1201), at: 700).isEmpty, "rounded")
        #expect(await events(book, .seconds(900), at: 700) == [.left(book, position: .seconds(900), at: 700)])
    }

    @Test("A clock that is ahead elsewhere makes nothing newer than now")
    func ahead() async {
        #expect(await events(book, .seconds(900), at: 5000) == [.left(book, position: .seconds(900), at: 1000)])
    }

    @Test("What is from before the position was erased here does not come back; what is newer does")
    func erased() async {
        store.setErased(500, for: book.identifier)
        #expect(await events(book, .seconds(900), at: 400).isEmpty)
        #expect(await events(book, .seconds(900), at: 500).isEmpty)
        #expect(await events(book, .seconds(900), at: 530).isEmpty, "the clock there is a little ahead")
        #expect(await events(book, .seconds(900), at: 700) == [.left(book, position: .seconds(900), at: 700)])
    }

    @Test("Neither what plays here, nor a short item, nor the end of one, nor what cannot be looked up")
    func notTaken() async {
        #expect(await events(book, .seconds(900), at: 500, playing: book.identifier).isEmpty)
        #expect(await events(.sample("song"), .seconds(100), at: 500).isEmpty)
        #expect(await events(book, .seconds(3590), at: 500).isEmpty)
        store.setUnreadable(true)
        #expect(await events(book, .seconds(900), at: 500).isEmpty)
    }
}
