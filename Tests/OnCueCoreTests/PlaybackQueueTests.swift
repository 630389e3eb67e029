// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("A queue")
struct PlaybackQueueTests {
    private func queue(_ count: Int, startingAt start: Int = 0) -> PlaybackQueue {
        var queue = PlaybackQueue()
        queue.replace(with: Track.numbered(1...count), startingAt: start, seed: 1)
        return queue
    }

    private func titles(_ queue: PlaybackQueue) -> [String] { queue.entries.map(\.track.title) }

    @Test("gives the same track two identities when it is in it twice")
    func twice() {
        var queue = PlaybackQueue()
        queue.append([.numbered(1), .numbered(1)])
        #expect(queue.entries[0].id != queue.entries[1].id)
    }

    @Test("never gives an identity twice, also after clearing and replacing")
    func freshIdentities() {
        var queue = queue(3)
        let old = Set(queue.entries.map(\.id))
        queue.clear()
        queue.replace(with: Track.numbered(1...3), startingAt: 0, seed: 1)
        #expect(old.isDisjoint(with: queue.entries.map(\.id)))
    }

    @Test("keeps identities when entries move")
    func moving() {
        var queue = queue(4)
        let first = queue.entries[0]
        queue.move(first.id, to: 2)
        #expect(titles(queue) == ["Track 2", "Track 3", "Track 1", "Track 4"])
        #expect(queue.entries[2] == first)
        #expect(queue.current == first.id)
        queue.move(first.id, to: 99)
        #expect(queue.entries.last == first)
        queue.move(first.id, to: -1)
        #expect(queue.entries.first == first)
    }

    @Test("goes on with the follower when the current entry is removed")
    func removingCurrent() {
        var queue = queue(3, startingAt: 1)
        queue.remove(queue.entries[1].id)
        #expect(queue.currentEntry?.track.title == "Track 3")
        queue.remove(queue.entries[1].id)
        #expect(queue.currentEntry?.track.title == "Track 1")
        queue.remove(queue.entries[0].id)
        #expect(queue.current == nil)
    }

    @Test("ends after the last entry, unless everything is repeated")
    func ends() {
        var queue = queue(2, startingAt: 1)
        #expect(queue.next() == nil)
        #expect(queue.follower() == nil)
        queue.repeatMode = .all
        #expect(queue.next()?.track.title == "Track 1")
        queue.select(queue.entries[0].id)
        #expect(queue.previous?.track.title == "Track 2")
    }

    @Test("repeats one entry by itself but lets a person go on")
    func repeatOne() {
        var queue = queue(2)
        queue.repeatMode = .one
        #expect(queue.follower()?.track.title == "Track 1")
        #expect(queue.next()?.track.title == "Track 2")
    }

    @Test("passes over entries that cannot be played")
    func unplayable() {
        var queue = queue(3)
        queue.repeatMode = .all
        #expect(queue.next(skipping: [queue.entries[1].id])?.track.title == "Track 3")
        #expect(queue.next(skipping: Set(queue.entries.map(\.id))) == nil)
    }

    @Test("plays every entry once when shuffled, the current one first", arguments: 1...20)
    func shuffled(seed: UInt64) {
        var queue = queue(10, startingAt: 4)
        queue.setShuffleMode(.tracks, seed: seed)
        var played: [String] = [queue.currentEntry?.track.title ?? ""]
        while let next = queue.next() {
            played.append(next.track.title)
            queue.select(next.id)
        }
        #expect(played.first == "Track 5")
        #expect(played.count == 10)
        #expect(Set(played).count == 10)
        #expect(titles(queue) == (1...10).map { "Track \($0)" })
    }

    @Test("puts new entries behind what was played when shuffled")
    func shuffledAppend() {
        var queue = queue(3)
        queue.setShuffleMode(.tracks, seed: 1)
        queue.append(Track.numbered(4...6))
        var played = 1
        while let next = queue.next() {
            queue.select(next.id)
            played += 1
        }
        #expect(played == 6)
    }

    @Test("takes no more than its capacity")
    func capacity() {
        var queue = PlaybackQueue()
        queue.append(Array(repeating: .numbered(1), count: PlaybackQueue.capacity + 5))
        #expect(queue.entries.count == PlaybackQueue.capacity)
        #expect(queue.append([.numbered(2)]).isEmpty)
    }

    @Test("survives saving: entries, place and the next identity")
    func restoring() {
        let original = queue(3, startingAt: 2)
        let session = SavedSession(
            entries: original.entries, current: original.current, nextEntryNumber: original.nextEntryNumber)
        #expect(PlaybackQueue(session, seed: 1) == original)
    }

    @Test("makes sense of a damaged session")
    func damaged() {
        let entry = PlaybackQueue.Entry(id: .init(9), track: .numbered(1))
        let session = SavedSession(entries: [entry, entry], current: .init(77), nextEntryNumber: 1)
        let queue = PlaybackQueue(session, seed: 1)
        #expect(queue.entries.count == 1)
        #expect(queue.current == .init(9))
        #expect(queue.nextEntryNumber == 10)
    }

    @Test("takes numbers that are too large for damage, and never overflows")
    func hugeNumbers() {
        let entry = PlaybackQueue.Entry(id: .init(.max), track: .numbered(1))
        var queue = PlaybackQueue(SavedSession(entries: [entry], nextEntryNumber: .max), seed: 1)
        queue.append([.numbered(1), .numbered(2)])
        #expect(queue.entries.map(\.track.title) == ["Track 1", "Track 2"])
    }

    @Test("keeps its invariants under random edits", arguments: 1...40)
    func randomEdits(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var queue = PlaybackQueue()
        for _ in 0..<200 {
            edit(&queue, using: &generator)

            let ids = queue.entries.map(\.id)
            #expect(Set(ids).count == ids.count)
            #expect((queue.current == nil) == ids.isEmpty)
            #expect(queue.current.map(ids.contains) ?? true)
            #expect(ids.allSatisfy { $0.number < queue.nextEntryNumber })
        }
    }

    private func edit(_ queue: inout PlaybackQueue, using generator: inout SplitMix64) {
        let someID = queue.entries.randomElement(using: &generator)?.id ?? .init(0)
        let seed = generator.next()
        switch Int.random(in: 0..<7, using: &generator) {
        case 0, 1: queue.append([.numbered(Int.random(in: 1...9, using: &generator))])
        case 2: queue.remove(someID)
        case 3: queue.move(someID, to: Int.random(in: -1...12, using: &generator))
        case 4: queue.select(someID)
        case 5: queue.setShuffleMode(ShuffleMode.allCases.randomElement(using: &generator) ?? .off, seed: seed)
        default: if seed % 8 == 0 { queue.clear() }
        }
    }
}
