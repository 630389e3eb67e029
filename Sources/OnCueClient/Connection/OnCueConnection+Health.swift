// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface

extension OnCueConnection {
    /// Returns the checks of the daemon itself.
    package func serviceHealth() async throws(ClientError) -> [HealthCheck] { try await read(DaemonMethods.health) }

    package func readConfiguration() async throws(ClientError) {
        try await call(DaemonMethods.readConfiguration, Nothing(), startsDaemon: false)
    }
}
