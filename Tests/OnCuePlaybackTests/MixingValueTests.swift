// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCuePlayback

@Suite("Levels of fades")
struct FaderTests {
    @Test("Without a fade everything is as loud as it is")
    func stands() {
        var fader = Fader()

        let levels = fader.advance(by: 1_000)

        #expect(levels == (1, 1))
        #expect(!fader.isMoving && !fader.isSilent)
    }

    @Test("A fade goes evenly from block to block and ends exactly at silence, after just so many frames")
    func fades() {
        var fader = Fader()
        fader.move(to: 0, within: 100)

        let begin = fader.advance(by: 25)
        let middle = fader.advance(by: 50)
        #expect(!fader.isSilent)
        let end = fader.advance(by: 1_000)

        #expect(begin == (1, 0.75))
        #expect(middle == (0.75, 0.25))
        #expect(end == (0.25, 0))
        #expect(fader.isSilent && fader.framesLeft == 0)
    }

    @Test("One that turns round goes on from the level that it has reached")
    func turns() {
        var fader = Fader()
        fader.move(to: 0, within: 100)
        _ = fader.advance(by: 40)
        fader.move(to: 1, within: 10)

        let (start, end) = fader.advance(by: 10)

        #expect(abs(start - 0.6) < 0.001)
        #expect(end == 1)
    }

    @Test("Within no time the level is there at once")
    func jumps() {
        var fader = Fader()

        fader.move(to: 0, within: 0)

        #expect(fader.level == 0 && fader.isSilent)
    }
}

@Suite("Levels of a crossfade")
struct CrossingTests {
    @Test("What goes and what comes have the same power together, from beginning to end")
    func power() {
        var crossing = Crossing(passed: 0, total: 10_000)
        var last: Float = 0

        while !crossing.isOver {
            let (incoming, outgoing) = (crossing.incoming(Crossing.step), crossing.outgoing(Crossing.step))
            #expect(abs(incoming.start * incoming.start + outgoing.start * outgoing.start - 1) < 0.001)
            #expect(abs(incoming.end * incoming.end + outgoing.end * outgoing.end - 1) < 0.001)
            #expect(incoming.start == last && incoming.end > incoming.start && outgoing.end < outgoing.start)
            last = incoming.end
            crossing.passed += Crossing.step
        }

        #expect(last == 1)
    }

    @Test("One of no length is over, and has levels nevertheless")
    func empty() {
        let crossing = Crossing(passed: 0, total: 0)

        #expect(crossing.isOver)
        #expect(crossing.incoming(100).end == 1)
        #expect(abs(crossing.outgoing(100).end) < 0.001)
    }
}

@Suite("Silence that is passed over")
struct SilenceSkipperTests {
    @Test("A breath of silence is kept, all behind it left out, and the next word heard whole")
    func skips() {
        var skipper = SilenceSkipper()
        let block = 480
        var kept = 0

        for _ in 0..<200 where !skipper.skips(block, peak: 0.001, rate: 48_000) { kept += block }

        let skipsWord = skipper.skips(block, peak: 0.1, rate: 48_000)
        let skipsBreath = skipper.skips(block, peak: 0, rate: 48_000)

        #expect(kept == Int(SilenceSkipper.breath * 48_000))
        #expect(!skipsWord)
        #expect(!skipsBreath, "each silence has a breath of its own")
    }

    @Test("What is quiet but no silence is played for ever")
    func quiet() {
        var skipper = SilenceSkipper()

        let skipped = (0..<1_000).filter { _ in skipper.skips(480, peak: SilenceSkipper.threshold, rate: 48_000) }

        #expect(skipped.isEmpty)
    }
}
