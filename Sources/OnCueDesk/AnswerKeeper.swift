// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface
package import OnCueRuntime
package import StatusAnswers

/// Keeps the file with the answers about what is playing up to date.
///
/// The answers are withdrawn in the same turn in which playback may have changed, before any client can learn of it,
/// and written again when it has settled. While nothing changes, nothing is done.
@MediaActor
package final class AnswerKeeper {
    /// The time that changes have to settle; a track that begins causes several.
    package nonisolated static let patience: Duration = .milliseconds(50)

    private let file: AnswerFile
    private let bus: String
    private let patience: Duration
    private let now: @MediaActor () -> Duration
    private let report: @MediaActor () -> NowPlayingReport
    private var isKept = false
    /// The sheet that was last written, and the report that it is about.
    private var last: (report: NowPlayingReport, sheet: AnswerSheet)?
    private var writing: Task<Void, Never>?

    /// - Parameters:
    ///   - bus: The address of the bus that the service is on.
    ///   - now: The clock that runs while the machine sleeps.
    ///   - report: Returns the report that a client would receive.
    package init(
        file: AnswerFile, bus: String, patience: Duration = AnswerKeeper.patience,
        now: @escaping @MediaActor () -> Duration, report: @escaping @MediaActor () -> NowPlayingReport
    ) {
        self.file = file
        self.bus = bus
        self.patience = patience
        self.now = now
        self.report = report
    }

    /// Begins to write answers; called once the service can be found on the bus.
    package func begin() {
        isKept = true
        noteChange()
    }

    /// Withdraws the answers, and prepares new ones.
    package func noteChange() {
        guard isKept else { return }
        file.invalidate()
        guard writing == nil else { return }
        writing = Task { @MediaActor [weak self, patience] in
            guard (try? await MediaActor.sleep(for: patience)) != nil else { return }
            self?.write()
        }
    }

    private func write() {
        writing = nil
        let (report, time) = (report(), now())
        // During playback, usually only the position has changed.
        if var last, last.report == report.withoutTimes {
            last.sheet.times = AnswerTimes(report, at: time)
            return file.write(last.sheet)
        }
        last = AnswerSheet(report, bus: bus, at: time).map { (report.withoutTimes, $0) }
        if let last { file.write(last.sheet) }
    }

    /// Removes the file; must be called before the service leaves the bus.
    package func close() {
        isKept = false
        writing?.cancel()
        file.remove()
    }
}
