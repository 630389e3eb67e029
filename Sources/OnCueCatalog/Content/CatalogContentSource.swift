// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
package import OnCueCore
package import OnCueSession
internal import SQLite

/// The content tree of the catalog.
///
/// Artists contain albums, followed by tracks without an album; so do genres. An album on which an artist merely
/// appears is listed with the artist, too, but playing the artist plays only the artist's tracks of it. Folders contain
/// folders, followed by files. Every call reads one state of the catalog on a thread that may block.
package struct CatalogContentSource: ContentSource {

    private let catalog: Catalog
    let now: @Sendable () -> Int64

    package init(catalog: Catalog) {
        self.init(catalog: catalog, now: FileSystem.secondsSince1970)
    }

    /// - Parameter now: Seconds since 1970.
    init(catalog: Catalog, now: @escaping @Sendable () -> Int64) {
        self.catalog = catalog
        self.now = now
    }

    package func revision() async throws(ContentError) -> ContentTree.Revision {
        try await read { (queries) throws(SQLiteError) in .success(try queries.revision()) }
    }

    package func changes() -> AsyncStream<ContentChange> { catalog.changes() }

    /// Long tracks show their playback progress in every list.
    package func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool {
        switch identifier.kind {
        case .album, .artist, .composer, .genre, .folder: true
        case .section: [.tracks, .recentlyAdded].contains(ContentSection(identifier))
        default: false
        }
    }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        try await read { (queries) throws(SQLiteError) in
            guard let node = try queries.node(identifier), let item = try queries.item(node) else {
                return .failure(Self.notFound(identifier))
            }
            return .success(item)
        }
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let (offset, limit) = PageLimit.part(offset: offset, limit: limit)
        let request = KeptPages.Request.children(identifier, offset: offset, limit: limit)
        if let kept = catalog.pages.page(request)?.page, revision == nil || revision == kept.revision { return kept }
        let changes = catalog.pages.changes
        let page: ContentPage = try await read { (queries) throws(SQLiteError) in
            let current = try queries.revision()
            if let revision, revision != current { return .failure(Self.stale(revision, current)) }
            guard let node = try queries.node(identifier), let container = try queries.item(node) else {
                return .failure(Self.notFound(identifier))
            }
            return try Self.page(of: node, container, offset, limit, current, queries)
        }
        catalog.pages.keep(NamedPage(page: page, path: nil), for: request, asOf: changes)
        return page
    }

    package func children(named titles: [String], offset: Int, limit: Int) async throws(ContentError) -> NamedPage? {
        guard titles.count <= CatalogQueries.titleLimit else { return nil }
        let (offset, limit) = PageLimit.part(offset: offset, limit: limit)
        let request = KeptPages.Request.named(titles, offset: offset, limit: limit)
        if let kept = catalog.pages.page(request) { return kept }
        let changes = catalog.pages.changes
        let named: NamedPage? = try await read { (queries) throws(SQLiteError) in
            let revision = try queries.revision()
            guard case .success(let place) = try queries.place(named: titles),
                let container = try queries.item(place.node)
            else { return .success(nil) }
            return try Self.page(of: place.node, container, offset, limit, revision, queries)
                .map { NamedPage(page: $0, path: place.path) }
        }
        if let named { catalog.pages.keep(named, for: request, asOf: changes) }
        return named
    }

    private static func page(
        of node: CatalogNode, _ container: ContentNode, _ offset: Int, _ limit: Int, _ revision: ContentTree.Revision,
        _ queries: CatalogQueries
    ) throws(SQLiteError) -> Result<ContentPage, ContentError> {
        guard CatalogQueries.isContainer(node) else {
            return .failure(ContentError(.notContainer, "\"\(container.title)\" contains no other items"))
        }
        let nodes = try queries.children(node, offset: offset, limit: limit)
        return .success(
            ContentPage(
                revision: revision, container: container, offset: offset, total: try queries.childCount(node),
                items: try queries.items(nodes)))
    }

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        try await read { (queries) throws(SQLiteError) in
            let current = try queries.revision()
            if let revision, revision != current, indexPath.count > 1 { return .failure(Self.stale(revision, current)) }
            guard let node = try queries.node(at: indexPath), let item = try queries.item(node) else {
                let text = IndexPathText.text(of: indexPath)
                return .failure(ContentError(.notFound, "there is nothing at \(text); browse to see what is there"))
            }
            return .success(item.identifier)
        }
    }

    package func indexPath(of identifier: ContentIdentifier) async -> IndexPath? {
        if identifier == .root { return [] }
        guard let section = ContentSection(identifier) else { return nil }
        return ContentSection.allCases.firstIndex(of: section).map { IndexPath(index: $0) }
    }

    package func index(
        of child: ContentIdentifier, in container: ContentIdentifier, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPosition? {
        try await read { (queries) throws(SQLiteError) in
            let current = try queries.revision()
            if let revision, revision != current { return .failure(Self.stale(revision, current)) }
            guard let node = try queries.node(container), let row = try queries.node(child),
                let index = try queries.index(of: row, in: node)
            else { return .success(nil) }
            return .success(ContentPosition(index: index, revision: current))
        }
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        try await found(titles) { (queries) throws(SQLiteError) in try queries.node(named: titles).map { ($0, nil) } }
            .identifier
    }

    package func place(named titles: [String]) async throws(ContentError) -> TitledItem {
        try await found(titles) { (queries) throws(SQLiteError) in
            try queries.place(named: titles).map { ($0.node, $0.path) }
        }
    }

    private func found(
        _ titles: [String],
        _ find:
            @Sendable (CatalogQueries) throws(SQLiteError) -> Result<
                (node: CatalogNode, path: IndexPath?), CatalogQueries.MissingTitle
            >
    ) async throws(ContentError) -> TitledItem {
        guard titles.count <= CatalogQueries.titleLimit else {
            throw ContentError(
                .invalidPlace,
                "the place has \(titles.count) names, which is more than the limit of \(CatalogQueries.titleLimit); "
                    + "use its identifier or its index path")
        }
        return try await read { (queries) throws(SQLiteError) in
            switch try find(queries) {
            case .failure(let missing):
                return .failure(ContentError(.notFound, "there is no \"\(missing.title)\" in \(missing.place)"))
            case .success(let found):
                guard let item = try queries.item(found.node) else {
                    return .failure(ContentError(.notFound, "there is no \"\(titles.last ?? "")\""))
                }
                // Positions of sections are valid at every revision.
                let revision = (found.path?.count ?? 0) > 1 ? try queries.revision() : nil
                return .success(TitledItem(item.identifier, at: found.path, revision: revision))
            }
        }
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? {
        guard let path = location.filePath.map(PathBytes.normalized) else { return nil }
        return try await read { (queries) throws(SQLiteError) in
            if let folder = try queries.folder(atPath: path) { return .success(try queries.item(folder)?.identifier) }
            return .success(try queries.track(atPath: path)?.identifier)
        }
    }

    package func parts(of location: MediaLocation) async throws(ContentError) -> [Track] {
        guard let path = location.filePath.map(PathBytes.normalized) else { return [] }
        return try await read { (queries) throws(SQLiteError) in .success(try queries.parts(atPath: path)) }
    }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        try await read { (queries) throws(SQLiteError) in
            guard let node = try queries.node(identifier) else { return .failure(Self.notFound(identifier)) }
            return .success(try queries.tracks(try queries.trackRows(under: node, limit: ContentTree.selectionLimit)))
        }
    }

    package func tracks(of identifiers: [ContentIdentifier]) async throws(ContentError) -> [Track] {
        try await read { (queries) throws(SQLiteError) in
            var tracks: [Track] = []
            var rest = identifiers[...]
            while let first = rest.first {
                let room = ContentTree.selectionLimit - tracks.count
                guard room > 0 else { break }
                let run = rest.prefix(room).prefix { $0.kind == .track }
                tracks += try queries.tracks(withKeys: run.compactMap { StableKey(text: $0.key)?.number })
                rest = rest.dropFirst(run.count)
                guard run.isEmpty else { continue }
                rest = rest.dropFirst()
                guard let node = try queries.node(first) else { continue }
                tracks += try queries.tracks(try queries.trackRows(under: node, limit: room))
            }
            return .success(tracks)
        }
    }

    package func tracks(
        under identifier: ContentIdentifier, from track: ContentIdentifier
    ) async throws(ContentError) -> [Track] {
        guard identifier == .root || identifier == ContentSection.tracks.identifier else {
            return try await tracks(under: identifier)
        }
        return try await read { (queries) throws(SQLiteError) in
            guard case .track(let row) = try queries.node(track) else { return .failure(Self.notFound(track)) }
            return .success(try queries.tracks(try queries.trackRows(from: row, limit: ContentTree.selectionLimit)))
        }
    }

    // MARK: Errors and bounds

    func read<T: Sendable>(
        _ body: @Sendable (CatalogQueries) throws(SQLiteError) -> Result<T, ContentError>
    ) async throws(ContentError) -> T {
        let result: Result<T, ContentError>
        do throws(SQLiteError) {
            result = try await catalog.read(body)
        } catch {
            throw ContentError(.storage, CatalogFile.describe(error, catalog.path).message)
        }
        return try result.get()
    }

    private static func notFound(_ identifier: ContentIdentifier) -> ContentError {
        ContentError(.notFound, "there is no \(identifier); it may have been removed from the library")
    }

    private static func stale(_ asked: ContentTree.Revision, _ current: ContentTree.Revision) -> ContentError {
        ContentError(
            .staleIndexPath(current: current),
            "the library has changed since this was listed; browse again")
    }
}
