// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// Episodes for handing over: by their keys, which are the same wherever a podcast is subscribed to at one address, and
/// by the addresses of their sound.
package struct EpisodeHandoffMedia: HandoffMedia {
    private let store: PodcastStore

    package init(_ finder: EpisodeFinder) { store = finder.store }

    package func described(_ tracks: [Track]) async -> [HandedEntry?] {
        var entries: [HandedEntry?] = []
        for track in tracks {
            guard track.identifier.kind == .episode, let key = StableKey(text: track.identifier.key),
                let episode = try? await store.episode(key)
            else {
                entries.append(nil)
                continue
            }
            var entry = HandedEntry(track)
            entry.episode = track.identifier.key
            entry.address = MediaLocation(uri: episode.address).flatMap(HandedEntry.address)
            entries.append(entry)
        }
        return entries
    }

    package func found(_ entries: [HandedEntry]) async -> [Track?] {
        var tracks: [Track?] = []
        for entry in entries { tracks.append(await track(of: entry)) }
        return tracks
    }

    private func track(of entry: HandedEntry) async -> Track? {
        if let key = entry.episode.flatMap(StableKey.init(text:)), let track = try? await store.episode(key)?.track {
            return track
        }
        guard let address = entry.address, let key = try? await store.episode(atAddress: address, orFile: nil) else {
            return nil
        }
        return try? await store.episode(key)?.track
    }
}
