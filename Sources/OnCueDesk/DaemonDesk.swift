// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The daemon itself, for front ends.
@MediaActor
package final class DaemonDesk: nonisolated DaemonService {
    package typealias Failure = ServiceError

    /// The properties of the process.
    package var identity: ServiceIdentity {
        didSet { changes.send((oldValue, identity)) }
    }

    /// The properties before and after a change.
    package let changes = Broadcast<(old: ServiceIdentity, new: ServiceIdentity)>()

    private let health: HealthCenter
    private let reading: @MediaActor () async -> Void
    private let quit: @MediaActor () -> Void

    /// - Parameters:
    ///   - reading: Reads the configuration file, and applies the changes.
    ///   - quit: Begins the end of the process.
    package init(
        processIdentifier: Int, health: HealthCenter, reading: @escaping @MediaActor () async -> Void = {},
        quit: @escaping @MediaActor () -> Void
    ) {
        identity = ServiceIdentity(version: ServiceVersion.current, processIdentifier: processIdentifier)
        (self.health, self.reading) = (health, reading)
        self.quit = quit
    }

    @MediaActor
    package func serviceHealth() async throws(ServiceError) -> [HealthCheck] { await health.checks() }

    @MediaActor
    package func readConfiguration() async throws(ServiceError) { await reading() }

    @MediaActor
    package func endService() async throws(ServiceError) {
        // After the answer.
        Task { @MediaActor in quit() }
    }
}
