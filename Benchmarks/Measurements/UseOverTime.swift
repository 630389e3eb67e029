// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a process uses over some seconds of doing the same.
struct UseOverTime {
    /// Of one processor core.
    let percent: Double
    let wakeUpsPerSecond: Double

    /// Watches several processes over the same time.
    static func watch(_ processes: [Int32], for time: Duration) async throws -> [UseOverTime] {
        try await watch(processes) { try await Task.sleep(for: time) }
    }

    /// Watches several processes while something is done.
    static func watch(_ processes: [Int32], while body: () async throws -> Void) async throws -> [UseOverTime] {
        let begin = ContinuousClock.now
        let before = try processes.map { try ProcessUse($0) }
        try await body()
        let after = try processes.map { try ProcessUse($0) }
        let seconds = begin.duration(to: .now) / .seconds(1)
        return zip(before, after).map { before, after in
            UseOverTime(
                percent: (after.processorTime - before.processorTime) / .seconds(1) / seconds * 100,
                wakeUpsPerSecond: Double(after.wakeUps(since: before)) / seconds)
        }
    }
}
