// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a program can ask of the service about playlists and stations, which are named by places or their titles.
package protocol ListClient: Sendable {
    /// Makes an empty playlist; returns its identifier.
    ///
    /// - Parameter format: `m3u8` or `xspf`.
    func createPlaylist(_ name: String, format: String) async throws(ClientError) -> String
    func deletePlaylist(_ playlist: String) async throws(ClientError)
    func renamePlaylist(_ playlist: String, to name: String) async throws(ClientError)
    /// Puts what the places name in front of the entry at `index`, or behind the last; all of it or nothing.
    func add(
        _ places: [String], toPlaylist playlist: String, at index: Int?
    ) async throws(ClientError) -> PlayedContent
    func remove(fromPlaylist playlist: String, at index: Int, count: Int) async throws(ClientError)
    func move(inPlaylist playlist: String, from index: Int, to target: Int) async throws(ClientError)
    /// Keeps the queue as a new playlist; returns its identifier and how many entries it has.
    func saveQueue(as name: String) async throws(ClientError) -> (identifier: String, count: Int)

    /// Returns the identifier of the new station.
    func addStation(_ name: String, at address: String) async throws(ClientError) -> String
    func removeStation(_ station: String) async throws(ClientError)
    func renameStation(_ station: String, to name: String) async throws(ClientError)
}
