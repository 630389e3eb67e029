// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Checks whether everything that was heard and learnt is on the disk.
@MediaActor
package struct BacklogHealth: HealthProbing {
    /// The time within which a store must write its backlog. Less than the limit of a whole check.
    private static let limit = Duration.seconds(2)

    package let name = "journal"
    private let recorder: ListeningRecorder
    private let learning: DonationKeeper

    package init(_ recorder: ListeningRecorder, _ learning: DonationKeeper) {
        self.recorder = recorder
        self.learning = learning
    }

    package func checks() async -> [HealthCheck] {
        let (recorder, learning) = (recorder, learning)
        _ = await MediaActor.value(within: Self.limit) {
            await recorder.settle()
            await learning.settle()
            return true
        }
        return [Self.check(heard: recorder.backlog, learnt: learning.backlog)]
    }

    /// - Parameters:
    ///   - heard: The number of events waiting to be written to the journal.
    ///   - learnt: The number of learnt changes waiting to be written.
    package nonisolated static func check(heard: Int, learnt: Int) -> HealthCheck {
        guard heard + learnt > 0 else {
            return HealthCheck("journal", .ok, "the listening history is up to date on disk")
        }
        let events = heard == 1 ? "1 listening event" : "\(heard) listening events"
        let choices = learnt == 1 ? "1 learnt choice" : "\(learnt) learnt choices"
        return HealthCheck(
            "journal", .failed, "\(events) and \(choices) could not be written; they are kept in memory",
            advice: "see folders.data and databases; they are written once that is possible again")
    }
}
