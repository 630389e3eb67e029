// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Chooses tracks to continue with at the end of a queue: tracks of the same artists first, then of the same genres.
///
/// The same candidates and seed result in the same tracks.
package struct SimilarChoice: Sendable {
    /// The number of tracks chosen at once.
    package static let count = 25
    /// The maximum number of them by the same artists while there are others of the genres.
    package static let artistShare = 10
    /// The maximum number of the others by one artist while there are further ones.
    package static let artistLimit = 3

    /// Candidates by the artists that were heard last.
    package var ofArtists: [Track]
    /// Candidates of the genres that were heard last, possibly by the same artists, too.
    package var ofGenres: [Track]
    /// The tracks that must not be chosen: those of the queue, and those recently skipped.
    package var unwanted: Set<ContentIdentifier>

    package init(ofArtists: [Track] = [], ofGenres: [Track] = [], unwanted: Set<ContentIdentifier> = []) {
        self.ofArtists = ofArtists
        self.ofGenres = ofGenres
        self.unwanted = unwanted
    }

    /// Returns at most ``count`` tracks, each once; empty if none are left.
    ///
    /// - Complexity: O(n) in the number of candidates.
    package func tracks(seed: UInt64) -> [Track] {
        var generator = SplitMix64(seed: seed)
        var seen = unwanted
        func fresh(_ tracks: [Track]) -> [Track] {
            tracks.filter { $0.isMusic && seen.insert($0.identifier).inserted }.shuffled(using: &generator)
        }
        let artists = fresh(ofArtists)
        let genres = fresh(ofGenres)
        let first = artists.prefix(Self.artistShare)
        var (mixed, more): ([Track], [Track]) = ([], [])
        var counts: [String: Int] = [:]
        for track in genres {
            let count = counts[track.artists.first ?? "", default: 0]
            counts[track.artists.first ?? ""] = count + 1
            if count < Self.artistLimit { mixed.append(track) } else { more.append(track) }
        }
        return Array((first + mixed + artists.dropFirst(Self.artistShare) + more).prefix(Self.count))
    }
}
