// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Looking at what would stop a person.
package protocol HealthClient: Sendable {
    /// How everything is that the service needs: first what can be seen without the daemon, then what that sees itself.
    ///
    /// Starts the daemon if none runs, and changes nothing else. It always comes to an end, and what does not answer
    /// is told as failed.
    func health() async -> [HealthCheck]
}
