// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import PairedMachines
import Testing

@Suite("Callers of a machine that waits to be paired")
struct PairingQueueTests {
    @Test("Whoever's network has been heard least is next, however long others have waited")
    func turns() {
        var queue = PairingQueue<String>()
        let taken = ["a", "b", "c"].map { queue.add($0, from: [10, 0, 0, 2], at: .zero) }
        let first = queue.next()
        let other = queue.add("right", from: [10, 0, 0, 1], at: .seconds(1))
        let rest = [queue.next(), queue.next(), queue.next(), queue.next()]
        #expect(taken == [true, true, true] && other)
        #expect(first == "a" && rest == ["right", "b", "c", nil] && queue.isEmpty)
    }

    @Test("Three of a network are taken in a minute, of version 6 too, and so many wait at most")
    func limits() {
        var queue = PairingQueue<Int>()
        let network: [UInt8] = [0x20, 1, 0, 0, 0, 0, 0, 0]
        let taken = (0..<10).filter { number in
            queue.add(number, from: network + [UInt8](repeating: UInt8(number), count: 8), at: .zero)
        }
        #expect(taken == [0, 1, 2])
        let others = (0..<100).filter { queue.add($0, from: [10, 0, 0, UInt8($0)], at: .zero) }
        #expect(others.count == PairingQueue<Int>.most - 3)
        _ = queue.next()
        let next = queue.add(0, from: [10, 0, 0, 200], at: .zero)
        #expect(next)
    }
}
