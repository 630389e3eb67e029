// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface
package import OnCueRuntime

/// Push messages whose distributor is in the test's hand.
@MediaActor
package final class FakePush: nonisolated PushService {
    package typealias Failure = ServiceError

    /// Whether there is a distributor.
    package var hasDistributor = true
    private var status = PushStatus()

    package nonisolated init() {}

    @MediaActor
    package func push() async throws(ServiceError) -> PushStatus { status }

    @MediaActor
    package func setPush(_ isOn: Bool) async throws(ServiceError) -> PushStatus {
        guard hasDistributor || !isOn else { throw ServiceError(.notAvailable, "no distributor") }
        status = PushStatus(isOn: isOn)
        if isOn {
            (status.distributor, status.endpoint) = ("org.unifiedpush.Distributor.Fake", "https://push/1")
            (status.publicKey, status.authentication) = ("BC", "AQ")
        }
        return status
    }
}
