// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueRuntime

@Suite("Sleeping on the media actor")
struct MediaActorSleepTests {
    @Test("A sleep takes at least its time and ends on the actor", arguments: [0, 1, 20])
    @MediaActor
    func sleepTakesItsTime(milliseconds: Int) async throws {
        let begin = ContinuousClock.now

        try await MediaActor.sleep(for: .milliseconds(milliseconds))

        #expect(begin.duration(to: .now) >= .milliseconds(milliseconds))
        #expect(MediaActor.executor.isCurrent)
    }

    @Test("A sleep that counts that of the system takes its time, in the order of the ends, and can be cancelled")
    @MediaActor
    func throughSuspend() async throws {
        let begin = ContinuousClock.now
        let ended = EventLog<ContinuousClock.Instant>()
        let sleepers = [400, 200, 0, -5].map { time in
            Task { @MediaActor in
                let end = ContinuousClock.now + .milliseconds(time)
                try await MediaActor.sleepThroughSuspend(for: .milliseconds(time))
                ended.append(end)
            }
        }
        let cancelled = Task { @MediaActor in try await MediaActor.sleepThroughSuspend(for: .seconds(1000)) }
        let never = Task { @MediaActor in try await MediaActor.sleepThroughSuspend(for: .seconds(2000)) }

        for sleeper in sleepers { try await sleeper.value }
        cancelled.cancel()
        never.cancel()

        #expect(areInOrder(ended.events))
        #expect(ContinuousClock.now - begin >= .milliseconds(400))
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        await #expect(throws: CancellationError.self) { try await never.value }
    }

    @Test("Jobs that take long let what is not a job have its turn before all of them are done")
    @MediaActor
    func longJobs() async throws {
        let done = EventLog<String>()
        let jobs = (0..<12).map { _ in
            Task { @MediaActor in
                let end = ContinuousClock.now + .milliseconds(3)
                while ContinuousClock.now < end {}
                done.append("job")
            }
        }
        _ = MediaActor.executor.addAlarm(after: .milliseconds(1)) { done.append("alarm") }

        for job in jobs { await job.value }

        let place = try #require(done.events.firstIndex(of: "alarm"))
        #expect(place < jobs.count / 2)
    }

    @Test("A negative time is over at once")
    @MediaActor
    func negativeTimes() async throws {
        try await MediaActor.sleep(for: .seconds(-5))
    }

    @Test("Sleeps end in the order of their ends, whatever the order in which they begin")
    @MediaActor
    func sleepsEndInOrder() async throws {
        let ended = EventLog<ContinuousClock.Instant>()

        let sleepers = [900, 300, 600, 0].map { time in
            Task { @MediaActor in
                let end = ContinuousClock.now + .milliseconds(time)
                try await MediaActor.sleep(for: .milliseconds(time))
                ended.append(end)
            }
        }
        for sleeper in sleepers { try await sleeper.value }

        #expect(ended.count == 4 && areInOrder(ended.events))
    }

    /// What is due within 100 ms may end in any order: a busy machine may stand still between looking at the clock and
    /// going to sleep.
    private func areInOrder(_ ends: [ContinuousClock.Instant]) -> Bool {
        ends.indices.allSatisfy { later in
            ends[..<later].allSatisfy { $0 < ends[later] + .milliseconds(100) }
        }
    }

    @Test("A cancelled sleep ends at once with an error")
    @MediaActor
    func cancelledSleepEnds() async throws {
        let begin = ContinuousClock.now
        let sleeper = Task { @MediaActor in try await MediaActor.sleep(for: .seconds(60)) }

        // Handed in behind the first step of the sleeper, so that it sleeps by now.
        await Task { @MediaActor in sleeper.cancel() }.value

        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(begin.duration(to: .now) < .seconds(30))
    }

    @Test("A cancelled task does not begin to sleep")
    func cancelledTaskDoesNotSleep() async throws {
        let begin = ContinuousClock.now
        let sleeper = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await MediaActor.sleep(for: .seconds(60))
        }

        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(begin.duration(to: .now) < .seconds(30))
    }

    @Test("1,000 sleeps, every third cancelled from elsewhere, all end as they should")
    func manySleepsEnd() async throws {
        let sleepers = (0..<1000).map { number in
            Task { try await MediaActor.sleep(for: .milliseconds(number % 50)) }
        }
        for number in stride(from: 0, to: 1000, by: 3) { sleepers[number].cancel() }

        for (number, sleeper) in sleepers.enumerated() {
            let result = await sleeper.result
            if number % 3 != 0 { #expect(throws: Never.self) { try result.get() } }
        }
    }

    @Test("Jobs are carried out while others sleep")
    @MediaActor
    func jobsGoOn() async throws {
        let sleeper = Task { @MediaActor in try await MediaActor.sleep(for: .seconds(60)) }
        var count = 0

        for _ in 0..<1000 {
            await Task.yield()
            count += 1
        }
        sleeper.cancel()

        #expect(count == 1000)
    }
}
