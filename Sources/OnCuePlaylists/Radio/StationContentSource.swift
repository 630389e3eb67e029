// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery
internal import OnCueRuntime
package import OnCueSession

/// The branch of radio stations, in the order of their file.
package struct StationContentSource: ContentSource {
    /// The maximum number of lists that are looked up when everything is to play; later ones are left out.
    private static let lookLimit = 50

    private let store: StationStore
    private let locator: StationLocator
    private let listening: (any ListeningStoring)?

    /// - Parameter listening: The listening history and the favourites; `nil` if none are kept.
    package init(store: StationStore, locator: StationLocator, listening: (any ListeningStoring)? = nil) {
        self.store = store
        self.locator = locator
        self.listening = listening
    }

    package func revision() async throws(ContentError) -> ContentTree.Revision { await store.revision }

    package func changes() -> AsyncStream<ContentChange> { store.hub.listen() }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        if identifier == .root { return root(await store.stations.count) }
        return try await store.station(identifier).item
    }

    private func root(_ count: Int) -> ContentNode {
        ContentNode(identifier: .root, title: RootBranch.radio.title, isContainer: true, childCount: count)
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        guard identifier == .root else {
            let station = try await store.station(identifier)
            throw ContentError(.notContainer, "\"\(station.name)\" is a station and contains no other items")
        }
        let (stations, current) = await store.state
        try Self.check(revision, current)
        let (offset, limit) = PageLimit.part(offset: offset, limit: limit)
        let page = stations.dropFirst(offset).prefix(limit)
        return ContentPage(
            revision: current, container: root(stations.count), offset: max(0, offset), total: stations.count,
            items: page.map(\.item))
    }

    private static func check(
        _ asked: ContentTree.Revision?, _ current: ContentTree.Revision
    ) throws(ContentError) {
        guard let asked, asked != current else { return }
        throw ContentError(
            .staleIndexPath(current: current),
            "the stations have changed since they were listed; browse again")
    }

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        if indexPath.isEmpty { return .root }
        let (stations, current) = await store.state
        try Self.check(revision, current)
        guard indexPath.count == 1, stations.indices.contains(indexPath[0]) else {
            throw ContentError(
                .notFound, "there is nothing at \(IndexPathText.text(of: indexPath)); browse to see what is there")
        }
        return stations[indexPath[0]].identifier
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard !titles.isEmpty else { return .root }
        // A name may contain the character that separates titles.
        let name = titles.joined(separator: "/")
        let folded = TextFolding.fold(name)
        guard let station = await store.stations.first(where: { TextFolding.fold($0.name) == folded }) else {
            throw ContentError(.notFound, "there is no station \"\(name.prefix(200))\"")
        }
        return station.identifier
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? {
        await store.stations.first { $0.address == location }?.identifier
    }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        if identifier == .root { return await allTracks() }
        let station = try await store.station(identifier)
        do throws(PlaybackError) {
            return [station.track(at: try await locator.stream(of: station))]
        } catch {
            let code: ContentError.Code = error.code == .notPlayable ? .notPlayable : .unavailable
            throw ContentError(code, "cannot reach \"\(station.name)\": \(error.message)")
        }
    }

    /// Returns every station whose stream is found.
    private func allTracks() async -> [Track] {
        let stations = await store.stations
        let locator = locator
        let lists = stations.filter(\.isList).prefix(Self.lookLimit)
        let found = await withTaskGroup(of: (ContentIdentifier, MediaLocation?).self) { group in
            for station in lists {
                group.addTask { (station.identifier, try? await locator.stream(of: station)) }
            }
            var found: [ContentIdentifier: MediaLocation] = [:]
            for await (identifier, stream) in group { found[identifier] = stream }
            return found
        }
        return stations.compactMap { station in
            (station.isList ? found[station.identifier] : station.address).map { station.track(at: $0) }
        }
    }
}

// MARK: Search

extension StationContentSource: QuerySearching {
    package func matchesAtHand(_ question: QueryQuestion) -> QueryMatches? {
        !question.search.finds(.station) || store.texts.lack(question) ? QueryMatches() : nil
    }

    package func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
        guard question.search.finds(.station) else { return QueryMatches() }
        let stations = await store.stations
        let records = try await listening?.records(of: [.station], favouritesOnly: false) ?? [:]
        return try await question.answer { (_) throws(ContentError) in
            stations.map { station in
                var row = QueryRow(kind: .station, number: station.key.number, title: station.name)
                row.add(records[station.identifier])
                return row
            }
        }
    }

    package func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
        let wanted = Set(matches.map(\.number))
        let stations = await store.stations.filter { wanted.contains($0.key.number) }
        return matches.map { match in stations.first { $0.key.number == match.number }?.item }
    }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let (stations, revision) = await store.state
        let found = try await MergedSearch([self]).page(try ContentQuery(words), offset: offset, limit: limit)
        return ContentPage(
            revision: revision, container: root(stations.count), offset: offset, total: found.total,
            items: found.items)
    }
}
