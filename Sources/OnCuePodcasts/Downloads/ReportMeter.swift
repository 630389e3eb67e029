// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// Determines when the next report is due, so that a fast download does not flood its listeners.
final class ReportMeter: Sendable {
    private let interval: Duration
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    init(interval: Duration) {
        self.interval = interval
    }

    /// Whether no report has been due yet.
    var isFirst: Bool { last.withLock { $0 == nil } }

    /// Returns whether a report is due: `true` at first, and again when enough time has passed since it last was.
    func isDue() -> Bool {
        let now = ContinuousClock.now
        return last.withLock { last in
            if let last, now - last < interval { return false }
            last = now
            return true
        }
    }
}
