// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("Inserting into a queue")
struct QueueInsertingTests {
    private func queue(_ count: Int, startingAt start: Int = 0) -> PlaybackQueue {
        var queue = PlaybackQueue()
        queue.replace(with: Track.numbered(1...count), startingAt: start, seed: 1)
        return queue
    }

    private func titles(_ queue: PlaybackQueue) -> [String] { queue.entries.map(\.track.title) }

    @Test("puts what comes next right behind the current entry, in order")
    func next() {
        var queue = queue(3, startingAt: 1)
        let current = queue.current

        let range = queue.insert(Track.numbered(8...9), at: .next)

        #expect(range == 2..<4)
        #expect(titles(queue) == ["Track 1", "Track 2", "Track 8", "Track 9", "Track 3"])
        #expect(queue.current == current)
        #expect(queue.follower()?.track.title == "Track 8")
    }

    @Test("plays what comes next next, in order, also while shuffled", arguments: [1, 7, 23] as [UInt64])
    func nextWhileShuffled(seed: UInt64) {
        var queue = queue(20, startingAt: 4)
        queue.setShuffleMode(.tracks, seed: seed)
        for _ in 0..<5 { if let next = queue.next() { queue.select(next.id) } }
        let before = queue.next()

        queue.insert([.numbered(98), .numbered(99)], at: .next)

        var heard: [String] = []
        for _ in 0..<3 {
            guard let next = queue.next() else { break }
            heard.append(next.track.title)
            queue.select(next.id)
        }
        #expect(heard == ["Track 98", "Track 99", before?.track.title])
    }

    @Test("puts entries where the first is to stand, and what plays plays on", arguments: 0...3)
    func atPlace(index: Int) {
        var queue = queue(3, startingAt: 1)
        let current = queue.current
        var expected = ["Track 1", "Track 2", "Track 3"]
        expected.insert(contentsOf: ["Track 8", "Track 9"], at: index)

        #expect(queue.insert(Track.numbered(8...9), at: .at(index)) == index..<index + 2)

        #expect(titles(queue) == expected)
        #expect(queue.current == current)
        #expect(queue.follower()?.track.title == (index == 2 ? "Track 8" : "Track 3"))
    }

    @Test(
        "has what is put at a place play once, among what is to come, while shuffled", arguments: ShuffleMode.allCases)
    func atPlaceWhileShuffled(mode: ShuffleMode) {
        var queue = queue(20, startingAt: 4)
        queue.setShuffleMode(mode, seed: 5)
        for _ in 0..<5 { if let next = queue.next() { queue.select(next.id, .forward) } }
        let heard = queue.shuffledEntries.prefix(6)

        queue.insert([.numbered(98), .numbered(99)], at: .at(0))

        #expect(titles(queue).prefix(3) == ["Track 98", "Track 99", "Track 1"])
        #expect(queue.shuffledEntries.prefix(6) == heard)
        #expect(mode == .off || Set(queue.shuffledEntries) == Set(queue.entries.ids))
        #expect(queue.shuffledEntries.count == (mode == .off ? 0 : 22))
    }

    @Test("refuses a place that is none, and says which are", arguments: [-1, 4, .max - 1])
    func noPlace(index: Int) throws {
        var machine = PlaybackStateMachine(seed: 3)
        let now = ContinuousClock.now
        let refusal = #expect(throws: PlaybackCommandError.self) {
            try machine.perform(.enqueue([.numbered(9)], at: .at(1), shuffled: false), now: now)
        }
        #expect(refusal?.message == "nothing can be inserted at number 2 of the queue; choose 1, because it is empty")
        _ = try machine.perform(.play(Track.numbered(1...3), startingAt: 0, shuffled: nil), now: now)

        let error = #expect(throws: PlaybackCommandError.self) {
            try machine.perform(.enqueue([.numbered(9)], at: .at(index), shuffled: false), now: now)
        }

        #expect(error?.code == .invalidValue)
        #expect(error?.message.hasSuffix("; choose 1 to 4") == true)
        #expect(machine.queue.entries.count == 3)
        _ = try machine.perform(.enqueue([.numbered(9)], at: .at(3), shuffled: false), now: now)
        #expect(machine.queue.entries.last?.track.title == "Track 9")
    }

    @Test("appends to an empty queue wherever it is to go")
    func empty() {
        var queue = PlaybackQueue()
        #expect(queue.insert([.numbered(1)], at: .next) == 0..<1)
        #expect(queue.currentEntry?.track.title == "Track 1")
        #expect(queue.insert([.numbered(2)], at: .last) == 1..<2)
    }

    @Test("leaves out what is over the capacity")
    func capacity() {
        var queue = queue(PlaybackQueue.capacity - 1)
        #expect(queue.insert(Track.numbered(1...3), at: .next) == 1..<2)
        #expect(queue.insert(Track.numbered(1...3), at: .next).isEmpty)
        #expect(queue.entries.count == PlaybackQueue.capacity)
    }

    @Test("tells the engine of the new follower, and shuffles the new tracks among themselves where asked to")
    func command() throws {
        var machine = PlaybackStateMachine(seed: 3)
        let now = ContinuousClock.now
        _ = try machine.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil), now: now)

        let actions = try machine.perform(.enqueue(Track.numbered(10...40), at: .next, shuffled: true), now: now)

        let new = machine.queue.entries[1...31].map(\.track.title)
        #expect(new != Track.numbered(10...40).map(\.title))
        #expect(Set(new) == Set(Track.numbered(10...40).map(\.title)))
        let cued = actions.compactMap { action in if case .cue(let requests) = action { requests.first } else { nil } }
        #expect(cued.map(\.location) == [machine.queue.entries[1].track.location])
    }

    @Test("keeps the order of playing across a restart, and makes a new one where it does not fit the entries")
    func savedOrder() throws {
        var machine = PlaybackStateMachine(seed: 3)
        let now = ContinuousClock.now
        _ = try machine.perform(.play(Track.numbered(1...50), startingAt: 0, shuffled: nil), now: now)
        #expect(try machine.perform(.setShuffleMode(.tracks), now: now).contains(.saveSession))
        var session = machine.session(at: now)

        let restarted = PlaybackQueue(session, seed: 99)
        #expect(restarted == machine.queue)
        session.entries.remove(at: session.entries.count - 1)
        let damaged = PlaybackQueue(session, seed: 99)
        #expect(damaged.isShuffled)
        #expect(Set(damaged.shuffledEntries) == Set(session.entries.map(\.id)))
    }
}
