// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// Pauses a scan from outside, including one that is about to begin.
final class ScanControl: Sendable {
    private let state = Mutex((meter: ScanMeter?.none, isPaused: false))

    init() {}

    /// Sets the meter of the scan that begins.
    func take(_ meter: ScanMeter) {
        let isPaused = state.withLock { state in
            state.meter = meter
            return state.isPaused
        }
        if isPaused { meter.pause(true) }
    }

    /// Whether scans are paused, including future ones.
    var isPaused: Bool { state.withLock { $0.isPaused } }

    /// Forgets the meter of a scan that has ended.
    func scanEnded() {
        state.withLock { $0.meter = nil }
    }

    func pause(_ isPaused: Bool) {
        let meter = state.withLock { state in
            state.isPaused = isPaused
            return state.meter
        }
        meter?.pause(isPaused)
    }
}
