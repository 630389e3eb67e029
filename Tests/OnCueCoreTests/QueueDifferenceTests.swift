// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("Changes of the queue as differences")
struct QueueDifferenceTests {
    /// Carries a difference out as the interface says it.
    private func applied(_ difference: QueueDifference, to old: [UInt64]) -> [UInt64] {
        var lifted = Set(difference.removed.flatMap { $0 })
        lifted.formUnion(difference.moved.flatMap { $0.start..<$0.start + $0.count })
        var list = old.indices.filter { !lifted.contains($0) }.map { old[$0] }
        var placed: [(Int, [UInt64])] = difference.moved.map { ($0.target, Array(old[$0.start..<$0.start + $0.count])) }
        placed += difference.inserted.map { part in
            (part.target, (0..<part.count).map { part.first.number + UInt64($0) })
        }
        for (target, new) in placed.sorted(by: { $0.0 < $1.0 }) {
            guard target <= list.count else { return [] }
            list.insert(contentsOf: new, at: target)
        }
        return list
    }

    private func numbers(_ queue: PlaybackQueue) -> [UInt64] { queue.entries.ids.map(\.number) }

    @Test(
        "make the new picture of the old one, whatever is done, one by one and all at once",
        arguments: TestEffort.seeds(25))
    func randomEdits(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        var rig = try Rig(playing: Int.random(in: 1...600, using: &generator))
        var (picture, pictureRevision) = (numbers(rig.machine.queue), rig.machine.snapshot.queueRevision)
        var told = 0
        for _ in 0..<40 {
            let (old, revision) = (numbers(rig.machine.queue), rig.machine.snapshot.queueRevision)
            try edit(&rig, using: &generator)

            let new = numbers(rig.machine.queue)
            let answer = rig.machine.queueChanges(since: revision)
            #expect(answer.total == new.count)
            #expect(new == old || answer.revision > revision)
            if let changes = answer.changes { #expect(applied(changes, to: old) == new) }
            if let positions = answer.changes?.first?.difference?.positions {
                let indexes = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
                #expect(old.indices.map { positions[$0] } == old.map { indexes[$0] })
            }
            guard Int.random(in: 0..<5, using: &generator) == 0 else { continue }
            if let missed = rig.machine.queueChanges(since: pictureRevision).changes {
                told += 1
                #expect(applied(missed, to: picture) == new)
            }
            (picture, pictureRevision) = (new, answer.revision)
        }
        #expect(told > 0)
    }

    /// Each begins where the one before it has ended.
    private func applied(_ changes: [QueueChange], to old: [UInt64]) -> [UInt64]? {
        var list = old
        for (number, change) in changes.enumerated() {
            guard let difference = change.difference, number == 0 || changes[number - 1].revision == change.base else {
                return nil
            }
            list = applied(difference, to: list)
            guard list.count == change.total else { return nil }
        }
        return list
    }

    private func edit(_ rig: inout Rig, using generator: inout SplitMix64) throws {
        let entries = rig.machine.queue.entries
        let entry = entries.randomElement(using: &generator)?.id
        let place = Int.random(in: 0...entries.count, using: &generator)
        let some = Array(entries.ids.shuffled(using: &generator).prefix(7))
        switch Int.random(in: 0..<18, using: &generator) {
        case 0: try rig.perform(.enqueue(Track.numbered(10...40), at: .last, shuffled: true))
        case 1: try rig.perform(.enqueue(Track.numbered(20...21), at: .next, shuffled: false))
        case 2, 3: try rig.perform(.enqueue(Track.numbered(1...3), at: .at(place), shuffled: false))
        case 4, 5: if let entry { try rig.perform(.removeEntry(entry)) }
        case 6, 7, 8: if let entry { try rig.perform(.moveEntry(entry, to: place)) }
        case 9: try rig.perform(.clearQueue)
        case 11: if !some.isEmpty { try rig.perform(.moveEntries(some, to: place)) }
        case 16: if !some.isEmpty { try rig.perform(.rearrangeEntries(some)) }
        case 12:
            if !some.isEmpty { try rig.perform(some[0].number % 2 == 0 ? .playNext(some) : .playFirst(some)) }
        case 13: if !some.isEmpty { try rig.perform(.sortQueue(.random)) }
        case 14: if !some.isEmpty { try rig.perform(.removeEntries(some)) }
        case 15: if !rig.machine.redoableEdits.isEmpty { try rig.perform(.redo) }
        case 10: if !rig.machine.undoableEdits.isEmpty { try rig.perform(.undo) }
        default: try rig.perform(.play(Track.numbered(30...90), startingAt: 2, shuffled: nil))
        }
    }

    @Test("are few parts, however long the queue is")
    func parts() throws {
        var rig = Rig()
        let tracks = Track.numbered(1...PlaybackQueue.capacity)
        func change(_ command: PlaybackCommand) throws -> QueueDifference {
            let revision = rig.machine.snapshot.queueRevision
            try rig.perform(command)
            return try #require(rig.machine.queueChanges(since: revision).changes?.first?.difference)
        }

        #expect(try change(.play(tracks, startingAt: 0, shuffled: nil)).partCount == 1)
        #expect(try change(.play(tracks, startingAt: 0, shuffled: nil)).partCount == 2)
        let entry = rig.machine.queue.entries[70_000].id
        #expect(
            try change(.moveEntry(entry, to: 20))
                == QueueDifference(moved: [.init(start: 70_000, target: 20, count: 1)]))
        #expect(try change(.removeEntry(entry)) == QueueDifference(removed: [20..<21]))
        #expect(
            try change(.enqueue([.numbered(1)], at: .at(9), shuffled: false))
                == QueueDifference(inserted: [.init(target: 9, count: 1, first: .init(200_001))]))
        #expect(try change(.clearQueue) == QueueDifference(removed: [0..<tracks.count]))
        #expect(try change(.undo).partCount <= 4)
    }

    @Test("count what the queue was filled from, and neither modes nor what plays")
    func whatCounts() throws {
        var rig = try Rig(playing: 3)
        let revision = rig.machine.snapshot.queueRevision
        try rig.perform(.next)
        try rig.perform(.setRepeatMode(.all))
        try rig.perform(.setShuffleMode(.tracks))
        try rig.perform(.enqueue([], at: .last, shuffled: false))
        #expect(rig.machine.snapshot.queueRevision == revision)
        #expect(rig.machine.queueChanges(since: revision).changes == [])

        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))

        #expect(rig.machine.snapshot.queueRevision == revision + 1)
    }

    @Test("say that the queue must be read anew where it is too much, too long ago, or of another life")
    func resets() throws {
        var rig = try Rig(playing: 3)
        let first = rig.machine.snapshot.queueRevision
        for _ in 0..<QueueChangeLog.limit {
            try rig.perform(.enqueue([.numbered(1)], at: .at(0), shuffled: false))
        }
        #expect(rig.machine.queueChanges(since: first).changes?.count == QueueChangeLog.limit)
        try rig.perform(.clearQueue)
        #expect(rig.machine.queueChanges(since: first).changes == nil)
        #expect(rig.machine.queueChanges(since: first + 1_000).changes == nil)
        #expect(rig.machine.queueChanges(since: 0).changes == nil)

        var queue = PlaybackQueue()
        queue.replace(with: Track.numbered(1...1_000), startingAt: 0, seed: 1)
        let before = queue.entries
        queue.remove(Set(before.ids.filter { $0.number % 3 == 0 }))
        var log = QueueChangeLog(life: 1)
        log.note(from: before, nil, to: queue)
        #expect(log.changes(since: 1) == nil)
        #expect(log.changes.first?.difference == nil)

        let restarted = PlaybackStateMachine(rig.machine.session(at: rig.now), seed: 4711)
        #expect(restarted.queueChanges(since: rig.machine.snapshot.queueRevision).changes == nil)
    }
}
