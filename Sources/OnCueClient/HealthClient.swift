// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Health checks, for clients.
package protocol HealthClient: Sendable {
    /// Returns the state of everything that the service needs: first the checks that are possible without the daemon,
    /// then those of the daemon itself.
    ///
    /// Starts the daemon if none runs, and changes nothing else. It always ends, and checks without an answer are
    /// reported as failed.
    func health() async -> [HealthCheck]
}
