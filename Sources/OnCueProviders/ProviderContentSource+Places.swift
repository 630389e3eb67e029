// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession

/// Ways to find an item.
extension ProviderContentSource {
    func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        if indexPath.count > 1, let revision, revision != current { throw stale }
        var identifier = ContentIdentifier.root
        for index in indexPath {
            let own = try own(identifier)
            guard let child = try await rows(own, index, 1).items.first else {
                throw ContentError(.notFound, "there is nothing at \(IndexPathText.text(of: indexPath))")
            }
            identifier = child.identifier
        }
        if indexPath.count > 1, let revision, revision != current { throw stale }
        return identifier
    }

    func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        var identifier = ContentIdentifier.root
        for title in titles {
            let folded = TextFolding.fold(title)
            let children = try await rows(try own(identifier), 0, ProviderLimits.rowsInAnswer).items
            guard let child = children.first(where: { TextFolding.fold($0.title) == folded }) else {
                throw ContentError(.notFound, "there is no \"\(title.prefix(200))\" in \(name)")
            }
            identifier = child.identifier
        }
        return identifier
    }

    func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? { nil }

    /// Sends the plain words of a query to the program, and filters its results by the rest.
    func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let asked = QueryWords(try ContentQuery(words))
        var items: [ContentNode] = []
        if canSearch, !asked.words.isEmpty {
            let wanted = asked.isFiltered ? ProviderLimits.rowsInAnswer : offset + limit
            let rows = try await client.search(
                asked.words.cut(to: ProviderLimits.textBytes), limit: min(wanted, ProviderLimits.rowsInAnswer))
            for row in rows { pages.keep(row) }
            items = asked.items(rows.map(\.item))
        }
        return ContentPage(
            revision: current, container: rootItem, offset: offset, total: items.count,
            items: Array(items.dropFirst(offset).prefix(limit)))
    }
}
