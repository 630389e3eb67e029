// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface
package import OnCueQuery

extension OnCueConnection: QueryService {
    package func saveQuery(_ name: String, _ text: String) async throws(ServiceError) {
        try await call(QueryMethods.save, Pair(name, text))
    }

    package func removeQuery(_ name: String) async throws(ServiceError) {
        try await call(QueryMethods.remove, Only(name))
    }

    package func savedQueries() async throws(ServiceError) -> [SavedQuery] { try await read(QueryMethods.list) }
}
