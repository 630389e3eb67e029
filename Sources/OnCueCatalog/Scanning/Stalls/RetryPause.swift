// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The pause before an unresponsive file is retried: longer each time, but bounded.
enum RetryPause {
    /// Returns the pause before a file is retried, in seconds: 5 minutes at first, four times as long each time, at
    /// most a day.
    static func ofFile(attempts: Int) -> Int64 {
        grow(from: 300, by: 4, attempts, limit: 86_400)
    }

    /// Returns the pause before a device is retried, in seconds: a minute at first, twice as long each time, at most an
    /// hour.
    static func ofDevice(stalls: Int) -> Int64 {
        grow(from: 60, by: 2, stalls, limit: 3600)
    }

    private static func grow(from first: Int64, by factor: Int64, _ times: Int, limit: Int64) -> Int64 {
        var (pause, rest) = (first, times)
        while rest > 1, pause < limit { (pause, rest) = (pause * factor, rest - 1) }
        return min(pause, limit)
    }
}

/// The next attempt to read a file that did not answer.
struct FileRetry: Sendable, Equatable {
    /// The number of attempts without an answer.
    var attempts: Int
    /// The time of the retry, in seconds since 1970.
    var time: Int64

    /// Creates the retry after one more unsuccessful attempt.
    init(after attempts: Int, now: Int64) {
        self.init(attempts: attempts + 1, time: now + RetryPause.ofFile(attempts: attempts + 1))
    }

    init(attempts: Int, time: Int64) {
        self.attempts = attempts
        self.time = time
    }
}
