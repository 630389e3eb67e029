// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueQuery
internal import OnCueRuntime
package import OnCueSuggestions

extension CombinedContentSource {
    package func revision() async throws(ContentError) -> ContentTree.Revision { current }

    package func revision(at indexPath: IndexPath) async throws(ContentError) -> ContentTree.Revision {
        if indexPath.isEmpty { return try await revision() }
        let (branch, rest) = try branch(at: indexPath)
        return try await branch.source.revision(at: rest)
    }

    package func changes() -> AsyncStream<ContentChange> { hub.listen() }

    package func beginLoadingChildren(of identifier: ContentIdentifier) async {
        guard identifier != .root, let branch = try? branch(of: identifier) else { return }
        await branch.source.beginLoadingChildren(of: Self.inner(identifier, branch))
    }

    package func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool {
        guard identifier != .root, let branch = try? branch(of: identifier) else { return false }
        return await branch.source.childrenShowPlaybackProgress(of: Self.inner(identifier, branch))
    }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        try await item(identifier) { (source, inner) throws(ContentError) in try await source.item(for: inner) }
    }

    package func itemAtHand(_ identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        try await item(identifier) { (source, inner) throws(ContentError) in try await source.itemAtHand(inner) }
    }

    private func item(
        _ identifier: ContentIdentifier,
        _ ask: (any ContentSource, ContentIdentifier) async throws(ContentError) -> ContentNode
    ) async throws(ContentError) -> ContentNode {
        if identifier == .root { return rootItem }
        let branch = try branch(of: identifier)
        return rated([Self.outer(try await ask(branch.source, Self.inner(identifier, branch)), branch)])[0]
    }

    private var rootItem: ContentNode {
        ContentNode(identifier: .root, title: "OnCue", isContainer: true, childCount: branches.count)
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        try await page(of: identifier, offset, limit) { (source, inner) throws(ContentError) in
            try await source.children(of: inner, offset: offset, limit: limit, at: revision)
        }
    }

    package func childrenAtHand(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        try await page(of: identifier, offset, limit) { (source, inner) throws(ContentError) in
            try await source.childrenAtHand(of: inner, offset: offset, limit: limit, at: revision)
        }
    }

    /// Returns the page of the root, or the result of a request to a branch.
    private func page(
        of identifier: ContentIdentifier, _ offset: Int, _ limit: Int,
        _ ask: (any ContentSource, ContentIdentifier) async throws(ContentError) -> ContentPage
    ) async throws(ContentError) -> ContentPage {
        if identifier == .root { return try await rootPage(offset, limit) }
        let branch = try branch(of: identifier)
        return outer(try await ask(branch.source, Self.inner(identifier, branch)), branch)
    }

    private func outer(_ page: ContentPage, _ branch: ContentBranch) -> ContentPage {
        var page = page
        page.container = rated([Self.outer(page.container, branch)])[0]
        page.items = rated(page.items)
        return page
    }

    private func rootPage(_ offset: Int, _ limit: Int) async throws(ContentError) -> ContentPage {
        let revision = try await revision()
        let branches = branches
        var items: [ContentNode] = []
        for branch in branches.dropFirst(offset).prefix(limit) {
            items.append(Self.outer(try await branch.source.item(for: .root), branch))
        }
        return ContentPage(
            revision: revision, container: rootItem, offset: offset, total: branches.count, items: items)
    }

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        if indexPath.isEmpty { return .root }
        let (branch, rest) = try branch(at: indexPath)
        if rest.isEmpty { return branch.identifier }
        do throws(ContentError) {
            return try await branch.source.identifier(at: rest, revision: revision)
        } catch {
            guard error.code == .notFound else { throw error }
            throw ContentError(
                .notFound, "there is nothing at \(IndexPathText.text(of: indexPath)); browse to see what is there")
        }
    }

    package func indexPath(of identifier: ContentIdentifier) async -> IndexPath? {
        if identifier == .root { return [] }
        guard let branch = try? branch(of: identifier),
            let index = branches.firstIndex(where: { $0.identifier == branch.identifier })
        else { return nil }
        if identifier == branch.identifier { return [index] }
        guard let rest = await branch.source.indexPath(of: identifier) else { return nil }
        return IndexPath(index: index).appending(rest)
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard let first = titles.first else { return .root }
        var failure: ContentError?
        for way in ways(to: titles) {
            if way.rest.isEmpty { return way.branch.identifier }
            do throws(ContentError) { return try await way.branch.source.identifier(named: way.rest) } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? ContentError(.notFound, "there is no \"\(first.prefix(200))\"")
    }

    package func place(named titles: [String]) async throws(ContentError) -> TitledItem {
        guard let first = titles.first else { return TitledItem(.root, at: []) }
        var failure: ContentError?
        for way in ways(to: titles) {
            if way.rest.isEmpty { return TitledItem(way.branch.identifier, at: way.path) }
            do throws(ContentError) {
                var place = try await way.branch.source.place(named: way.rest)
                place.path = place.path.map { way.path.appending($0) }
                return place
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? ContentError(.notFound, "there is no \"\(first.prefix(200))\"")
    }

    package func children(named titles: [String], offset: Int, limit: Int) async throws(ContentError) -> NamedPage? {
        if titles.isEmpty { return NamedPage(page: try await rootPage(offset, limit), path: []) }
        for way in ways(to: titles) {
            guard !way.rest.isEmpty else {
                let page = try await children(of: way.branch.identifier, offset: offset, limit: limit, at: nil)
                return NamedPage(page: page, path: way.path)
            }
            guard let found = try await way.branch.source.children(named: way.rest, offset: offset, limit: limit) else {
                continue
            }
            return NamedPage(
                page: outer(found.page, way.branch), path: found.path.map { way.path.appending($0) })
        }
        return nil
    }

    /// Returns the branches that titles may lead into, the likeliest first, each with its position and the titles below
    /// it.
    private func ways(to titles: [String]) -> [(branch: ContentBranch, path: IndexPath, rest: [String])] {
        guard let first = titles.first?.lowercased() else { return [] }
        let branches = branches
        var ways: [(branch: ContentBranch, path: IndexPath, rest: [String])] = []
        if let index = branches.firstIndex(where: { $0.title.lowercased() == first }) {
            ways.append((branches[index], IndexPath(index: index), Array(titles.dropFirst())))
        }
        for (index, branch) in branches.enumerated() where branch.isTransparent {
            ways.append((branch, IndexPath(index: index), titles))
        }
        return ways
    }

    package func index(
        of child: ContentIdentifier, in container: ContentIdentifier, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPosition? {
        if container == .root {
            let index = branches.firstIndex { $0.identifier == child }
            return index.map { ContentPosition(index: $0, revision: current) }
        }
        let branch = try branch(of: container)
        return try await branch.source.index(of: child, in: Self.inner(container, branch), at: revision)
    }

    package func parts(of location: MediaLocation) async throws(ContentError) -> [Track] {
        for branch in branches {
            let parts = try await branch.source.parts(of: location)
            if !parts.isEmpty { return parts }
        }
        return []
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? {
        for branch in branches {
            if let identifier = try await branch.source.identifier(of: location) { return identifier }
        }
        return nil
    }
}

// MARK: Playing and searching

extension CombinedContentSource {
    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        if identifier == .root {
            var tracks: [Track] = []
            for branch in branches where branch.isTransparent { tracks += try await branch.source.tracks(under: .root) }
            return Array(tracks.prefix(ContentTree.selectionLimit))
        }
        let branch = try branch(of: identifier)
        return try await branch.source.tracks(under: Self.inner(identifier, branch))
    }

    package func tracks(
        under identifier: ContentIdentifier, from track: ContentIdentifier
    ) async throws(ContentError) -> [Track] {
        if identifier == .root { return try await tracks(under: identifier) }
        let branch = try branch(of: identifier)
        return try await branch.source.tracks(under: Self.inner(identifier, branch), from: track)
    }

    package func tracks(of identifiers: [ContentIdentifier]) async throws(ContentError) -> [Track] {
        var tracks: [Track] = []
        var rest = identifiers[...]
        while let first = rest.first {
            // A branch answers for several adjacent identifiers at once.
            guard let branch = try? branch(of: first) else {
                rest = rest.dropFirst()
                continue
            }
            let run = rest.prefix { branch.owns($0) }
            tracks += try await branch.source.tracks(of: run.map { Self.inner($0, branch) })
            rest = rest.dropFirst(max(1, run.count))
        }
        return tracks
    }

    package func everything(_ query: String) async throws(ContentError) -> [ContentNode] {
        let sources = Self.searched(branches).flatMap(\.queries)
        var query = try ContentQuery(query)
        // An album in the results plays in its order.
        if query.order.isEmpty, !query.isLimited { query.order = [QueryOrder(.artist)] }
        return try await MergedSearch(sources).page(
            query, inFull: true, offset: 0, limit: ContentQuery.largestLimit
        ).items
    }

    /// Returns the branches whose results are merged. The library comes first, wherever it is shown: it has by far the
    /// most items, and only the results needed for a page are sorted and read from the first source.
    private static func searched(_ branches: [ContentBranch]) -> [ContentBranch] {
        let own = branches.filter { !$0.kinds.contains(.provided) }
        return own.filter(\.isTransparent) + own.filter { !$0.isTransparent }
    }

    /// Returns the merged results of the branches that support queries, followed by those of the others; branches of
    /// other programs are searched separately. The page lists the branches that failed.
    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let query = try ContentQuery(words)
        let own = Self.searched(branches)
        let asked = own.flatMap { branch in branch.queries.map { (title: branch.title, source: $0) } }
        let found = try await MergedSearch(asked.map(\.source)).page(query, offset: offset, limit: limit)
        var page = ContentPage(
            revision: try await revision(), container: rootItem, offset: offset, total: found.total, items: found.items)
        for (index, error) in found.failures.sorted(by: { $0.key < $1.key }) {
            page.unanswered.append(UnansweredBranch(title: asked[index].title, message: error.message))
        }
        for branch in own where branch.queries.isEmpty {
            do throws(ContentError) {
                let found = try await branch.source.search(
                    words, offset: max(0, offset - page.total), limit: max(1, limit - page.items.count))
                page.items += found.items.prefix(limit - page.items.count)
                page.total += found.total
            } catch {
                page.unanswered.append(UnansweredBranch(title: branch.title, message: error.message))
            }
        }
        page.items = rated(page.items)
        return page
    }

    package func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        var groups: [ContentSearchGroup] = []
        for branch in branches where !branch.kinds.contains(.provided) {
            groups += try await branch.searchGroups(words, limit: limit)
        }
        return groups.map { group in
            var group = group
            group.items = rated(group.items)
            return group
        }
    }

    package func added(_ identifiers: [ContentIdentifier]) async -> [ContentIdentifier: Int64] {
        var times: [ContentIdentifier: Int64] = [:]
        for branch in branches {
            let own = identifiers.filter { branch.owns($0) }
            if !own.isEmpty { times.merge(await branch.source.added(own)) { first, _ in first } }
        }
        return times
    }

    package func located() async -> [ContentNode] {
        var items: [ContentNode] = []
        for branch in branches { items += await branch.source.located() }
        return items
    }

    package func searchSources(onlyProvided: Bool, ownOnly: Bool) -> [ContentSearchSource] {
        branches.filter { $0.kinds.contains(.provided) ? !ownOnly : !onlyProvided }.map { branch in
            ContentSearchSource(title: branch.title) { words, limit async throws(ContentError) in
                try await branch.searchGroups(words, limit: limit)
            }
        }
    }

    package func marks(of item: ContentIdentifier) -> (any MarkingContentSource)? {
        branches.first { $0.scope.contains(item) }?.source.marks(of: item)
    }

    package func nominations() async -> [Nomination] {
        var nominations: [Nomination] = []
        for branch in branches { nominations += await branch.source.nominations() }
        return nominations
    }
}
