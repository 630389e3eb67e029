// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("The entries of a queue")
struct QueueEntriesTests {
    private func entries(_ numbers: ClosedRange<Int>) -> [PlaybackQueue.Entry] {
        numbers.map { PlaybackQueue.Entry(id: .init(UInt64($0)), track: .numbered($0)) }
    }

    @Test("are as those of an array after any changes, and tell what differs", arguments: TestEffort.seeds(10))
    func likeAnArray(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        var array = entries(1...Int.random(in: 1...1000, using: &generator))
        var list = QueueEntries(array)
        var next = array.count + 1
        for _ in 0..<25 {
            let (oldArray, oldList) = (array, list)
            // As when saves fall behind, one difference may be of several changes.
            for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&array, &list, &next, using: &generator) }

            #expect(list.elementsEqual(array))
            #expect(list == QueueEntries(array))
            #expect(list.ids == array.map(\.id))
            let some = array.randomElement(using: &generator)?.id ?? .init(0)
            #expect(list.index(of: some) == array.firstIndex { $0.id == some })
            #expect(list.index(of: .init(UInt64(next))) == nil)
            let difference = list.difference(from: oldList)
            #expect(applied(difference, to: oldArray.map(\.id), list.ids) == list.ids)
            #expect(difference.isEmpty == (oldArray == array))
            let flat = OrderDifference.between(oldArray.map(\.id), list.ids)
            #expect(applied(flat, to: oldArray.map(\.id), list.ids) == list.ids)
            #expect(list.runs.count <= 2 + array.count / 60, "runs stay long")
        }
    }

    private func change(
        _ array: inout [PlaybackQueue.Entry], _ list: inout QueueEntries, _ next: inout Int,
        using generator: inout SplitMix64
    ) {
        let index = Int.random(in: 0...array.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where index < array.count:
            let removed = array.remove(at: index)
            #expect(list.remove(at: index) == removed)
        case 1 where index < array.count:
            let moved = array.remove(at: index)
            list.remove(at: index)
            let place = Int.random(in: 0...array.count, using: &generator)
            array.insert(moved, at: place)
            list.insert(moved, at: place)
        case 2:
            let ids = Set(array.shuffled(using: &generator).prefix(Int.random(in: 0...40, using: &generator)).map(\.id))
            array.removeAll { ids.contains($0.id) }
            list.remove(ids)
        default:
            let count = [1, 1, 5, 300].randomElement(using: &generator) ?? 1
            let new = entries(next...next + count - 1)
            next += count
            array.insert(contentsOf: new, at: index)
            list.insert(contentsOf: new, at: index)
        }
    }

    /// Carries a difference out as one who keeps the list elsewhere does: by neighbours alone.
    private func applied(
        _ difference: OrderDifference, to old: [PlaybackQueue.EntryID], _ new: [PlaybackQueue.EntryID]
    ) -> [PlaybackQueue.EntryID] {
        let placed = Set(difference.runs.flatMap { new[$0.positions] })
        let known = Set(old)
        let areRight = difference.runs.allSatisfy { run in
            new[run.positions].allSatisfy { known.contains($0) != run.areNew }
        }
        #expect(areRight)
        var list = old.filter { !difference.removed.contains($0) && !placed.contains($0) }
        for run in difference.runs {
            let index = run.predecessor.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            #expect(run.successor == (index < list.count ? list[index] : nil))
            list.insert(contentsOf: new[run.positions], at: index)
        }
        return list
    }

    @Test("share what did not change, and a change of one entry is told as that, however many there are")
    func smallDifferences() {
        let old = QueueEntries(entries(1...20_000))
        var removed = old
        removed.remove(at: 9_000)
        #expect(removed.difference(from: old) == OrderDifference(removed: [.init(9_001)]))

        var moved = old
        let entry = moved.remove(at: 3)
        moved.insert(entry, at: 19_000)
        let run = OrderDifference.Run(
            positions: 19_000..<19_001, areNew: false, predecessor: .init(19_001), successor: .init(19_002))
        #expect(moved.difference(from: old) == OrderDifference(runs: [run]))

        var longer = old
        longer.append(contentsOf: entries(30_000...30_001))
        #expect(
            longer.difference(from: old).runs == [
                .init(positions: 20_000..<20_002, areNew: true, predecessor: .init(20_000), successor: nil)
            ])
        for list in [removed, moved, longer] {
            let shared = list.runs.filter { run in old.runs.contains { $0 === run } }
            #expect(shared.count >= old.runs.count - 2)
        }
    }

    @Test("none are an empty list")
    func none() {
        var list = QueueEntries()
        #expect(list.isEmpty && list.first == nil && list.index(of: .init(1)) == nil)
        list.append(contentsOf: [])
        list.remove([.init(1)])
        #expect(list == [])
        list.append(contentsOf: entries(1...1))
        #expect(list.difference(from: QueueEntries()).runs.map(\.positions) == [0..<1])
        #expect(QueueEntries().difference(from: list).removed == [.init(1)])
    }
}
