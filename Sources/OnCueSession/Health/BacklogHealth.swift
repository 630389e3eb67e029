// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Whether all that was heard and learnt is on the disk.
@MediaActor
package struct BacklogHealth: HealthProbing {
    package let name = "journal"
    private let recorder: ListeningRecorder
    private let learning: DonationKeeper

    package init(_ recorder: ListeningRecorder, _ learning: DonationKeeper) {
        self.recorder = recorder
        self.learning = learning
    }

    package func checks() async -> [HealthCheck] {
        [Self.check(heard: recorder.backlog, learnt: learning.backlog)]
    }

    /// - Parameters:
    ///   - heard: Events that could not be written to the journal and wait.
    ///   - learnt: What was learnt and waits to be written.
    package nonisolated static func check(heard: Int, learnt: Int) -> HealthCheck {
        guard heard + learnt > 0 else { return HealthCheck("journal", .ok, "everything that was heard is written") }
        return HealthCheck(
            "journal", .failed,
            "\(heard) events that were heard and \(learnt) that were learnt cannot be written; they are kept in memory",
            advice: "look at folders.data and databases; they are written with what is heard next")
    }
}
