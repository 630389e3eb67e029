// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// How far two daemons are apart that play in step to sound servers whose clocks differ, for as long as it is asked for.
struct TwoClocksTime: Measurement {
    let name = "clocks"
    let summary = "two daemons in step whose sound cards differ: how far apart they are heard"

    /// By how many millionths the clock of the follower is fast: more than those of two usual sound cards differ.
    private static let difference = 200
    /// The time in which the difference is learnt.
    private static let learning = 2.0
    /// How far apart the moments are at which the two are compared, in seconds.
    private static let step = 2.0

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let left = try await SinkClock.start(fastBy: 0, in: bench.sandbox),
            let right = try await SinkClock.start(fastBy: Self.difference, in: bench.sandbox)
        else { return [.failed(name, "pulseaudio, parec or cc is not installed")] }
        defer {
            left.stop()
            right.stop()
        }
        let minutes = bench.options.minutes ?? bench.options.runs(5, quick: 3)
        let pair = try await PlayingPair(
            bench, sound: (["PULSE_SERVER": left.address], ["PULSE_SERVER": right.address]),
            length: 60 * minutes + 60)
        defer { pair.stop() }
        let begin = left.recording.end + 5
        try await Task.sleep(for: .seconds(60 * minutes + 5))
        let end = min(left.recording.end, right.recording.end) - 1
        var (learning, settled, last) = (Samples(), Samples(), Samples())
        var misses = 0
        for moment in stride(from: begin, to: end, by: Self.step) {
            guard let distance = Self.distance(left.recording, right.recording, at: moment) else {
                misses += 1
                continue
            }
            if moment < begin + Self.learning * 60 { learning.add(abs(distance)) } else { settled.add(abs(distance)) }
            if moment > end - 60 { last.add(abs(distance)) }
        }
        guard !settled.values.isEmpty, !last.values.isEmpty else {
            throw BenchError("the two were not heard together")
        }
        guard misses * 50 < settled.values.count else {
            throw BenchError("at \(misses) of \(misses + settled.values.count) moments the two were not alike")
        }
        var share = Samples()
        share.add(100 * Double(settled.values.count { $0 > 1 }) / Double(settled.values.count))
        let clocks = "clocks \(Self.difference) ppm apart"
        return [
            Figure("\(clocks), in the first two minutes, apart by", learning, "ms"),
            Figure("\(clocks), behind them, apart by", settled, "ms", aim: .atMost(1)),
            Figure("\(clocks), behind them, apart by, 99th percentile", settled, "ms", quantile: 0.99, aim: .atMost(1)),
            Figure("\(clocks), behind them, apart by at most", settled, "ms", quantile: 1),
            Figure("\(clocks), behind them, moments more than 1 ms apart", share, "%"),
            Figure("\(clocks), in the last of \(minutes) minutes, apart by", last, "ms", aim: .atMost(1)),
        ]
    }

    /// How many milliseconds later the right one plays what the left one plays at a moment; `nil` where it does not.
    private static func distance(
        _ left: ClockedRecording, _ right: ClockedRecording, at moment: Double
    ) -> Double? {
        let (window, reach) = (PlayingPair.window, PlayingPair.reach)
        let start = Int(left.frame(at: moment))
        let place = right.frame(at: moment)
        let part = left.frames(start..<(start + window))
        let other = right.frames((Int(place) - reach)..<(Int(place) + window + reach))
        guard part.count == window, other.count == window + 2 * reach,
            let lag = PlayingPair.lag(part[...], other[...], around: reach)
        else { return nil }
        // Both places are between two frames.
        let (leftRest, rightRest) = (left.frame(at: moment) - Double(start), place - Double(Int(place)))
        return (Double(lag) + leftRest - rightRest) * 1_000 / right.rate
    }
}
