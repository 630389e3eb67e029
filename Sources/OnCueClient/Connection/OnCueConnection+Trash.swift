// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection {
    package func trash() async throws(ClientError) -> [TrashItem] {
        var items: [TrashItem] = []
        var offset = 0
        while true {
            let reply = try await call(
                "List", of: ServiceNames.trash, [.uint32(UInt32(clamping: offset)), .uint32(0)])
            guard reply.count == 2, let total = reply[0].countValue, let rows = reply[1].arrayValue else {
                throw .unexpectedAnswer(to: "List")
            }
            items += rows.compactMap(TrashItem.init)
            offset += rows.count
            if rows.isEmpty || offset >= total { return items }
        }
    }

    package func restoreFromTrash(_ key: String) async throws(ClientError) {
        try await call("Restore", of: ServiceNames.trash, [.string(key)])
    }

    package func emptyTrash() async throws(ClientError) -> Int {
        guard let count = try await call("Empty", of: ServiceNames.trash).first?.countValue else {
            throw .unexpectedAnswer(to: "Empty")
        }
        return count
    }
}

extension TrashItem {
    /// `nil` for a kind of a later version.
    fileprivate init?(_ row: BusValue) {
        guard let parts = row.arrayValue, parts.count == 4, let key = parts[0].stringValue,
            let kind = parts[1].stringValue.flatMap(Kind.init), let title = parts[2].stringValue,
            let removed = parts[3].intValue
        else { return nil }
        self.init(key: key, kind: kind, title: title, removed: Int64(removed))
    }
}
