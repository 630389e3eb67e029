// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: TrashService {
    package func trash() async throws(ServiceError) -> [TrashItem] {
        var items: [TrashItem] = []
        var (offset, total) = (0, 1)
        while offset < total {
            let page = try await call(TrashMethods.list, Pair(offset, PageLimit.largest))
            items += page.items
            (offset, total) = (offset + PageLimit.largest, page.total)
        }
        return items
    }

    package func restoreFromTrash(_ key: String) async throws(ServiceError) {
        try await call(TrashMethods.restore, Only(key))
    }

    package func emptyTrash() async throws(ServiceError) -> Int {
        try await call(TrashMethods.empty, Nothing()).value
    }
}
