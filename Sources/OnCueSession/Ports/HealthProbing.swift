// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Looks at one thing that the service needs on this machine; changes nothing, and starts nothing.
@MediaActor
package protocol HealthProbing: Sendable {
    /// What it is told as when it does not answer.
    var name: String { get }

    /// How things are now, one check at least. It may take as long as it likes, without blocking `MediaActor`.
    func checks() async -> [HealthCheck]
}
