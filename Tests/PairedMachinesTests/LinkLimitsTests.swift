// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Limits of links")
struct LinkLimitsTests {
    @Test("Three tries a minute")
    func tries() {
        var limit = RateLimit.tries
        let answers = [0, 1, 2, 3, 4, 19, 21, 22].map { limit.allows(at: .seconds($0)) }
        #expect(answers == [true, true, true, false, false, false, true, false])
        let later = (0..<60).filter { limit.allows(at: .seconds(100 + $0)) }
        #expect(later.count <= 5)
    }

    @Test("A clock that goes back gives nothing")
    func clock() {
        var limit = RateLimit(1, each: .seconds(1))
        let answers = [10, 0, 10].map { limit.allows(at: .seconds($0)) }
        #expect(answers == [true, false, false])
    }

    @Test("One address that calls a thousand times gets its share, and others are taken as before")
    func flood() {
        var limits = ConnectionLimits()
        let taken = (0..<1_000).filter { _ in limits.admits([10, 0, 0, 1], at: .zero) }
        #expect(taken.count == ConnectionLimits.mostOfOne)
        let isAnotherTaken = limits.admits([10, 0, 0, 2], at: .zero)
        #expect(isAnotherTaken)
        for _ in taken { limits.ended([10, 0, 0, 1]) }
        #expect(limits.open == 1)
        limits.ended([10, 0, 0, 1])
        #expect(limits.open == 1, "one that was not taken does not end")
    }

    @Test("Calling again and again, each time for a moment, is bounded too")
    func rate() {
        var limits = ConnectionLimits()
        let taken = (0..<1_000).filter { _ in
            let isTaken = limits.admits([10, 0, 0, 1], at: .zero)
            if isTaken { limits.ended([10, 0, 0, 1]) }
            return isTaken
        }
        #expect(taken.count == 12)
        let isAnotherTaken = limits.admits([10, 0, 0, 1], at: .seconds(1))
        #expect(isAnotherTaken)
    }

    @Test("A network of version 6 is one caller, whatever it calls itself, and version 4 is the same in either form")
    func addresses() {
        var limits = ConnectionLimits()
        let taken = (0..<100).filter {
            limits.admits([0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, UInt8($0)], at: .zero)
        }
        #expect(taken.count == ConnectionLimits.mostOfOne)
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF, 10, 0, 0, 9]
        for _ in 0..<ConnectionLimits.mostOfOne {
            let isTaken = limits.admits(mapped, at: .zero)
            #expect(isTaken)
        }
        let isAnotherTaken = limits.admits([10, 0, 0, 9], at: .zero)
        #expect(!isAnotherTaken)
    }

    @Test("There is an end to all of them together, and to the addresses that are remembered")
    func all() {
        var limits = ConnectionLimits()
        let taken = (0..<250).filter { limits.admits([10, 0, 0, UInt8($0)], at: .zero) }
        #expect(taken.count == ConnectionLimits.most)
        for address in taken { limits.ended([10, 0, 0, UInt8(address)]) }
        for number in 0..<5_000 { _ = limits.admits([10, 1, UInt8(number >> 8), UInt8(number & 255)], at: .zero) }
        #expect(limits.open <= ConnectionLimits.most)
    }
}
