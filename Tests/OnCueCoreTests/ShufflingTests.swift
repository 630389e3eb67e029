// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("Shuffling")
struct ShufflingTests {
    /// Tracks named after their album and number: `A1`, `A2`, ...
    private func album(_ name: String, _ count: Int = 4) -> [Track] {
        (1...count).map { number in
            var track = Track.numbered(number)
            track.title = "\(name)\(number)"
            track.album = name
            return track
        }
    }

    private func queue(
        _ tracks: [Track], _ mode: ShuffleMode, startingAt start: Int? = 0, seed: UInt64 = 1
    ) -> PlaybackQueue {
        var queue = PlaybackQueue()
        queue.setShuffleMode(mode, seed: seed)
        queue.replace(with: tracks, startingAt: start, seed: seed)
        return queue
    }

    private func title(_ queue: PlaybackQueue) -> String { queue.currentEntry?.track.title ?? "" }

    private func choose(_ title: String, in queue: inout PlaybackQueue) throws {
        let entry = try #require(queue.entries.first { $0.track.title == title })
        queue.select(entry.id, .choice)
    }

    /// What is heard from the current entry on.
    private func heard(_ queue: inout PlaybackQueue, _ limit: Int = 100) -> [String] {
        var heard = [title(queue)]
        while heard.count < limit, let next = queue.next() {
            queue.select(next.id, .forward)
            heard.append(title(queue))
        }
        return heard
    }

    // MARK: The way back

    @Test(
        "Previous goes back the way it came, also over what was chosen, which plays once",
        arguments: 1...20 as ClosedRange<UInt64>)
    func wayBack(seed: UInt64) throws {
        var queue = queue(Track.numbered(1...10), .tracks, startingAt: 4, seed: seed)
        _ = heard(&queue, 3)
        let before = title(queue)
        let chosen = try #require(queue.shuffledEntries.last.flatMap(queue.entry)?.track.title)
        try choose(chosen, in: &queue)

        #expect(queue.previous?.track.title == before)
        let rest = heard(&queue)
        #expect(rest.first == chosen && rest.count == 7 && Set(rest).count == 7)
        var way: [String] = []
        while let previous = queue.previous {
            queue.select(previous.id, .backward)
            way.append(title(queue))
        }
        #expect(way.count == 9 && way.last == "Track 5")
        #expect(way[5] == chosen && way[6] == before)
    }

    @Test("What was heard and is chosen again plays now, and what was to come still does")
    func chosenAgain() throws {
        var queue = queue(Track.numbered(1...6), .tracks)
        let first = heard(&queue, 3)
        let rest = queue.shuffledEntries[3...].compactMap { queue.entry($0)?.track.title }

        try choose(first[0], in: &queue)

        #expect(queue.previous?.track.title == first[2])
        #expect(heard(&queue) == [first[0]] + rest)
    }

    // MARK: Rounds

    @Test(
        "Repeating all hears everything before anything again, in a new order every round, that begins with another track"
    )
    func rounds() {
        var queue = queue(Track.numbered(1...8), .tracks)
        queue.repeatMode = .all
        var rounds: [[String]] = []
        for _ in 0..<20 {
            rounds.append(heard(&queue, 8))
            queue.next().map { _ = queue.select($0.id, .forward) }
        }
        #expect(rounds.allSatisfy { Set($0).count == 8 })
        #expect(Set(rounds).count > 15)
        #expect(zip(rounds, rounds.dropFirst()).allSatisfy { $0.last != $1.first })
    }

    @Test("The way back leads into the round before, and forward again as it went")
    func backIntoRound() throws {
        var queue = queue(Track.numbered(1...5), .tracks)
        queue.repeatMode = .all
        let first = heard(&queue, 5)
        let second = heard(&queue, 3)

        var way: [String] = []
        for _ in 0..<5 {
            queue.select(try #require(queue.previous).id, .backward)
            way.append(title(queue))
        }

        #expect(way == [second[1], first[4], first[3], first[2], first[1]])
        #expect(heard(&queue, 6) == [first[1], first[2], first[3], first[4], second[1], second[2]])
    }

    @Test("What was added since has a turn in the round before, too")
    func addedSince() throws {
        var queue = queue(album("A"), .tracks)
        queue.repeatMode = .all
        let last = heard(&queue, 4).last
        queue.select(try #require(queue.next()).id, .forward)
        queue.insert(album("B", 2), at: .last)
        queue.select(try #require(queue.previous).id, .backward)

        #expect(title(queue) == last)
        #expect(queue.shuffledEntries.count == 6)
        #expect(Set(queue.shuffledEntries) == Set(queue.entries.map(\.id)))
        queue.repeatMode = .off
        #expect(Set(heard(&queue).dropFirst()) == ["B1", "B2"])
    }

    @Test("A restart keeps this round and the next one")
    func restart() {
        var queue = queue(Track.numbered(1...9), .tracks)
        queue.repeatMode = .all
        _ = heard(&queue, 12)
        let session = SavedSession(
            entries: queue.entries, current: queue.current, nextEntryNumber: queue.nextEntryNumber, repeatMode: .all,
            shuffleMode: .tracks, shuffleOrder: queue.shuffledEntries, shuffleSeed: queue.shuffleSeed)
        var restarted = PlaybackQueue(session, seed: 77)

        #expect(heard(&restarted, 30) == heard(&queue, 30))
    }

    @Test("What is played again after all was heard comes in a new order")
    func again() throws {
        let now = ContinuousClock.now
        var machine = PlaybackStateMachine(seed: 5)
        _ = try machine.perform(.play(Track.numbered(1...20), startingAt: 0, shuffled: .tracks), now: now)
        let order = machine.queue.shuffledEntries
        while machine.queue.next() != nil { _ = try machine.perform(.next, now: now) }
        let token = try #require(machine.snapshot.token)

        let actions = machine.receive(.ended(token), now: now)

        #expect(machine.status == .stopped)
        #expect(machine.queue.shuffledEntries != order)
        #expect(machine.queue.current == machine.queue.shuffledEntries.first)
        #expect(actions.contains(.saveSession))
    }

    @Test("What is told to come next is what plays, through rounds; what is repeated is not told")
    func toldNext() throws {
        let now = ContinuousClock.now
        var machine = PlaybackStateMachine(seed: 5)
        _ = try machine.perform(.play(Track.numbered(1...5), startingAt: 0, shuffled: .tracks), now: now)
        _ = try machine.perform(.setRepeatMode(.all), now: now)

        for _ in 0..<12 {
            let told = try #require(machine.snapshot.next)
            _ = machine.receive(.ended(try #require(machine.snapshot.token)), now: now)
            #expect(machine.queue.current == told.id)
        }
        _ = try machine.perform(.setRepeatMode(.one), now: now)
        #expect(machine.snapshot.next == nil)
        _ = try machine.perform(.setRepeatMode(.all), now: now)
        _ = try machine.perform(.stopAfterEntry(true), now: now)
        #expect(machine.snapshot.next == nil)
    }

    @Test("Taking out the last of a round goes on with the next round")
    func takenOut() throws {
        let now = ContinuousClock.now
        var machine = PlaybackStateMachine(seed: 5)
        _ = try machine.perform(.play(Track.numbered(1...5), startingAt: 0, shuffled: .tracks), now: now)
        _ = try machine.perform(.setRepeatMode(.all), now: now)
        for _ in 0..<4 { _ = try machine.perform(.next, now: now) }

        _ = try machine.perform(.removeEntry(try #require(machine.queue.current)), now: now)

        #expect(machine.status == .playing)
        #expect(machine.queue.current == machine.queue.shuffledEntries.first)
        var queue = machine.queue
        #expect(Set(heard(&queue, 4)).count == 4)
    }

    // MARK: Albums

    @Test("Albums stay together in their order, and each plays once", arguments: 1...20 as ClosedRange<UInt64>)
    func albums(seed: UInt64) {
        let single = Track.numbered(1)
        var queue = queue(album("A") + [single] + album("B") + album("C"), .albums, startingAt: nil, seed: seed)

        let order = heard(&queue)

        #expect(order.count == 13)
        for name in ["A", "B", "C"] {
            let place = order.firstIndex(of: "\(name)1") ?? 0
            #expect(order[place..<min(place + 4, order.count)] == ["\(name)1", "\(name)2", "\(name)3", "\(name)4"])
        }
    }

    @Test("Albums are shuffled behind the one that plays, which goes on")
    func albumThatPlays() {
        var queue = PlaybackQueue()
        queue.replace(with: album("A") + album("B") + album("C"), startingAt: 6, seed: 1)

        queue.setShuffleMode(.albums, seed: 9)

        #expect(queue.previous?.track.title == "B2")
        #expect(Array(heard(&queue).prefix(2)) == ["B3", "B4"])
    }

    @Test(
        "A round of albums does not begin with the one that was heard last", arguments: 1...20 as ClosedRange<UInt64>)
    func albumRounds(seed: UInt64) {
        var queue = queue(album("A") + album("B"), .albums, seed: seed)
        queue.repeatMode = .all
        var last: Character?
        for _ in 0..<5 {
            let round = heard(&queue, 8)
            #expect(Set(round).count == 8)
            #expect(round.first?.first != last)
            last = round.last?.first
            queue.next().map { _ = queue.select($0.id, .forward) }
        }
    }

    @Test("A chosen track of another album plays with the rest of that album, and then what was to come")
    func chosenAlbum() throws {
        var queue = queue(album("A") + album("B") + album("C"), .albums, seed: 3)
        _ = heard(&queue, 2)
        try choose("C2", in: &queue)

        #expect(queue.previous?.track.title == "A2")
        let order = heard(&queue)
        #expect(Array(order.prefix(5)) == ["C2", "C3", "C4", "A3", "A4"])
        #expect(Set(order).isSuperset(of: ["B1", "B2", "B3", "B4"]))
    }

    @Test(
        "What is added goes to its album where that is to come, and otherwise between albums",
        arguments: 1...20 as ClosedRange<UInt64>)
    func added(seed: UInt64) {
        var queue = queue(album("A") + album("B") + album("C"), .albums, seed: seed)
        queue.append([album("A", 5)[4], album("C", 5)[4]] + album("D", 2))

        let order = heard(&queue)

        #expect(Array(order.prefix(5)) == ["A1", "A2", "A3", "A4", "A5"])
        #expect(order.count == 16)
        let joined = order.joined()
        for run in ["B1B2B3B4", "C1C2C3C4C5", "D1D2"] { #expect(joined.contains(run)) }
    }

    @Test("New entries come at random places, and what was to come keeps its order")
    func mixing() {
        var places = Set<Int>()
        for seed in 1...200 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            var mixed = Array(1...4)
            mixed.mix(in: [9], using: &generator)
            #expect(mixed.filter { $0 != 9 } == [1, 2, 3, 4])
            mixed.firstIndex(of: 9).map { _ = places.insert($0) }
        }
        #expect(places == [0, 1, 2, 3, 4])
    }

    @Test("Somebody who knows only on and off leaves albums together")
    func switching() {
        #expect(ShuffleMode.off.switched(true) == .tracks)
        #expect(ShuffleMode.albums.switched(true) == .albums)
        #expect(ShuffleMode.albums.switched(false) == .off)
    }
}
