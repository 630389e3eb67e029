// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Samples {
    /// Times something many times, after a few for nothing.
    static func times(_ runs: Int, _ body: () async throws -> Void) async throws -> Samples {
        for _ in 0..<5 { try await body() }
        var times = Samples()
        for _ in 0..<runs {
            let begin = ContinuousClock.now
            try await body()
            times.add(milliseconds: begin.duration(to: .now))
        }
        return times
    }

    /// The median, and the 99th percentile with what it is meant to be.
    func figures(_ name: String, aim: Figure.Aim? = nil) -> [Figure] {
        [Figure(name, self, "ms"), Figure(name + ", 99th percentile", self, "ms", quantile: 0.99, aim: aim)]
    }
}
