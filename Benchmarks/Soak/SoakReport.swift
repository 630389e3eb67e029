// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What came of a soak.
struct SoakReport {
    /// How much more something may be at the end than at the beginning.
    private static let bounds: [(name: String, limit: Double, value: @Sendable (SoakRun.Sample) -> Double)] = [
        ("memory written, MB", 3, { $0.written }), ("open files", 0, { Double($0.files) }),
        ("threads", 1, { Double($0.threads) }), ("wake-ups a second at rest", 1, { $0.wakeUps }),
    ]

    let lines: [String]
    let isGood: Bool

    init(_ seed: UInt64, _ samples: [SoakRun.Sample], _ deeds: [String: Int], failure: String?) {
        let done = deeds.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let verdicts = failure == nil ? Self.bounds.map { Self.verdict($0, samples) } : []
        isGood = failure == nil && verdicts.allSatisfy { $0.isFlat }
        lines =
            ["steps  minutes  written  resident  files  threads  wake-ups/s"] + samples.map(Self.line)
            + ["", "Done: " + done] + verdicts.map(\.text)
            + [failure.map { "Not as it must be, with seed \(seed): \($0)" } ?? "Everything was as it must be."]
    }

    static func line(_ sample: SoakRun.Sample) -> String {
        let cells = [
            (String(sample.steps), 5), (FigureReport.number(sample.minutes), 9),
            (FigureReport.number(sample.written), 9),
            (FigureReport.number(sample.resident), 10), (String(sample.files), 7), (String(sample.threads), 9),
            (FigureReport.number(sample.wakeUps), 12),
        ]
        return cells.map { String(repeating: " ", count: max(0, $0.1 - $0.0.count)) + $0.0 }.joined()
    }

    /// The last third beside the first one behind the first sample, in which everything is made for the first time.
    private static func verdict(
        _ bound: (name: String, limit: Double, value: @Sendable (SoakRun.Sample) -> Double), _ samples: [SoakRun.Sample]
    ) -> (text: String, isFlat: Bool) {
        let values = samples.dropFirst().map(bound.value)
        let third = max(1, values.count / 3)
        let growth = median(values.suffix(third)) - median(values.prefix(third))
        let isFlat = growth <= bound.limit
        let words =
            "\(bound.name): \(FigureReport.number(growth)) more at the end, at most \(FigureReport.number(bound.limit))"
        return (words + (isFlat ? ", flat" : ", it grows"), isFlat)
    }

    private static func median(_ values: some Collection<Double>) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}
