// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// How long the choice of what fills a time takes, without looking anything up.
struct PackingTime: Measurement {
    let name = "packing"
    let summary = "the best choice of 200 episodes for half an hour and for three hours"

    private static let count = 200

    func measure(_ bench: Bench) async throws -> [Figure] {
        var random = SplitMix64(seed: 8)
        // A minute to an hour and a half, of forty shows.
        let candidates = (0..<Self.count).map { _ in
            TimePacker.Candidate(
                .seconds(Int.random(in: 60...5_400, using: &random)), score: Double.random(in: 0.3...1, using: &random),
                group: "show \(Int.random(in: 0..<40, using: &random))")
        }
        let runs = bench.options.runs(200, quick: 40)
        return [
            Figure("packing \(Self.count) episodes into half an hour", try times(candidates, 1_800, runs), "ms"),
            Figure(
                "packing \(Self.count) episodes into three hours, 95th percentile", try times(candidates, 10_800, runs),
                "ms", quantile: 0.95, aim: .atMost(1)),
        ]
    }

    private func times(_ candidates: [TimePacker.Candidate], _ seconds: Int, _ runs: Int) throws(BenchError) -> Samples
    {
        let packer = TimePacker(.seconds(seconds), fillerScore: 0.4)
        var times = Samples()
        for _ in 0..<runs {
            let begin = ContinuousClock.now
            let choice = packer.choice(of: candidates)
            times.add(milliseconds: begin.duration(to: .now))
            guard !choice.isEmpty else { throw BenchError("of \(candidates.count) episodes none fits") }
        }
        return times
    }
}
