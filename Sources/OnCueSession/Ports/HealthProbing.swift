// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Checks one requirement of the service on this machine; changes nothing, and starts nothing.
@MediaActor
package protocol HealthProbing: Sendable {
    /// The name to report if the check does not answer.
    var name: String { get }

    /// How things are now, one check at least. It may take as long as it likes, without blocking `MediaActor`.
    func checks() async -> [HealthCheck]
}
