// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueActivities

@Suite("Uses of activities")
struct ActivityUsesTests {
    private let concert = Activity.Name("org.example.Concerts", "1")

    private func admits(_ uses: inout ActivityUses, _ name: Activity.Name, at time: Int64) -> Bool {
        uses.admits(name, at: time)
    }

    @Test("Turning to and fro counts once, and again after a while")
    func pause() {
        var uses = ActivityUses()
        #expect(admits(&uses, concert, at: 1_000))
        #expect(admits(&uses, Activity.Name(concert.program, "2"), at: 1_001))
        #expect(!admits(&uses, concert, at: 1_002))
        #expect(!admits(&uses, concert, at: 999 + ActivityUses.pause))
        #expect(admits(&uses, concert, at: 1_000 + ActivityUses.pause))
    }

    @Test("A program that turns to something all the time counts only so often, and others as before")
    func flood() {
        var uses = ActivityUses()
        let admitted = (0..<10_000).count { uses.admits(Activity.Name(concert.program, "\($0)"), at: 1_000) }
        #expect(admitted == ActivityUses.daily)
        #expect(admits(&uses, Activity.Name("org.example.Other", "1"), at: 1_000))
        #expect(admits(&uses, concert, at: 1_000 + 86_400))
    }

    @Test("Few activities in turn all day long count no more often than many at once")
    func rounds() {
        var uses = ActivityUses()
        var admitted = 0
        for round in 0..<40 {
            for number in 0..<10 {
                let name = Activity.Name(concert.program, "\(number)")
                if uses.admits(name, at: Int64(round) * ActivityUses.pause) { admitted += 1 }
            }
        }
        #expect(admitted == ActivityUses.daily)
    }

    @Test("A clock that was set back refuses nothing")
    func clock() {
        var uses = ActivityUses()
        #expect(admits(&uses, concert, at: 1_000_000))
        #expect(admits(&uses, concert, at: 1_000))
    }
}
