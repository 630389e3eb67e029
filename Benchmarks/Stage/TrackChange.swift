// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Counts the samples of one track and the silence behind it until another is heard.
struct TrackChange {
    /// Below this there is silence.
    private static let floor: Float = 0.02

    private let before: ClosedRange<Float>
    private let after: ClosedRange<Float>
    /// Samples from the beginning of the first track on that were not silent.
    private(set) var first = 0
    /// Samples that were, since then.
    private(set) var silent = 0
    private(set) var isOver = false

    /// - Parameters:
    ///   - before: How loud the first track is.
    ///   - after: How loud the second one is.
    init(from before: ClosedRange<Float>, to after: ClosedRange<Float>) {
        self.before = before
        self.after = after
    }

    mutating func hear(_ samples: ArraySlice<Float>) {
        for sample in samples where !isOver {
            let level = abs(sample)
            if after.contains(level), first > 0 {
                isOver = true
            } else if level < Self.floor {
                if first > 0 { silent += 1 }
            } else if first > 0 || before.contains(level) {
                first += 1
            }
        }
    }
}
