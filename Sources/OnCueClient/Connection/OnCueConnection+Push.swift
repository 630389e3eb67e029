// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: PushService {
    package func push() async throws(ServiceError) -> PushStatus { try await read(PushMethods.get) }

    package func setPush(_ isOn: Bool) async throws(ServiceError) -> PushStatus {
        try await call(
            PushMethods.set, Only(isOn), waitingFor: LongWait("the distributor of push messages", limit: .seconds(25))
        ).value
    }
}
