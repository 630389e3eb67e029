// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension OnCueConnection {
    package func setPinned(_ place: String, _ isPinned: Bool) async throws(ClientError) {
        try await call("SetPinned", of: ServiceNames.suggestions, [.string(place), .bool(isPinned)])
    }

    package func saidOfItems() async throws(ClientError) -> [SaidRecord] {
        let reply = try await call("GetSaid", of: ServiceNames.suggestions)
        guard let rows = WireDictionary.list(reply.first) else { throw .unexpectedAnswer(to: "GetSaid") }
        return rows.compactMap { SaidRecord($0) }
    }

    package func forget(_ part: LearntPart) async throws(ClientError) -> Int {
        let (what, name) = part.words
        let reply = try await call("Forget", of: ServiceNames.suggestions, [.string(what), .string(name)])
        guard let count = reply.first?.countValue else { throw .unexpectedAnswer(to: "Forget") }
        return count
    }

    package func exportLearnt(offset: Int, limit: Int) async throws(ClientError) -> LearntPage {
        let reply = try await call(
            "Export", of: ServiceNames.suggestions,
            [.uint32(UInt32(clamping: offset)), .uint32(UInt32(clamping: limit))])
        guard reply.count == 2, let total = reply[0].countValue, let lines = reply[1].stringsValue else {
            throw .unexpectedAnswer(to: "Export")
        }
        return LearntPage(total: total, lines: lines)
    }
}
