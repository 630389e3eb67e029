// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: TrashService {
    package func trash() async throws(ServiceError) -> [TrashItem] { try await all(TrashMethods.list) }

    package func restoreFromTrash(_ key: String) async throws(ServiceError) {
        try await call(TrashMethods.restore, Only(key))
    }

    package func emptyTrash() async throws(ServiceError) -> Int { try await read(TrashMethods.empty) }
}
