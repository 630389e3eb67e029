// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlaylists
import OnCueSession
import OnCueTestSupport
import Synchronization

/// A library that knows some files, and a shelf over a folder of the test.
final class PlaylistRig: Sendable {
    let folder: TemporaryDirectory
    let library = KnownTracks()
    let shelf: PlaylistShelf
    let source: PlaylistContentSource

    init() throws {
        folder = try TemporaryDirectory()
        let music = try folder.makeDirectory("music")
        shelf = PlaylistShelf(
            folder: folder.file("own"), revision: .init(100), time: { 1_000_000_000 },
            roots: { [MediaLocation(filePath: Array(music.utf8))] })
        source = PlaylistContentSource(shelf: shelf, library: library)
    }

    func location(_ name: String) -> MediaLocation { MediaLocation(filePath: Array(folder.file(name).utf8)) }

    func track(_ name: String) -> Track {
        Track(
            identifier: StableKey(hashing: name.utf8).identifier(.track), location: location("music/" + name),
            title: "Title of " + name, artists: ["Somebody"], album: "Album", duration: .seconds(100))
    }

    /// The titles below a place.
    func titles(_ identifier: ContentIdentifier = .root) async throws -> [String] {
        try await source.children(of: identifier, offset: 0, limit: 1000, at: nil).items.map(\.title)
    }
}

final class KnownTracks: TrackFinding {
    private let tracks = Mutex<[MediaLocation: [Track]]>([:])

    func add(_ track: Track) { tracks.withLock { $0[track.location, default: []].append(track) } }

    func tracks(at files: [MediaLocation]) async -> [MediaLocation: [Track]] {
        tracks.withLock { known in
            var found: [MediaLocation: [Track]] = [:]
            for file in files { found[file] = known[file] }
            return found
        }
    }
}
