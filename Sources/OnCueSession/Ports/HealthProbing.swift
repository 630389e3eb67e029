// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Checks one requirement of the service on this machine; changes nothing, and starts nothing.
@MediaActor
package protocol HealthProbing: Sendable {
    /// The name to report if the check does not answer.
    var name: String { get }

    /// Returns the present state, at least one check. It may take any time, but must not block `MediaActor`.
    func checks() async -> [HealthCheck]
}
