// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

extension FakeService {
    func push() async throws(ClientError) -> PushStatus { try note("push").push }

    func setPush(_ isOn: Bool) async throws(ClientError) -> PushStatus {
        _ = try note("push \(isOn ? "on" : "off")")
        change { $0.push = PushStatus(isOn: isOn) }
        if isOn {
            change { ($0.push.endpoint, $0.push.publicKey, $0.push.authentication) = ("https://push/1", "BC", "AQ") }
        }
        return current.push
    }
}
