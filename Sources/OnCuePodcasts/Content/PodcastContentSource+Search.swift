// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery
package import OnCueSession

extension PodcastContentSource: QuerySearching {
    package func matchesAtHand(_ question: QueryQuestion) -> QueryMatches? {
        store.isKnownEmpty ? QueryMatches() : nil
    }

    package func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
        let search = question.search
        guard search.finds(.podcast) || search.finds(.episode) else { return QueryMatches() }
        let podcasts = Dictionary(try await store.podcasts().map { ($0.key, $0) }) { first, _ in first }
        let records =
            try await listening.store?.records(
                of: [.podcast, .episode], favouritesOnly: question.query.condition.demands(.flag(.favourite))) ?? [:]
        return try await question.answer { (word) async throws(ContentError) in
            var rows: [QueryRow] = []
            if search.finds(.podcast) { rows += podcasts.values.map { $0.row(records[$0.identifier]) } }
            guard search.finds(.episode) else { return rows }
            let episodes =
                if search.needsRecord {
                    try await store.outlines(of: records.keys.filter { $0.kind == .episode })
                } else {
                    try await store.outlines(
                        containing: word ?? "", orOf: Set(podcasts.values.filter { $0.contains(word) }.map(\.key)))
                }
            return rows
                + episodes.compactMap { episode in
                    podcasts[episode.podcast].map { episode.row(of: $0, records[episode.identifier]) }
                }
        }
    }

    package func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
        let hasPodcasts = matches.contains { $0.kind == .podcast }
        let counts = hasPodcasts ? try await listening.playedCounts(store) : [:]
        var items: [ContentNode?] = []
        for match in matches {
            let key = StableKey(number: match.number)
            if match.kind == .podcast {
                items.append(try await store.podcast(key)?.item(played: counts[key] ?? 0))
            } else if let episode = try await store.episode(key) {
                items.append(episode.item(try await listening.records(of: [episode])[episode.identifier]))
            } else {
                items.append(nil)
            }
        }
        return items
    }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let found = try await MergedSearch([self]).page(try ContentQuery(words), offset: offset, limit: limit)
        return ContentPage(
            revision: try await store.revision(), container: root(try await store.podcastCount()), offset: offset,
            total: found.total, items: found.items)
    }
}

extension PodcastContentSource {
    package func added(_ identifiers: [ContentIdentifier]) async -> [ContentIdentifier: Int64] {
        var times: [ContentIdentifier: Int64] = [:]
        for identifier in identifiers where identifier.kind == .episode {
            guard let key = StableKey(text: identifier.key) else { continue }
            times[identifier] = try? await store.episode(key)?.published
        }
        return times
    }
}

extension PodcastRecord {
    fileprivate func row(_ record: ListeningRecord?) -> QueryRow {
        QueryRow(
            kind: .podcast, number: key.number, title: title, artists: author.isEmpty ? [] : [author],
            numbers: record?.stars.map { [.stars: Int64($0.halves)] } ?? [:],
            flags: record?.isFavourite == true ? [.favourite] : [])
    }

    /// Returns whether a word occurs in the fields that all episodes share.
    fileprivate func contains(_ word: String?) -> Bool {
        guard let word else { return true }
        return [title, author, EpisodeRecord.genre].contains { TextFolding.fold($0).contains(word) }
    }
}

extension EpisodeRecord {
    static let genre = "Podcast"
}

extension EpisodeOutline {
    fileprivate func row(of podcast: PodcastRecord, _ record: ListeningRecord?) -> QueryRow {
        var numbers: [QueryNumberField: Int64] = [:]
        numbers[.length] = duration?.wholeMicroseconds
        numbers[.disc] = season
        numbers[.track] = number
        numbers[.year] = published.flatMap { Int64(FeedDate.day(of: $0).prefix(4)) }
        var row = QueryRow(
            kind: .episode, number: key.number, title: title, artists: podcast.author.isEmpty ? [] : [podcast.author],
            album: podcast.title, genres: [EpisodeRecord.genre], numbers: numbers,
            times: published.map { [.added: $0] } ?? [:])
        row.add(record)
        return row
    }
}
