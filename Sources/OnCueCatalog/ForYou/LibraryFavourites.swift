// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery
package import OnCueSession

/// Finds favourite and rated items of the library other than tracks, such as albums and artists; the catalog itself
/// knows the marks of tracks.
package struct LibraryFavourites: QuerySearching {
    private static let kinds: Set<ContentKind> = [.artist, .album, .genre, .composer, .folder]

    private let library: CatalogContentSource
    private let listening: any ListeningStoring

    package init(library: CatalogContentSource, listening: any ListeningStoring) {
        self.library = library
        self.listening = listening
    }

    package func matchesAtHand(_ question: QueryQuestion) -> QueryMatches? {
        let condition = question.query.condition
        guard condition.demands(.flag(.favourite)) || condition.demandsStars else { return QueryMatches() }
        return Self.kinds.contains(where: question.search.finds) ? nil : QueryMatches()
    }

    package func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
        if let known = matchesAtHand(question) { return known }
        let favouritesOnly = question.query.condition.demands(.flag(.favourite))
        return try await question.answer { (_) async throws(ContentError) in
            var rows: [QueryRow] = []
            let records = try await listening.records(of: Self.kinds, favouritesOnly: favouritesOnly)
            for (identifier, record) in records where favouritesOnly || record.stars != nil {
                // An item that is missing at the moment keeps its marks, and reappears.
                guard let key = StableKey(text: identifier.key), let item = try? await library.item(for: identifier)
                else { continue }
                var row = QueryRow(
                    kind: identifier.kind, number: key.number, title: item.title,
                    artists: identifier.kind == .album ? [item.subtitle] : [])
                row.add(record)
                rows.append(row)
            }
            return rows
        }
    }

    package func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
        var items: [ContentNode?] = []
        for match in matches {
            items.append(try? await library.item(for: StableKey(number: match.number).identifier(match.kind)))
        }
        return items
    }

    /// Returns all disliked items, by title.
    func disliked() async throws(ContentError) -> [ContentIdentifier] { try await listening.disliked() }

    /// Returns a stream of changes of these favourites.
    package func changes() -> AsyncStream<ContentChange> { listening.changes() }
}
