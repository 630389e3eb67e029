// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import PublishingTrials

/// What a year of thirteen podcasts costs in requests, and how late their episodes are found, beside a look every two
/// hours.
struct RefreshYear: Measurement {
    let name = "podcast-refresh"
    let summary = "requests and delays of a year of podcasts, learnt and every two hours"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let (trial, shows) = (PublishingTrial(), PublishingShow.all())
        let clock = ContinuousClock()
        let begin = clock.now
        let learnt = shows.map { trial.learning($0) }
        let time = clock.now - begin
        let fixed = shows.map { trial.fixed($0) }
        let (one, other) = (learnt.reduce(.init(), +), fixed.reduce(.init(), +))
        let count = Double(shows.count)
        var cost = Samples()
        cost.add(milliseconds: time / max(1, one.requests))
        return [
            figure("requests a day for a podcast, learnt", one.daily / count, "", .atMost(other.daily / count)),
            figure("requests a day for a podcast, every two hours", other.daily / count, ""),
            figure("an episode is found after, learnt", one.meanDelay, "min", .atMost(other.meanDelay)),
            figure("an episode is found after, every two hours", other.meanDelay, "min"),
            Figure("the time of the next look, worked out", cost, "ms"),
        ]
    }

    private func figure(_ name: String, _ value: Double, _ unit: String, _ aim: Figure.Aim? = nil) -> Figure {
        var samples = Samples()
        samples.add((value * 10).rounded() / 10)
        return Figure(name, samples, unit, aim: aim)
    }
}
