// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery
package import OnCueSession

extension PlaylistContentSource: QuerySearching {
    package func matchesAtHand(_ question: QueryQuestion) -> QueryMatches? {
        // Favourites may be entries, too.
        if question.query.condition.demands(.flag(.favourite)) { return nil }
        let search = question.search
        let mayFind = search.finds(.playlist) || search.finds(.folder)
        return !mayFind || shelf.texts.lack(question) ? QueryMatches() : nil
    }

    /// Lists and their folders, and in a search for favourites, those of their entries that are not in a library.
    package func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
        let search = question.search
        let isLiked = question.query.condition.demands(.flag(.favourite))
        guard search.finds(.playlist) || search.finds(.folder) || isLiked else { return QueryMatches() }
        let tree = await shelf.tree
        let records =
            try await listening?.records(
                of: isLiked ? [.playlist, .folder, .track] : [.playlist, .folder],
                favouritesOnly: isLiked || !question.query.condition.demandsStars) ?? [:]
        return try await question.answer { (_) async throws(ContentError) in
            var rows = tree.lists(below: tree.top).map { $0.row(records[$0.identifier]) }
            rows += tree.folders.values.filter { !$0.path.isEmpty }.map { $0.row(records[$0.identifier]) }
            guard isLiked, search.finds(.track) else { return rows }
            for (identifier, record) in records where EntryResolver.list(of: identifier) != nil {
                guard let track = try? await entry(identifier).track else { continue }
                rows.append(track.row(record))
            }
            return rows
        }
    }

    package func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
        let tree = await shelf.tree
        let lists = tree.lists(below: tree.top)
        var liked: [Int64: ContentIdentifier] = [:]
        if matches.contains(where: { $0.kind == .track }), let listening {
            let records = try await listening.records(of: [.track], favouritesOnly: true)
            for identifier in records.keys { liked[Track.number(of: identifier)] = identifier }
        }
        var items: [ContentNode?] = []
        for match in matches {
            if let identifier = liked[match.number], match.kind == .track {
                items.append(try? await entry(identifier).item)
            } else if match.kind == .folder {
                items.append(tree.folders.values.first { $0.number == match.number }?.item)
            } else {
                items.append(lists.first { $0.number == match.number }?.item)
            }
        }
        return items
    }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let (tree, revision) = await shelf.state
        let found = try await MergedSearch([self]).page(try ContentQuery(words), offset: offset, limit: limit)
        return ContentPage(
            revision: revision, container: tree.top.item, offset: offset, total: found.total, items: found.items)
    }
}

extension PlaylistTree {
    /// The texts by which playlists and their folders are found.
    var texts: [String] {
        let rows =
            lists(below: top).map { $0.row(nil) } + folders.values.filter { !$0.path.isEmpty }.map { $0.row(nil) }
        return rows.flatMap { [$0.title, $0.folder].compactMap(\.self) }
    }
}

extension ShelvedList {
    fileprivate var number: Int64 { StableKey(text: identifier.key)?.number ?? 0 }

    fileprivate func row(_ record: ListeningRecord?) -> QueryRow {
        QueryRow(
            kind: .playlist, number: number, title: title,
            folder: PathBytes.divided(path).map { String(decoding: $0.folder, as: UTF8.self) },
            numbers: (duration.map { [.length: $0.wholeMicroseconds] } ?? [:]).merging(stars(record)) { $1 },
            flags: record?.isFavourite == true ? [.favourite] : [])
    }
}

private func stars(_ record: ListeningRecord?) -> [QueryNumberField: Int64] {
    record?.stars.map { [.stars: Int64($0.halves)] } ?? [:]
}

extension PlaylistTree.Folder {
    fileprivate var number: Int64 { StableKey(hashing: path).number }

    fileprivate func row(_ record: ListeningRecord?) -> QueryRow {
        QueryRow(
            kind: .folder, number: number, title: title, folder: String(decoding: parent ?? [], as: UTF8.self),
            numbers: stars(record), flags: record?.isFavourite == true ? [.favourite] : [])
    }
}

extension Track {
    /// Returns the number of a list's entry in an answer, since its key consists of two.
    fileprivate static func number(of identifier: ContentIdentifier) -> Int64 {
        StableKey(hashing: identifier.key.utf8).number
    }

    fileprivate func row(_ record: ListeningRecord) -> QueryRow {
        var row = QueryRow(
            kind: .track, number: Self.number(of: identifier), title: title, artists: artists, album: album,
            genres: genres, composers: composers, numbers: duration.map { [.length: $0.wholeMicroseconds] } ?? [:])
        row.add(record)
        return row
    }
}
