// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface

extension OnCueConnection: IntentService {
    package func intents() async throws(ServiceError) -> [IntentRecord] {
        var items: [IntentRecord] = []
        var (offset, total) = (0, 1)
        while offset < total {
            let page = try await call(IntentMethods.list, Pair(offset, PageLimit.largest))
            items += page.items
            (offset, total) = (offset + PageLimit.largest, page.total)
        }
        return items
    }

    package func perform(_ request: IntentRequest) async throws(ServiceError) -> IntentOutcome {
        try await call(IntentMethods.perform, Only(Strict(request))).value
    }
}
