// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PairedMachines
import Testing

@Suite("Whose turn it is to call, of machines that wait for each other")
struct PairingTurnTests {
    private static func id(_ digit: Character) throws -> MachineIdentifier {
        try #require(MachineIdentifier(String(repeating: digit, count: 64)))
    }

    @Test("Of two machines the one with the lower number calls, whenever each finds the other, and never both")
    func one() throws {
        var random = SplitMix64(seed: 1)
        let (low, high) = (try Self.id("1"), try Self.id("2"))
        for _ in 0..<200 {
            var turns = (low: PairingTurn(own: low), high: PairingTurn(own: high))
            turns.low.found(high.short, at: .milliseconds(Int.random(in: 0..<5_000, using: &random)))
            turns.high.found(low.short, at: .milliseconds(Int.random(in: 0..<5_000, using: &random)))
            let calls = (turns.low.call(at: .seconds(60)), turns.high.call(at: .seconds(60)))
            #expect(calls.0 == high.short && calls.1 == nil)
            #expect(turns.high.next == nil)
        }
    }

    @Test("Others are looked for before it calls, and of several none is called")
    func several() throws {
        let (low, high, third) = (try Self.id("1"), try Self.id("2"), try Self.id("3"))
        var turn = PairingTurn(own: low)
        turn.found(low.short, at: .zero)
        #expect(turn.next == nil, "it does not wait for itself")
        turn.found(high.short, at: .seconds(1))
        let early = turn.call(at: .seconds(2))
        #expect(early == nil && turn.next == .seconds(1) + PairingTurn.patience)
        turn.found(third.short, at: .seconds(2))
        let late = turn.call(at: .seconds(60))
        #expect(late == nil && turn.next == nil)
    }

    @Test("One that does not answer is called again after a pause, three times, and another one in its place")
    func silent() throws {
        let (low, high, third) = (try Self.id("1"), try Self.id("2"), try Self.id("3"))
        var turn = PairingTurn(own: low)
        turn.failed(high.short, at: .zero)
        #expect(turn.hasFailed(high.short) && turn.next == PairingTurn.pause)
        var other = turn
        var calls: [Int] = []
        for second in 0..<120 where turn.call(at: .seconds(second)) != nil {
            calls.append(second)
            turn.failed(high.short, at: .seconds(second))
        }
        #expect(calls == [5, 10, 15])

        var absent = other
        for second in 0..<60 { _ = absent.call(at: .seconds(second), isThere: { _ in false }) }
        let back = absent.call(at: .seconds(70), isThere: { $0 == high.short })
        #expect(back == high.short, "a machine that was not there has cost no call")

        other.found(third.short, at: .seconds(20))
        let called = other.call(at: .seconds(22))
        #expect(called == third.short && !other.hasFailed(third.short))
    }
}
