// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing

@Suite("Machines that play in step")
struct TogetherTests {
    // MARK: The timeline

    @Test("A timeline tells each position from one of them and its moment")
    func position() {
        var timeline = SharedTimeline(
            number: 1, entry: 0, position: .seconds(10), moment: .seconds(100), rate: 1.5, isPlaying: true)
        #expect(timeline.position(at: .seconds(102)) == .seconds(13))
        #expect(timeline.position(at: .seconds(98)) == .seconds(7))
        timeline.moment = nil
        #expect(timeline.position(at: .seconds(102)) == nil, "it is not heard yet")
        timeline.isPlaying = false
        #expect(timeline.position(at: .seconds(102)) == .seconds(10), "it rests there")
    }

    @Test("What cannot be is taken out of a timeline from elsewhere")
    func hostileTimeline() {
        let hostile = SharedTimeline(
            number: .max, queue: .max, entry: 5_000, position: .seconds(Int64.max / 2),
            moment: .seconds(Int64.max / 2),
            rate: .nan, isPlaying: true, machine: String(repeating: "x", count: 10_000))
        let sound = hostile.sound
        #expect(sound.entry == nil && sound.moment == nil && sound.rate == 1)
        #expect(sound.position == .seconds(100 * 86_400) && sound.machine.utf8.count <= 64)
        let paused = SharedTimeline(
            number: 1, entry: -1, position: .seconds(-4), moment: .seconds(1), rate: 1_000, isPlaying: false)
        #expect(paused.sound.position == .zero && paused.sound.moment == nil && paused.sound.rate == 3)
        #expect(paused.sound.entry == nil)
    }

    // MARK: Clocks

    @Test("The exchange that took the shortest way tells the offset of the clocks, within half of that way")
    func clocks() throws {
        var random = SplitMix64(seed: 7)
        var clocks = ClockComparison()
        #expect(clocks.offset == nil && clocks.here(.seconds(1)) == nil)
        let offset: Duration = .seconds(5_000)
        for turn in 0..<200 {
            let sent: Duration = .seconds(turn) * 0.5
            let there: Duration = .microseconds(Int.random(in: 60...4_000, using: &random))
            let back: Duration = .microseconds(Int.random(in: 60...4_000, using: &random))
            let answers: Duration = .milliseconds(500)
            clocks.note(
                ClockComparison.Exchange(
                    sent: sent, receivedThere: sent + there + offset, sentThere: sent + there + answers + offset,
                    received: sent + there + answers + back))
            let known = try #require(clocks.offset)
            let wrong = known.time - offset
            #expect(max(wrong, .zero - wrong) <= known.error, "turn \(turn)")
        }
        let error = try #require(clocks.offset).error
        #expect(error < .milliseconds(2))
    }

    @Test("An exchange whose times cannot be is passed over")
    func impossibleExchanges() {
        var clocks = ClockComparison()
        func note(_ sent: Int, _ received: Int, _ sentThere: Int, _ back: Int) {
            clocks.note(
                ClockComparison.Exchange(
                    sent: .seconds(sent), receivedThere: .seconds(received), sentThere: .seconds(sentThere),
                    received: .seconds(back)))
        }
        note(5, 100, 101, 4)
        note(5, 101, 100, 6)
        note(5, 100, 109, 6)
        #expect(clocks.offset == nil)
    }

    // MARK: Keeping step

    /// A sink that plays with a clock of its own, in which corrections are heard after what was handed over before.
    private struct Sink {
        var moment: Duration = .zero
        /// How far it is behind.
        var behind: Duration
        /// How much its clock gains in a second, in seconds; what it plays falls behind by so much.
        var drift = 0.0
        var noise: Duration = .zero
        /// An error that lasts for seconds, as a sound server makes it.
        var largestWrongness: Duration = .zero
        var wrongness: (time: Duration, until: Duration) = (.zero, .zero)
        var random = SplitMix64(seed: 3)
        var isVeiled = false
        /// What is left to bend, what was bent and is not heard yet, and jumps that are not.
        var bend: Duration = .zero
        var bent: [(at: Duration, Duration)] = []
        var jump: (at: Duration, Duration)?
        var keeper = StepKeeper()
        /// The largest distance while it was heard, and the number of seeks.
        var worst: Duration = .zero
        var seeks = 0
        static let reserve: Duration = .milliseconds(220)

        mutating func pass(_ time: Duration) {
            let pulse: Duration = .milliseconds(50)
            let end = moment + time
            while moment < end {
                moment += pulse
                behind += pulse * drift
                if let jump, jump.at <= moment {
                    behind -= jump.1
                    self.jump = nil
                }
                let most = pulse / 1_000
                let step = max(.zero - most, min(most, bend))
                bend -= step
                bent.append((moment + Self.reserve, step))
                while let first = bent.first, first.at <= moment {
                    behind -= first.1
                    bent.removeFirst()
                }
                if !isVeiled, keeper.isInStep { worst = max(worst, behind, .zero - behind) }
                let range = Int(noise / .microseconds(1))
                if moment >= wrongness.until {
                    let most = Int(largestWrongness / .microseconds(1))
                    wrongness.time = .microseconds(Int.random(in: -most...most, using: &random))
                    wrongness.until = moment + .milliseconds(Int.random(in: 2_000...8_000, using: &random))
                }
                let error: Duration =
                    .microseconds(Int.random(in: -range...range, using: &random)) + wrongness.time
                let advice = keeper.note(behind: behind + error, at: moment, reserve: Self.reserve)
                if advice.isFar {
                    seeks += 1
                    behind = .milliseconds(90)
                }
                for correction in advice.corrections {
                    switch correction {
                    case .veil: isVeiled = true
                    case .unveil: isVeiled = false
                    case .jump(let time): (jump, bend) = ((moment + Self.reserve, time), .zero)
                    case .bend(let time): bend += time
                    }
                }
            }
        }
    }

    @Test(
        "A machine joins in silence, is heard when it is in step, and stays so",
        arguments: [Duration.milliseconds(-700), .milliseconds(-3), .zero, .milliseconds(40), .seconds(3)])
    func joins(behind: Duration) {
        var sink = Sink(behind: behind, noise: .microseconds(100), isVeiled: true)
        sink.pass(.seconds(2))
        #expect(sink.keeper.isInStep && !sink.isVeiled)
        sink.pass(.seconds(60))
        #expect(sink.worst < .microseconds(600) && sink.keeper.catches == 0 && sink.seeks == 0)
    }

    @Test("A distance that is too large to be left out is gone to by a seek")
    func seeks() {
        var sink = Sink(behind: .seconds(90), isVeiled: true)
        sink.pass(.seconds(3))
        #expect(sink.seeks == 1 && sink.keeper.isInStep && !sink.isVeiled)
    }

    @Test(
        "A clock that is too fast or too slow is followed for half an hour, without a hole",
        arguments: [-0.000_1, -0.000_05, 0.000_02, 0.000_1])
    func drifts(drift: Double) {
        var sink = Sink(behind: .milliseconds(120), drift: drift, noise: .microseconds(150), isVeiled: true)
        sink.pass(.seconds(1_800))
        #expect(sink.keeper.isInStep && sink.keeper.catches == 0)
        #expect(sink.worst < .microseconds(900), "\(sink.worst)")
    }

    @Test(
        "Clocks that differ by far more than usual are learnt in seconds, and then nothing is left of it",
        arguments: [-0.000_7, -0.000_5, 0.000_3, 0.000_5, 0.000_7])
    func largeDrifts(drift: Double) {
        var sink = Sink(behind: .milliseconds(120), drift: drift, noise: .microseconds(150), isVeiled: true)
        sink.pass(.seconds(30))
        #expect(sink.keeper.isInStep && sink.keeper.catches == 0)
        #expect(sink.worst < .milliseconds(4), "\(sink.worst)")
        sink.worst = .zero
        sink.pass(.seconds(1_800))
        #expect(sink.keeper.isInStep && sink.keeper.catches == 0)
        #expect(sink.worst < .microseconds(600), "\(sink.worst)")
    }

    @Test(
        "A sound server that is wrong for seconds is not followed farther than it is wrong",
        arguments: [-0.000_5, 0.0, 0.000_1])
    func wrongServers(drift: Double) {
        var sink = Sink(
            behind: .milliseconds(120), drift: drift, noise: .microseconds(150), largestWrongness: .microseconds(600),
            isVeiled: true)
        sink.pass(.seconds(30))
        sink.worst = .zero
        sink.pass(.seconds(1_800))
        #expect(sink.keeper.isInStep && sink.keeper.catches == 0)
        #expect(sink.worst < .microseconds(900), "\(sink.worst)")
    }

    @Test("What was learnt of a clock is known after a jump of the other machine")
    func remembersDrift() {
        var sink = Sink(behind: .milliseconds(120), drift: 0.000_5, noise: .microseconds(150), isVeiled: true)
        sink.pass(.seconds(60))
        for correction in sink.keeper.restart() where correction == .veil { sink.isVeiled = true }
        sink.behind = .milliseconds(40)
        sink.worst = .zero
        sink.pass(.seconds(30))
        #expect(sink.keeper.isInStep && sink.worst < .microseconds(700), "\(sink.worst)")
    }

    @Test("A machine that was too busy catches up in silence, and says so")
    func catchesUp() {
        var sink = Sink(behind: .zero, isVeiled: true)
        sink.pass(.seconds(2))
        sink.behind += .milliseconds(180)
        sink.pass(.milliseconds(700))
        #expect(sink.isVeiled && sink.keeper.catches == 1 && !sink.keeper.isInStep)
        sink.pass(.seconds(2))
        #expect(!sink.isVeiled && sink.keeper.isInStep)
    }

    @Test("After a jump of the other machine it begins anew in silence")
    func restarts() {
        var sink = Sink(behind: .zero, isVeiled: true)
        #expect(sink.keeper.restart().isEmpty, "it is silent already")
        sink.pass(.seconds(1))
        #expect(sink.keeper.restart() == [.veil])
        #expect(!sink.keeper.isInStep && sink.keeper.catches == 0)
    }
}
