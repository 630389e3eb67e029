// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCuePlayback

@Suite("When a stream that broke off is taken up again")
struct StreamRecoveryTests {
    private var recovery = StreamRecovery()
    private let start = ContinuousClock.now

    /// The pauses when no attempt brings a sound, each of which takes a second to fail.
    private mutating func pauses(from moment: ContinuousClock.Instant, played: Duration) -> [Duration] {
        var (now, played, pauses) = (moment, played, [Duration]())
        while let pause = recovery.nextPause(afterPlaying: played, now: now) {
            pauses.append(pause)
            (now, played) = (now + pause + .seconds(1), .zero)
        }
        return pauses
    }

    @Test("At once at first, then ever more rarely, and not at all after two minutes without a sound")
    mutating func backsOff() {
        #expect(!recovery.isActive)

        let pauses = pauses(from: start, played: .seconds(60))

        #expect(pauses.prefix(6) == [.zero, .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16)])
        #expect(pauses.dropFirst(6).allSatisfy { $0 == .seconds(16) })
        let whole = pauses.reduce(.zero, +) + .seconds(pauses.count)
        #expect(whole >= StreamRecovery.patience && whole < StreamRecovery.patience + .seconds(17))
        #expect(recovery.isActive)
    }

    @Test("A network that comes ten seconds late is found within another eight")
    mutating func findsNetwork() {
        let pauses = pauses(from: start, played: .zero)

        var moment = Duration.zero
        let attempts = pauses.map { pause in
            moment += pause
            return moment
        }
        #expect(attempts.contains { $0 >= .seconds(10) && $0 <= .seconds(18) }, "\(attempts)")
    }

    @Test("After a second of sound a break is a new one, at which patience begins anew")
    mutating func beginsAnew() {
        _ = pauses(from: start, played: .zero)

        let again = recovery.nextPause(afterPlaying: .seconds(1), now: start + .seconds(500))

        #expect(again == .zero)
        let next = recovery.nextPause(afterPlaying: .milliseconds(300), now: start + .seconds(501))
        #expect(next == .seconds(1), "less than a second is no sound")
    }

    @Test("A stream that ends four times in a row with hardly a sound has nothing to give")
    mutating func ends() {
        let endings = (0..<4).map { _ in recovery.endsAgain(afterPlaying: .milliseconds(200)) }
        #expect(endings == [false, false, false, true])
    }

    @Test("A station may end its connections as often as it likes when it sounds in between")
    mutating func endsNow() {
        let endings = (0..<50).map { _ in recovery.endsAgain(afterPlaying: .seconds(60)) }
        #expect(!endings.contains(true))
    }
}
