// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface

extension FakeService {
    func createPlaylist(_ name: String, format: String) async throws(ClientError) -> String {
        _ = try note("create \(name) \(format)")
        return "playlist:made"
    }

    func deletePlaylist(_ playlist: String) async throws(ClientError) {
        _ = try note("delete \(playlist)", about: playlist)
    }

    func renamePlaylist(_ playlist: String, to name: String) async throws(ClientError) {
        _ = try note("rename \(playlist) to \(name)", about: playlist)
    }

    func add(
        _ places: [String], toPlaylist playlist: String, at index: Int?
    ) async throws(ClientError) -> PlayedContent {
        let places = places.joined(separator: " + ")
        let call = "add \(places) to \(playlist)\(index.map { " at \($0)" } ?? "")"
        return try note(call, about: playlist).played
    }

    func arrange(_ playlist: String, _ change: PlaylistArrangement) async throws(ClientError) -> Int {
        let page = try note("arrange \(playlist) \(change)", about: playlist).entries
        return page.count
    }

    func saveQueue(as name: String) async throws(ClientError) -> SavedPlaylist {
        _ = try note("save \(name)")
        return SavedPlaylist(identifier: "playlist:made", count: 3)
    }

    func importPlaylist(_ file: String, as name: String) async throws(ClientError) -> SavedPlaylist {
        _ = try note("import \(file)\(name.isEmpty ? "" : " as \(name)")")
        return SavedPlaylist(identifier: "playlist:made", count: 3)
    }

    func exportPlaylist(_ playlist: String, as format: String, to file: String) async throws(ClientError) -> String {
        _ = try note("export \(playlist) as \(format)\(file.isEmpty ? "" : " to \(file)")")
        return "#EXTM3U\n"
    }

    func addStation(_ name: String, at address: String) async throws(ClientError) -> String {
        _ = try note("station \(name) \(address)")
        return "station:made"
    }

    func removeStation(_ station: String) async throws(ClientError) {
        _ = try note("remove \(station)", about: station)
    }

    func renameStation(_ station: String, to name: String) async throws(ClientError) {
        _ = try note("rename \(station) to \(name)", about: station)
    }
}
