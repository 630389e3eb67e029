// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// Finds the episodes at addresses and in downloaded files, so that an episode is recognised wherever it is listed.
package struct EpisodeFinder: TrackFinding {
    let store: PodcastStore

    package func tracks(at locations: [MediaLocation]) async -> [MediaLocation: [Track]] {
        var found: [MediaLocation: [Track]] = [:]
        for location in locations {
            let file = location.filePath.map { String(decoding: $0, as: UTF8.self) }
            guard
                let key = try? await store.episode(atAddress: file == nil ? location.uri : nil, orFile: file),
                let track = try? await store.episode(key)?.track
            else { continue }
            found[location] = [track]
        }
        return found
    }

    /// Returns the tracks in durable form: an episode by its address, because its download may be deleted.
    package func lasting(_ tracks: [Track]) async -> [Track] {
        var lasting = tracks
        for index in lasting.indices where tracks[index].identifier.kind == .episode {
            guard tracks[index].location.scheme == "file", let key = StableKey(text: tracks[index].identifier.key),
                let episode = try? await store.episode(key), let address = MediaLocation(uri: episode.address)
            else { continue }
            lasting[index].location = address
        }
        return lasting
    }
}
