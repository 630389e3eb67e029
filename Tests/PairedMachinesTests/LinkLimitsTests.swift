// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Limits of links")
struct LinkLimitsTests {
    @Test("Three tries a minute")
    func tries() {
        var tries = PairingTries()
        let allowed = (0..<600).filter { tries.allows(at: .seconds($0)) }
        #expect(allowed.prefix(4) == [0, 1, 2, 60])
        #expect(zip(allowed, allowed.dropFirst(3)).allSatisfy { $1 - $0 >= 60 }, "in any minute")
    }

    @Test("A clock that goes back gives nothing")
    func clock() {
        var limit = RateLimit(1, each: .seconds(1))
        let answers = [10, 0, 10].map { limit.allows(at: .seconds($0)) }
        #expect(answers == [true, false, false])
    }

    @Test("What goes on where another one has stopped is allowed no more; a rest of another clock does not count")
    func rest() throws {
        var limit = RateLimit(3, each: .seconds(1))
        _ = (0..<3).map { _ in limit.allows(at: .seconds(10)) }
        var next = RateLimit(3, each: .seconds(1))
        next.go(on: try #require(limit.rest), at: .seconds(11))
        let answers = (0..<3).map { _ in next.allows(at: .seconds(11)) }
        #expect(answers == [true, false, false])
        var early = RateLimit(3, each: .seconds(1))
        early.go(on: try #require(limit.rest), at: .seconds(5))
        let isAllowed = early.allows(at: .seconds(5))
        #expect(isAllowed)
    }

    @Test("One address that calls a thousand times gets its share, and others are taken as before")
    func flood() {
        var limits = ConnectionLimits()
        let taken = (0..<1_000).compactMap { _ in limits.admits([10, 0, 0, 1], at: .zero) }
        #expect(taken.count == ConnectionLimits.mostOfOne)
        let another = limits.admits([10, 0, 0, 2], at: .zero)
        #expect(another != nil)
        for admission in taken { limits.ended(admission) }
        #expect(limits.open == 1)
    }

    @Test("Calling again and again, each time for a moment, is bounded too")
    func rate() {
        var limits = ConnectionLimits()
        let taken = (0..<1_000).filter { _ in
            let admission = limits.admits([10, 0, 0, 1], at: .zero)
            if let admission { limits.ended(admission) }
            return admission != nil
        }
        #expect(taken.count == 12)
        let another = limits.admits([10, 0, 0, 1], at: .seconds(1))
        #expect(another != nil)
    }

    /// An address of one network of version 6.
    private func neighbour(_ number: Int) -> [UInt8] {
        [0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 255)]
    }

    @Test("A network of version 6 is one caller, whatever it calls itself, and version 4 is the same in either form")
    func addresses() {
        var limits = ConnectionLimits()
        let taken = (0..<100).filter { limits.admits(neighbour($0), at: .zero) != nil }
        #expect(taken.count == ConnectionLimits.mostOfOne)
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF, 10, 0, 0, 9]
        for _ in 0..<ConnectionLimits.mostOfOne {
            let admission = limits.admits(mapped, at: .zero)
            #expect(admission != nil)
        }
        let another = limits.admits([10, 0, 0, 9], at: .zero)
        #expect(another == nil)
    }

    @Test(
        "A neighbour that takes all places of a network takes none of a machine that has called before, and none of all"
    )
    func known() {
        var limits = ConnectionLimits()
        limits.know(neighbour(1))
        for number in 2..<1_000 { _ = limits.admits(neighbour(number), at: .zero) }
        let taken = (0..<20).compactMap { _ in limits.admits(neighbour(1), at: .zero) }
        #expect(taken.count == ConnectionLimits.mostOfKnown)
        for admission in taken { limits.ended(admission) }
        #expect(limits.open == ConnectionLimits.mostOfOne)
        // Many networks at once leave places, too.
        for number in 0..<250 { _ = limits.admits([10, 0, 0, UInt8(number)], at: .zero) }
        #expect(limits.open == ConnectionLimits.mostUnknown)
        let again = limits.admits(neighbour(1), at: .seconds(10))
        #expect(again != nil)
    }

    @Test("Known addresses are bounded; the end of a connection of one that was forgotten counts")
    func knownAreBounded() throws {
        var limits = ConnectionLimits()
        limits.know([10, 0, 0, 1])
        let taken = limits.admits([10, 0, 0, 1], at: .zero)
        let admission = try #require(taken)
        for number in 0..<1_000 { limits.know([10, 1, UInt8(number >> 8), UInt8(number & 255)]) }
        limits.know([10, 0, 0, 1])
        limits.ended(admission)
        #expect(limits.open == 0)
        let again = (0..<20).compactMap { _ in limits.admits([10, 0, 0, 1], at: .zero) }
        #expect(again.count == ConnectionLimits.mostOfKnown)
    }

    @Test("There is an end to all of them together, and to the networks that are remembered")
    func all() {
        var limits = ConnectionLimits()
        let taken = (0..<250).compactMap { limits.admits([10, 0, 0, UInt8($0)], at: .zero) }
        #expect(taken.count == ConnectionLimits.mostUnknown)
        for admission in taken { limits.ended(admission) }
        for number in 0..<5_000 { _ = limits.admits([10, 1, UInt8(number >> 8), UInt8(number & 255)], at: .zero) }
        #expect(limits.open <= ConnectionLimits.most)
    }
}
