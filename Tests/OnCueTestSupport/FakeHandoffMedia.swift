// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// Media that are known by their titles.
package struct FakeHandoffMedia: HandoffMedia {
    private let tracks: [Track]

    package init(_ tracks: [Track]) { self.tracks = tracks }

    package func described(_ tracks: [Track]) async -> [HandedEntry?] {
        tracks.map { track in self.tracks.contains { $0.title == track.title } ? HandedEntry(track) : nil }
    }

    package func found(_ entries: [HandedEntry]) async -> [Track?] {
        entries.map { entry in tracks.first { $0.title == entry.title } }
    }
}
