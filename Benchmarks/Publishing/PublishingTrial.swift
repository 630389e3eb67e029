// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCuePodcasts

/// Plays a year of publishing through a schedule of refreshes, without a network and without waiting.
package struct PublishingTrial: Sendable {
    /// Requests, and how late each episode was found.
    package struct Outcome: Sendable {
        package var requests: Int
        /// Seconds.
        package var delays: [Int64]

        package init(requests: Int = 0, delays: [Int64] = []) { (self.requests, self.delays) = (requests, delays) }

        /// Requests in a day.
        package var daily: Double { Double(requests) / Double(PublishingShow.year.count) }

        /// Minutes; 0 without episodes.
        package var meanDelay: Double {
            delays.isEmpty ? 0 : Double(delays.reduce(0, +)) / Double(delays.count) / 60
        }

        package static func + (one: Outcome, other: Outcome) -> Outcome {
            Outcome(requests: one.requests + other.requests, delays: one.delays + other.delays)
        }
    }

    /// Hours of UTC at which the machine sleeps.
    package var sleep: Range<Int64> = 0..<0

    package init() {}

    /// The outcome of the schedule that learns.
    package func learning(_ show: PublishingShow, _ schedule: RefreshSchedule = RefreshSchedule()) -> Outcome {
        var (known, rhythm): (Int, PublishingRhythm?) = (-1, nil)
        return run(show) { now, appearances, seed in
            if appearances.count != known {
                // The store hands over the newest.
                let newest = Array(appearances.suffix(PublishingRhythm.memory))
                (known, rhythm) = (appearances.count, PublishingRhythm(Appearance.times(of: newest, now: now)))
            }
            return schedule.afterSuccess(at: now, rhythm, seed: seed).due
        }
    }

    /// The outcome of a look every two hours, spread over ten minutes, as it was before.
    package func fixed(_ show: PublishingShow) -> Outcome {
        run(show) { now, _, seed in (now + 7200 + Int64(seed % 600) + 299) / 300 * 300 }
    }

    private func run(_ show: PublishingShow, next: (Int64, [Appearance], UInt64) -> Int64) -> Outcome {
        var random = SplitMix64(seed: 1)
        let end = PublishingShow.year.upperBound * CivilDate.secondsOfDay
        var now = PublishingShow.year.lowerBound * CivilDate.secondsOfDay
        let known = show.episodes.prefix { $0.appears <= now }
        var appearances = known.map { Appearance(published: $0.dated) }
        var rest = show.episodes.dropFirst(known.count)
        var outcome = Outcome()
        while true {
            let last = now
            now = awake(next(now, appearances, random.next()))
            guard now < end else { return outcome }
            outcome.requests += 1
            while let episode = rest.first, episode.appears <= now {
                rest.removeFirst()
                outcome.delays.append(now - episode.appears)
                appearances.append(Appearance(published: episode.dated, seen: (last, now)))
            }
        }
    }

    /// The first time from `time` on at which the machine is awake.
    private func awake(_ time: Int64) -> Int64 {
        let hour = time % CivilDate.secondsOfDay / 3600
        guard sleep.contains(hour) else { return time }
        return time - time % CivilDate.secondsOfDay + sleep.upperBound * 3600
    }
}
