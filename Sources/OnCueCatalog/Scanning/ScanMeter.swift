// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import Synchronization

/// Counts the work of a scan, reports it at most every 100 ms, and records whether the scan was cancelled.
///
/// Safe from any thread.
final class ScanMeter: Sendable {
    private struct State {
        var progress = LibraryScanProgress.beginning
        var report = ScanReport()
        var lastTold: ContinuousClock.Instant?
        /// Files that were left out, by device.
        var leftOut: [UInt64: LeftOut] = [:]
    }

    private static let interval = Duration.milliseconds(100)

    private let begin = ContinuousClock.now
    private let state = Mutex(State())
    private let cancelled = Atomic(false)
    private let gate = PauseGate()
    private let tell: @Sendable (LibraryScanProgress) -> Void

    init(_ tell: @escaping @Sendable (LibraryScanProgress) -> Void) {
        self.tell = tell
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() {
        cancelled.store(true, ordering: .relaxed)
        gate.open(forGood: true)
    }

    /// Waits while the scan is paused; returns `false` if it was cancelled. Blocks.
    func mayGoOn() -> Bool {
        gate.pass()
        return !isCancelled
    }

    /// Pauses or resumes the scan.
    func pause(_ isPaused: Bool) {
        if isPaused { gate.close() } else { gate.open() }
        let progress = state.withLock { state in
            state.progress.isPaused = isPaused
            return state.progress
        }
        tell(progress)
    }

    /// Notes media files that the walk has found.
    func found(_ count: Int) {
        change { $0.progress.found += count }
    }

    /// Ends the walk.
    func planned(_ plan: ScanPlan) {
        change { state in
            state.progress.phase = .reading
            state.progress.toRead = plan.files.count
            state.report.unchanged = plan.unchanged
        }
    }

    /// Notes that a file was processed.
    func wasRead() {
        change { $0.progress.read += 1 }
    }

    /// Notes a file or folder that cannot be read.
    ///
    /// - Parameter isRemembered: Whether the catalog remembers it.
    func note(_ path: [UInt8], _ reason: String, isRemembered: Bool = false) {
        change { state in
            state.progress.failed += 1
            state.report.note(
                .init(location: MediaLocation(filePath: path), reason: reason, isRemembered: isRemembered))
        }
    }

    /// Notes files of one device that are not read now, because the device does not answer.
    ///
    /// - Parameter pause: Seconds until they are retried.
    func leftOut(_ files: ArraySlice<PlannedFile>, pause: Int64) {
        guard let first = files.first else { return }
        change { state in
            state.progress.read += files.count
            state.leftOut[first.device, default: LeftOut(folder: first.folder, count: 0, pause: 0)].count += files.count
            state.leftOut[first.device]?.pause = pause
        }
    }

    /// Adds the effect of a batch on the catalog.
    func wasStored(_ outcome: CatalogWriter.Outcome) {
        change { state in
            state.report.added += outcome.added
            state.report.changed += outcome.changed
            state.report.removed += outcome.removed
        }
    }

    /// Returns the report so far.
    func report() -> ScanReport {
        state.withLock { state in
            var report = state.report
            for leftOut in state.leftOut.values.sorted(by: { $0.folder.lexicographicallyPrecedes($1.folder) }) {
                report.note(.init(location: MediaLocation(filePath: leftOut.folder), reason: leftOut.reason))
            }
            report.elapsed = begin.duration(to: .now)
            return report
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let now = ContinuousClock.now
        let due = state.withLock { state -> LibraryScanProgress? in
            body(&state)
            if let last = state.lastTold, last.duration(to: now) < Self.interval { return nil }
            state.lastTold = now
            state.progress.elapsed = begin.duration(to: now)
            return state.progress
        }
        if let due { tell(due) }
    }
}

/// Files of a device that does not answer.
private struct LeftOut {
    /// The folder of the first of them.
    var folder: [UInt8]
    var count: Int
    /// Seconds until they are retried.
    var pause: Int64

    var reason: String {
        let files = count == 1 ? "1 file was" : "\(count) files were"
        let minutes = (pause + 59) / 60
        let time = minutes == 1 ? "a minute" : "\(minutes) minutes"
        return "the disk does not answer: \(files) skipped from here on; the next attempt is in \(time)"
    }
}

extension LibraryScanProgress {
    /// The progress of a scan without a report yet.
    static let beginning = LibraryScanProgress(
        phase: .looking, found: 0, toRead: 0, read: 0, failed: 0, elapsed: .zero)
}
