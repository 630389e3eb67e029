// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The progress of a scan.
package struct LibraryScanProgress: Sendable, Equatable {
    /// The current activity of the scanner.
    package enum Phase: String, Sendable {
        /// Walks the folders and compares them with the catalog; the number of files is not known yet.
        case looking
        /// Reads the files that are new or changed.
        case reading
    }

    package var phase: Phase
    /// Media files found so far.
    package var found: Int
    /// Files that need reading, once known.
    package var toRead: Int
    package var read: Int
    package var failed: Int
    package var elapsed: Duration
    package var isPaused = false
    /// Whether it was requested. Not on the bus.
    package var isAsked = false

    package init(phase: Phase, found: Int, toRead: Int, read: Int, failed: Int, elapsed: Duration) {
        self.phase = phase
        self.found = found
        self.toRead = toRead
        self.read = read
        self.failed = failed
        self.elapsed = elapsed
    }

    /// Files per second; 0 before there is anything to measure.
    package var rate: Double {
        let seconds = elapsed / .seconds(1)
        return seconds > 0 ? Double(phase == .looking ? found : read) / seconds : 0
    }

    /// Time until every file is read, by the rate so far; `nil` while unknown.
    package var timeLeft: Duration? {
        guard phase == .reading, rate > 0, read > 0 else { return nil }
        return .seconds(Double(max(0, toRead - read)) / rate)
    }
}
