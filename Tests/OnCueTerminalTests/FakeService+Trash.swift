// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore

extension FakeService {
    func trash() async throws(ClientError) -> [TrashItem] { try note("trash").trash }

    func restoreFromTrash(_ key: String) async throws(ClientError) { _ = try note("restore \(key)") }

    func emptyTrash() async throws(ClientError) -> Int { try note("empty trash").trash.count }
}
