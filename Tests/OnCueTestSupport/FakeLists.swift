// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Takes every change of playlists and stations and remembers what was asked.
package final class FakeLists: PlaylistManaging, StationManaging {
    private let asked = Mutex<[String]>([])

    package init() {}

    package var calls: [String] { asked.withLock { $0 } }

    private func note(_ call: String) { asked.withLock { $0.append(call) } }

    package func create(_ name: String, format: PlaylistFormat) async throws(ContentError) -> ContentIdentifier {
        guard !name.isEmpty else { throw ContentError(.refused, "a playlist needs a name") }
        note("create \(name) \(format.rawValue)")
        return ContentIdentifier(kind: .playlist, key: "made")
    }

    package func delete(_ playlist: ContentIdentifier) async throws(ContentError) { note("delete \(playlist)") }

    /// Of either.
    package func rename(_ playlist: ContentIdentifier, to name: String) async throws(ContentError) {
        note("rename \(playlist) \(name)")
    }

    package func add(
        _ tracks: [Track], to playlist: ContentIdentifier, at index: Int?
    ) async throws(ContentError) {
        note("add \(tracks.count) \(playlist) \(index.map(String.init) ?? "end")")
    }

    package func remove(from playlist: ContentIdentifier, at index: Int, count: Int) async throws(ContentError) {
        note("remove \(playlist) \(index) \(count)")
    }

    package func move(in playlist: ContentIdentifier, from index: Int, to target: Int) async throws(ContentError) {
        note("move \(playlist) \(index) \(target)")
    }

    package func arrange(
        _ playlist: ContentIdentifier, _ change: PlaylistArrangement
    ) async throws(ContentError) -> Int {
        note("arrange \(playlist) \(change)")
        return 2
    }

    package func add(_ name: String, at address: MediaLocation) async throws(ContentError) -> ContentIdentifier {
        note("station \(name) \(address.uri)")
        return ContentIdentifier(kind: .station, key: "made")
    }

    package func remove(_ station: ContentIdentifier) async throws(ContentError) { note("remove \(station)") }
}
