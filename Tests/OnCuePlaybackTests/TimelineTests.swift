// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import OnCuePlayback

@Suite("What is heard when")
struct TimelineTests {
    private static let rate = 48_000
    private let first = PlaybackRequest.Token(1)
    private let second = PlaybackRequest.Token(2)
    private var timeline = Timeline(rate: Self.rate)

    /// Adds so many seconds of sound.
    private mutating func add(
        _ seconds: Double, of token: PlaybackRequest.Token, at place: Duration? = nil, pace: Double = 1
    ) {
        timeline.add(Int(seconds * Double(Self.rate)), of: token, at: place, pace: pace)
    }

    private func position(at time: Duration) -> Duration? { timeline.place(at: time)?.position }

    @Test("Before the first frame nothing is heard")
    func empty() {
        #expect(timeline.isEmpty)
        #expect(timeline.end == .zero && timeline.mediaEnd == nil)
        #expect(timeline.place(at: .seconds(1)) == nil)
    }

    @Test("The position goes on with the frames, from where the medium began, and stops at the last of them")
    mutating func runs() {
        add(1, of: first, at: .seconds(60))
        add(1, of: first)

        #expect(timeline.end == .seconds(2) && timeline.mediaEnd == .seconds(62))
        #expect(position(at: .zero) == .seconds(60))
        #expect(position(at: .milliseconds(1_500)) == .milliseconds(61_500))
        #expect(position(at: .seconds(9)) == .seconds(62))
    }

    @Test("A place that is off by less than 20 ms is a rounding; one that is off by more is a jump")
    mutating func jumps() {
        add(1, of: first, at: .zero)
        add(1, of: first, at: .milliseconds(1_015))
        #expect(timeline.mediaEnd == .seconds(2))

        add(1, of: first, at: .milliseconds(2_500))

        #expect(timeline.mediaEnd == .milliseconds(3_500))
        #expect(position(at: .milliseconds(2_100)) == .milliseconds(2_600))
    }

    @Test("At twice the rate twice as much of the medium passes, also where the rate changes in its midst")
    mutating func pace() {
        add(1, of: first, at: .zero)
        add(1, of: first, at: .seconds(1), pace: 2)

        #expect(position(at: .milliseconds(500)) == .milliseconds(500))
        #expect(position(at: .milliseconds(1_500)) == .seconds(2))
        #expect(timeline.mediaEnd == .seconds(3))
    }

    @Test("A follower begins with its first frame, and what is before it keeps its own position")
    mutating func follower() {
        add(1, of: first, at: .seconds(9))
        add(1, of: second)

        #expect(timeline.place(at: .milliseconds(999))?.token == first)
        #expect(timeline.place(at: .seconds(1))?.token == second)
        #expect(position(at: .milliseconds(1_250)) == .milliseconds(250))
    }

    @Test("In a hole the position stands still")
    mutating func hole() {
        add(1, of: first, at: .zero)
        timeline.skip(to: .seconds(3))
        add(1, of: first)

        #expect(position(at: .seconds(2)) == .seconds(1))
        #expect(position(at: .milliseconds(3_500)) == .milliseconds(1_500))
        timeline.skip(to: .seconds(1))
        #expect(timeline.end == .seconds(4), "time that has passed leaves no hole")
    }

    @Test("A return to an earlier place takes nothing from what is heard before it")
    mutating func returns() {
        add(3, of: first, at: .zero)
        add(1, of: first, at: .seconds(2))
        add(1, of: first, at: .seconds(2))

        #expect(position(at: .milliseconds(2_900)) == .milliseconds(2_900))
        #expect(position(at: .milliseconds(3_900)) == .milliseconds(2_900))
        #expect(position(at: .milliseconds(4_100)) == .milliseconds(2_100))
        #expect(timeline.mediaEnd == .seconds(3))
    }

    @Test("A medium under another token keeps its place")
    mutating func rename() {
        add(1, of: first, at: .seconds(5))

        timeline.rename(first, to: second)

        let place = timeline.place(at: .milliseconds(500))
        #expect(place?.token == second && place?.position == .milliseconds(5_500))
    }

    @Test("Old places are forgotten, the newest never")
    mutating func history() throws {
        for number in 0..<1_000 { add(0.1, of: first, at: .seconds(number * 10)) }

        #expect(position(at: timeline.end - .milliseconds(50)) == .seconds(9_990) + .milliseconds(50))
        #expect(position(at: timeline.end - .milliseconds(950)) == .seconds(9_900) + .milliseconds(50))
        #expect(try #require(position(at: .zero)) > .seconds(9_000))
    }

    @Test("A day of frames is told to the frame")
    mutating func exact() {
        timeline = Timeline(rate: 44_100)
        let day = 86_400 * 44_100
        timeline.add(day, of: first, at: .zero, pace: 1)
        timeline.add(1, of: first, at: nil, pace: 1)

        #expect(timeline.time(of: Int64(day)) == .seconds(86_400))
        #expect(abs((timeline.end - .seconds(86_400)) / .nanoseconds(1) - 1e9 / 44_100) < 1)
    }
}
