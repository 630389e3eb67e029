// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface

extension FakeService {
    func trash() async throws(ClientError) -> [TrashItem] { try note("trash").trash }

    func restoreFromTrash(_ key: String) async throws(ClientError) {
        guard try note("restore \(key)").trash.contains(where: { $0.key == key }) else {
            throw ClientError(.notFound, "that is not in the trash")
        }
        change { $0.trash.removeAll { $0.key == key } }
    }

    func emptyTrash() async throws(ClientError) -> Int {
        let count = try note("empty trash").trash.count
        change { $0.trash = [] }
        return count
    }
}
