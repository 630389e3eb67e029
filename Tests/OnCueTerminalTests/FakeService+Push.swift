// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import OnCueTestSupport

extension FakeService {
    func push() async throws(ClientError) -> PushStatus {
        _ = try note("push")
        return try await pushMessages.push()
    }

    func setPush(_ isOn: Bool) async throws(ClientError) -> PushStatus {
        _ = try note("push \(isOn ? "on" : "off")")
        return try await pushMessages.setPush(isOn)
    }
}
