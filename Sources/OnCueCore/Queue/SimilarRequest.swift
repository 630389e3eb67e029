// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request for tracks to play after the last entry of the queue.
package struct SimilarRequest: Sendable, Equatable {
    /// The number of recent entries that determine similarity.
    package static let memory = 5

    /// The last entry; if another one is current, the answer comes too late.
    package let entry: PlaybackQueue.EntryID
    /// Names of artists, those of the last entry first.
    package let artists: [String]
    /// Names of genres, those of the last entry first.
    package let genres: [String]
    /// The current queue, whose entries are excluded.
    package let queue: PlaybackQueue
    /// Decides between equally similar tracks.
    package let seed: UInt64

    /// Creates the request; `nil` without a current entry, for podcasts, audiobooks and radio, and if neither artist
    /// nor genre is known.
    init?(_ queue: PlaybackQueue, seed: UInt64) {
        guard let current = queue.currentEntry, current.track.isMusic else { return nil }
        let heard = queue.lastEntries(Self.memory).map(\.track).filter(\.isMusic)
        artists = Self.distinct(heard.flatMap { $0.artists.isEmpty ? $0.albumArtists : $0.artists })
        genres = Self.distinct(heard.flatMap(\.genres))
        guard !artists.isEmpty || !genres.isEmpty else { return nil }
        (entry, self.queue, self.seed) = (current.id, queue, seed)
    }

    /// The identifiers of the tracks in the queue.
    ///
    /// - Complexity: O(n) in the length of the queue.
    package var known: Set<ContentIdentifier> { Set(queue.entries.map(\.track.identifier)) }

    private static func distinct(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}

extension Track {
    /// Whether the track is neither spoken word nor a station.
    var isMusic: Bool { !isSpokenWord && !isStation }
}
