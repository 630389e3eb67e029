// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Synchronization
import Testing

@MediaActor
@Suite("Times for which the person has asked")
struct ClockTriggerSourceTests {
    /// Monday, 5 January 2026, 00:00 UTC.
    private nonisolated static let monday = 1_767_571_200
    private nonisolated static let hour = 3600
    private let wall = ManualWallClock(ClockTriggerSourceTests.monday)

    private func started(_ times: String...) throws -> (ClockTriggerSource, ObservedSource) {
        let source = ClockTriggerSource(clock: wall.clock)
        source.times = try times.map { try NamedTime(name: $0, time: #require(TimeOfWeek($0))) }
        let observed = ObservedSource(source)
        source.start()
        return (source, observed)
    }

    @Test("Each time is told when it comes, and waited for alone")
    func times() async throws {
        let (source, observed) = try started("07:30", "weekends 10:00", "mon 07:30")

        try await wall.waits.wait { $0 == Self.monday + 7 * Self.hour + 1800 }
        wall.set(Self.monday + 7 * Self.hour + 1800)
        try await observed.reports.wait(count: 2)
        try await wall.waits.wait { $0 == Self.monday + 31 * Self.hour + 1800 }

        #expect(observed.reports.events == [.time("07:30"), .time("mon 07:30")])
        #expect(wall.waits.count == 2)
        source.stop()
    }

    @Test("Without a time nobody waits; one that is asked for later is waited for, and one that is not any more is not")
    func changes() async throws {
        let (source, observed) = try started()
        #expect(observed.source.health == SourceHealth(.working, "no times set"))

        source.times = [NamedTime(name: "tea", time: try #require(TimeOfWeek("16:00")))]
        try await wall.waits.wait { $0 == Self.monday + 16 * Self.hour }
        source.times = [NamedTime(name: "coffee", time: try #require(TimeOfWeek("15:00")))]
        try await wall.waits.wait { $0 == Self.monday + 15 * Self.hour }
        wall.set(Self.monday + 15 * Self.hour)
        try await observed.reports.wait(count: 1)

        #expect(observed.reports.events == [.time("coffee")])
        source.stop()
    }

    @Test("What the machine slept through is not told, what is a little late is")
    func late() async throws {
        let (source, observed) = try started("07:00", "09:00")
        try await wall.waits.wait(count: 1)

        wall.set(Self.monday + 8 * Self.hour)
        try await wall.waits.wait(count: 2)
        wall.set(Self.monday + 9 * Self.hour + 299)
        try await observed.reports.wait(count: 1)

        #expect(observed.reports.events == [.time("09:00")])
        source.stop()
    }

    @Test("A clock that is set back, or not far enough, is followed")
    func setBack() async throws {
        let (source, observed) = try started("07:00")
        try await wall.waits.wait(count: 1)

        wall.set(Self.monday - 10 * Self.hour)
        try await wall.waits.wait(count: 2)
        #expect(observed.reports.events.isEmpty)
        wall.set(Self.monday + 6 * Self.hour)
        try await wall.waits.wait(count: 3)
        #expect(observed.reports.events.isEmpty)
        wall.set(Self.monday + 7 * Self.hour)
        try await observed.reports.wait(count: 1)
        source.stop()
    }

    @Test("After it was stopped nothing is told")
    func stopped() async throws {
        let (source, observed) = try started("07:00")
        try await wall.waits.wait(count: 1)

        source.stop()
        wall.set(Self.monday + 7 * Self.hour)
        await settle()

        #expect(observed.reports.events.isEmpty)
        #expect(wall.sleepers == 0)
    }

    @Test("The clock of this machine ends a wait for what is over at once, and one that is given up")
    func realClock() async throws {
        try await MediaActor.sleep(untilClock: WallClock.now - 10)
        try await MediaActor.sleep(untilClock: WallClock.now + 1)
        let waiting = Task { @MediaActor in try await MediaActor.sleep(untilClock: WallClock.now + 1_000_000) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(abs(WallClock.offset(at: WallClock.now)) <= 14 * Self.hour)
    }
}
