// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection {
    package func saveQuery(_ name: String, _ text: String) async throws(ClientError) {
        try await call("Save", of: ServiceNames.queries, [.string(name), .string(text)])
    }

    package func removeQuery(_ name: String) async throws(ClientError) {
        try await call("Remove", of: ServiceNames.queries, [.string(name)])
    }

    package func savedQueries() async throws(ClientError) -> [SavedQuery] {
        let reply = try await call("List", of: ServiceNames.queries)
        guard let rows = reply.first?.arrayValue else { throw .unexpectedAnswer(to: "List") }
        return rows.compactMap { row in
            guard let texts = row.arrayValue?.compactMap(\.stringValue), texts.count == 2 else { return nil }
            return SavedQuery(name: texts[0], text: texts[1])
        }
    }
}
