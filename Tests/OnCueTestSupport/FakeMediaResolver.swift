// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Knows the tracks of the locations that it was told; everything else does not exist.
package final class FakeMediaResolver: MediaResolving {
    private let tracks: Mutex<[MediaLocation: [Track]]>

    package init(_ tracks: [MediaLocation: [Track]] = [:]) {
        self.tracks = Mutex(tracks)
    }

    package func set(_ tracks: [Track], at location: MediaLocation) {
        self.tracks.withLock { $0[location] = tracks }
    }

    package func tracks(at location: MediaLocation) async throws(ContentError) -> [Track] {
        guard let found = tracks.withLock({ $0[location] }) else {
            throw ContentError(.notFound, "no such file: \(location)")
        }
        guard !found.isEmpty else { throw ContentError(.notPlayable, "\(location) has no media") }
        return found
    }
}
