// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension OnCueConnection {
    package func createPlaylist(_ name: String, format: String) async throws(ClientError) -> String {
        let reply = try await call("Create", of: ServiceNames.playlists, [.string(name), .string(format)])
        guard let identifier = reply.first?.stringValue else { throw .unexpectedAnswer(to: "Create") }
        return identifier
    }

    package func deletePlaylist(_ playlist: String) async throws(ClientError) {
        try await call("Delete", of: ServiceNames.playlists, [.string(playlist)])
    }

    package func renamePlaylist(_ playlist: String, to name: String) async throws(ClientError) {
        try await call("Rename", of: ServiceNames.playlists, [.string(playlist), .string(name)])
    }

    package func add(
        _ places: [String], toPlaylist playlist: String, at index: Int?
    ) async throws(ClientError) -> PlayedContent {
        let reply = try await call(
            "AddPlaces", of: ServiceNames.playlists,
            [.string(playlist), .strings(places), .int32(Int32(clamping: index ?? -1))])
        guard let result = WireDictionary(reply.first) else { throw .unexpectedAnswer(to: "AddPlaces") }
        return PlayedContent(result)
    }

    package func remove(fromPlaylist playlist: String, at index: Int, count: Int) async throws(ClientError) {
        try await call(
            "Remove", of: ServiceNames.playlists,
            [.string(playlist), .uint32(UInt32(clamping: index)), .uint32(UInt32(clamping: count))])
    }

    package func move(inPlaylist playlist: String, from index: Int, to target: Int) async throws(ClientError) {
        try await call(
            "Move", of: ServiceNames.playlists,
            [.string(playlist), .uint32(UInt32(clamping: index)), .uint32(UInt32(clamping: target))])
    }

    package func saveQueue(as name: String) async throws(ClientError) -> (identifier: String, count: Int) {
        let reply = try await call("SaveQueue", of: ServiceNames.playlists, [.string(name)])
        guard reply.count == 2, let identifier = reply[0].stringValue, let count = reply[1].countValue else {
            throw .unexpectedAnswer(to: "SaveQueue")
        }
        return (identifier, count)
    }

    package func addStation(_ name: String, at address: String) async throws(ClientError) -> String {
        let reply = try await call("Add", of: ServiceNames.radio, [.string(name), .string(address)])
        guard let identifier = reply.first?.stringValue else { throw .unexpectedAnswer(to: "Add") }
        return identifier
    }

    package func removeStation(_ station: String) async throws(ClientError) {
        try await call("Remove", of: ServiceNames.radio, [.string(station)])
    }

    package func renameStation(_ station: String, to name: String) async throws(ClientError) {
        try await call("Rename", of: ServiceNames.radio, [.string(station), .string(name)])
    }
}
