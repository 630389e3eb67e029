// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

extension FakeService {
    func keep(_ deed: KeepingDeed) async throws(ClientError) -> String {
        guard let text = try note("keep \(deed)").kept[deed] else {
            throw ClientError(.failed, "it does not work today")
        }
        return text
    }
}
