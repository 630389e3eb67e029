// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueClient
package import OnCueCore
package import PlayerControl

/// Examinations of the machine and of players, for clients.
package protocol DoctorClient: Sendable {
    /// Returns the state of everything that the service needs: first the checks that are possible without the daemon,
    /// then those of the daemon itself.
    ///
    /// Starts the daemon if none is running, and changes nothing else. It always ends; checks without an answer are
    /// reported as failed.
    func health() async -> [HealthCheck]
    /// Returns the tasks, shortcuts and cues, and the present suggestions.
    ///
    /// - Throws: `unavailable`, and the errors of the service.
    func shortcutFacts() async throws(ClientError) -> ShortcutFacts
    /// Tests a player against the MPRIS specification; takes some seconds. Never starts a player, nor the daemon.
    ///
    /// Changes are reverted, even if the task is cancelled; the call returns when that is done.
    func examine(_ player: PlayerReport, _ depth: ExaminationDepth) async throws(ClientError) -> ConformanceReport
}
