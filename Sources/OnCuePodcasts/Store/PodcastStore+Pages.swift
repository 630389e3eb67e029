// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import SQLite

/// A stretch of the list of podcasts, or of the episodes of one, at one revision.
package struct PodcastPage: Sendable {
    package var revision: ContentTree.Revision
    /// The podcast whose episodes these are; `nil` for the list of podcasts.
    package var podcast: PodcastRecord?
    package var total: Int
    package var podcasts: [PodcastRecord] = []
    package var episodes: [EpisodeRecord] = []
}

// Each of these functions is one turn of the actor, so it sees one state of the file.
extension PodcastStore {
    /// - Throws: `notFound`, `staleIndexPath`, `storage`.
    package func page(
        of podcast: StableKey?, offset: Int, limit: Int, at wanted: ContentTree.Revision?
    ) throws(ContentError) -> PodcastPage {
        let revision = try current(wanted)
        guard let podcast else {
            return PodcastPage(
                revision: revision, total: try podcastCount(), podcasts: try podcasts(offset: offset, limit: limit))
        }
        guard let record = try self.podcast(podcast) else { throw Self.notFound(podcast.identifier(.podcast)) }
        return PodcastPage(
            revision: revision, podcast: record, total: record.episodes,
            episodes: try episodes(of: podcast, offset: offset, limit: limit))
    }

    /// Returns the item at a position: a podcast, or an episode in one.
    ///
    /// - Throws: `notFound`, `staleIndexPath`, `storage`.
    package func identifier(
        at path: [Int], at wanted: ContentTree.Revision?
    ) throws(ContentError) -> ContentIdentifier {
        _ = try current(wanted)
        let outOfRange = ContentError(.notFound, "there is nothing at that position; browse to see what is there")
        guard (1...2).contains(path.count), let podcast = try podcasts(offset: path[0], limit: 1).first else {
            throw outOfRange
        }
        if path.count == 1 { return podcast.identifier }
        guard let episode = try episodes(of: podcast.key, offset: path[1], limit: 1).first else { throw outOfRange }
        return episode.identifier
    }

    /// Returns the episodes of one podcast or of all, or a single one.
    ///
    /// - Throws: `notFound`, `storage`.
    package func episodes(under identifier: ContentIdentifier) throws(ContentError) -> [EpisodeRecord] {
        if identifier == .root {
            var found: [EpisodeRecord] = []
            for podcast in try podcasts() { found += try episodes(of: podcast.key) }
            return found
        }
        guard let key = StableKey(text: identifier.key) else { throw Self.notFound(identifier) }
        if identifier.kind == .episode {
            guard let episode = try episode(key) else { throw Self.notFound(identifier) }
            return [episode]
        }
        guard identifier.kind == .podcast, try podcast(key) != nil else { throw Self.notFound(identifier) }
        return try episodes(of: key)
    }

    static func notFound(_ identifier: ContentIdentifier) -> ContentError {
        ContentError(.notFound, "there is no \(identifier) among the podcasts; list them with: oncue podcast list")
    }

    private func current(_ wanted: ContentTree.Revision?) throws(ContentError) -> ContentTree.Revision {
        let revision = try revision()
        guard let wanted, wanted != revision else { return revision }
        throw ContentError(
            .staleIndexPath(current: revision),
            "the podcasts have changed since they were listed; browse again")
    }
}
