// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The orders in which a queue or a playlist can be sorted.
package enum TrackSorting: String, Sendable, CaseIterable {
    case title
    /// By artist, then in the order of ``album``.
    case artist
    /// By album, then by disc, number and title.
    case album
    /// Shortest first.
    case duration
    /// A random order.
    case random
    /// The reverse of the current order.
    case reverse

    /// The facts about a track that determine its place.
    package struct Facts: Sendable {
        package var title: String
        package var artist: String?
        package var album: String?
        package var disc: Int?
        package var number: Int?
        package var duration: Duration?

        package init(
            title: String, artist: String? = nil, album: String? = nil, disc: Int? = nil, number: Int? = nil,
            duration: Duration? = nil
        ) {
            self.title = title
            self.artist = artist
            self.album = album
            self.disc = disc
            self.number = number
            self.duration = duration
        }
    }

    /// Returns the indexes of the tracks in the new order; equal ones keep their order, and those without the fact come
    /// last.
    ///
    /// - Complexity: O(n log n).
    package func order(of tracks: [Facts], seed: UInt64) -> [Int] {
        switch self {
        case .reverse: return tracks.indices.reversed()
        case .random:
            var generator = SplitMix64(seed: seed)
            return tracks.indices.shuffled(using: &generator)
        case .title, .artist, .album, .duration:
            let keys = tracks.map(key)
            return tracks.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        }
    }

    private func key(_ facts: Facts) -> Key {
        let album = [Part(facts.album), Part(facts.disc ?? 1), Part(facts.number), Part(facts.title)]
        return switch self {
        case .title: Key([Part(facts.title)])
        case .artist: Key([Part(facts.artist)] + album)
        case .album: Key(album)
        case .duration: Key([Part(facts.duration)])
        case .random, .reverse: Key([])
        }
    }

    private struct Key: Comparable {
        private let parts: [Part]

        init(_ parts: [Part]) { self.parts = parts }

        static func < (left: Key, right: Key) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
    }

    private enum Part: Comparable {
        case number(Int64)
        case text(String)
        /// After everything that is known.
        case unknown

        init(_ number: Int?) { self = number.map { .number(Int64($0)) } ?? .unknown }

        init(_ duration: Duration?) { self = duration.map { .number($0.wholeMicroseconds) } ?? .unknown }

        init(_ text: String?) {
            self = text.flatMap { $0.isEmpty ? nil : .text(SortKey.make($0)) } ?? .unknown
        }
    }
}

extension TrackSorting.Facts {
    package init(_ track: Track) {
        let artist = track.albumArtists.first ?? track.artists.first
        self.init(
            title: track.title, artist: artist, album: track.album, disc: track.discNumber, number: track.trackNumber,
            duration: track.duration)
    }
}
