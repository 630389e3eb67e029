// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueQuery

// MARK: Items and pages

extension ContentManager {
    /// Returns the times when items were added, published or created, in seconds since 1970, as far as they are known.
    package func added(_ identifiers: [ContentIdentifier]) async -> [ContentIdentifier: Int64] {
        await source.added(identifiers)
    }

    /// Returns the present revision of the tree.
    package func revision() async throws(ContentError) -> ContentTree.Revision {
        try await source.revision()
    }

    /// Returns the item at a place, its position if the place was one, and a revision at which that is right.
    package func item(at place: ContentPlace) async throws(ContentError) -> ContentLookup {
        if case .identifier(let identifier) = place, let item = await foreignItem(identifier) {
            return ContentLookup(revision: try await source.revision(), item: item, path: nil)
        }
        return try await atOneRevision(place) { place throws(ContentError) in
            let found = try await located(place)
            // Read first: a change in between makes the position stale, never wrong.
            let revision =
                if let revision = found.revision { revision } else {
                    try await source.revision(at: found.path ?? [])
                }
            return ContentLookup(
                revision: revision, item: try await source.item(for: found.identifier), path: found.path)
        }
    }

    /// Returns a page of the children of the item at a place.
    ///
    /// - Parameter waits: If false, remote children are fetched but not waited for: the page is then marked as loading.
    package func children(
        at place: ContentPlace, offset: Int, limit: Int, waits: Bool = true
    ) async throws(ContentError) -> (page: ContentPage, path: IndexPath?) {
        let (offset, limit) = PageLimit.part(offset: offset, limit: limit)
        return try await atOneRevision(place) { place throws(ContentError) in
            if waits, let titles = try Self.leadingTitles(place),
                let found = try await source.children(named: titles, offset: offset, limit: limit)
            {
                return (found.page, found.path)
            }
            // Finds the reason why titles lead nowhere.
            let found = try await located(place)
            if waits {
                let page = try await source.children(
                    of: found.identifier, offset: offset, limit: limit, at: found.revision)
                return (page, found.path)
            }
            let page = try await source.childrenAtHand(
                of: found.identifier, offset: offset, limit: limit, at: found.revision)
            if page.isLoading { await source.beginLoadingChildren(of: found.identifier) }
            return (page, found.path)
        }
    }

    /// Returns whether lists of these children show the playback progress of each.
    package func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool {
        await source.childrenShowPlaybackProgress(of: identifier)
    }

    /// Items that match words, best first.
    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let (offset, limit) = PageLimit.part(offset: offset, limit: limit)
        return try await source.search(words, offset: offset, limit: limit)
    }

    /// Returns the sources that a search queries concurrently: each branch by its title, or the only source.
    ///
    /// - Parameters:
    ///   - onlyProvided: Only includes the content of other programs.
    ///   - ownOnly: Leaves out the content of other programs.
    package func searchSources(onlyProvided: Bool = false, ownOnly: Bool = false) -> [ContentSearchSource] {
        let sources = source.searchSources(onlyProvided: onlyProvided, ownOnly: ownOnly)
        return ownOnly ? sources : sources + [foreignSource].compactMap(\.self)
    }
}

// MARK: Places

extension ContentManager {
    struct Found {
        var identifier: ContentIdentifier
        var path: IndexPath?
        /// The revision at which the position was looked up.
        var revision: ContentTree.Revision?
        /// The container through which a track was reached.
        var container: ContentIdentifier?
        var naming = ContentNaming.place
        /// Another item that could have been meant as well.
        var runnerUp: ContentNode?
    }

    /// Runs `body` with a place whose position belongs to one revision.
    ///
    /// A deep position without a revision refers to the present one. That is determined before the first lookup, so
    /// that a change between two lookups is noticed; then all of them are repeated. The same applies to the position
    /// that titles lead to.
    private func atOneRevision<T>(
        _ place: ContentPlace, _ body: (ContentPlace) async throws(ContentError) -> T
    ) async throws(ContentError) -> T {
        var attempt = 0
        while true {
            do throws(ContentError) {
                return try await body(try await withRevision(place))
            } catch {
                guard case .staleIndexPath = error.code, attempt < 3, !place.hasRevision else { throw error }
                attempt += 1
            }
        }
    }

    private func withRevision(_ place: ContentPlace) async throws(ContentError) -> ContentPlace {
        guard case .indexPath(let path, nil) = place, path.count > 1 else { return place }
        return .indexPath(path, revision: try await source.revision(at: path))
    }

    func identifier(at place: ContentPlace) async throws(ContentError) -> Found {
        switch place {
        case .identifier(let identifier): return Found(identifier: identifier)
        case .indexPath(let path, let revision): return try await identifier(at: path, revision: revision)
        case .search(let text): throw ContentError(.nothingMatches, "nothing matches \(text.prefix(200))")
        case .names, .query:
            let titles = try Self.leadingTitles(place) ?? []
            return Found(
                identifier: try await named { () throws(ContentError) in
                    try await source.identifier(named: titles)
                })
        case .location(let location):
            if let identifier = try await source.identifier(of: location) { return Found(identifier: identifier) }
            let parts = try await source.parts(of: location)
            guard !parts.isEmpty else {
                throw ContentError(
                    .notFound, "\(location) is not in the library; play it, or add its folder with: oncue library add")
            }
            return Found(identifier: try part(of: location, parts))
        }
    }

    /// Returns the titles of a place that is given by titles; `nil` for any other.
    ///
    /// - Throws: `nothingMatches` for a query without any.
    private static func leadingTitles(_ place: ContentPlace) throws(ContentError) -> [String]? {
        // A title may look like a query.
        if case .query(let text) = place, place.titles?.isEmpty != false {
            throw ContentError(.nothingMatches, "there is no \"\(text.prefix(200))\"")
        }
        return place.titles
    }

    /// - Throws: `nothingMatches` if no item has the titles that `find` looks for, …
    private func named<T>(_ find: () async throws(ContentError) -> T) async throws(ContentError) -> T {
        do throws(ContentError) { return try await find() } catch {
            guard error.code == .notFound else { throw error }
            throw ContentError(.nothingMatches, error.message)
        }
    }

    /// Returns the track that is meant by a file with several: the one that plays now.
    ///
    /// - Throws: `refused`, naming the tracks, if none of them plays.
    private func part(of location: MediaLocation, _ parts: [Track]) throws(ContentError) -> ContentIdentifier {
        if let playing = nowPlayingIdentifiers.first, parts.contains(where: { $0.identifier == playing }) {
            return playing
        }
        let shown = 10
        let names = parts.prefix(shown).map { "\($0.identifier) (\($0.title))" }.joined(separator: ", ")
        let rest = parts.count > shown ? ", and \(parts.count - shown) more" : ""
        let whole = parts[0].albumIdentifier.map { "; all of it is \($0)" } ?? ""
        throw ContentError(
            .refused, "\(location) contains \(parts.count) tracks; name one of them: \(names)\(rest)\(whole)")
    }

    private func identifier(
        at path: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> Found {
        let identifier = try await source.identifier(at: path, revision: revision)
        return Found(identifier: identifier, path: path, revision: path.count > 1 ? revision : nil)
    }

    /// Adds the container through which a position or titles lead to the item.
    func contained(_ found: Found, _ place: ContentPlace) async throws(ContentError) -> Found {
        var found = found
        switch place {
        case .indexPath(let path, let revision) where path.count > 1:
            found.container = try await source.identifier(at: path.dropLast(), revision: revision)
        default:
            guard let titles = place.titles, titles.count > 1 else { break }
            // A title may contain the character that divides titles; then its container has another name.
            found.container = try? await source.identifier(named: titles.dropLast())
            let position = try await source.place(named: titles)
            found.runnerUp = await twin(of: try await source.item(for: found.identifier), at: position.path, titles)
        }
        return found
    }

    /// Returns the item at a place, with its position if the place is one or titles lead to it.
    private func located(_ place: ContentPlace) async throws(ContentError) -> Found {
        guard let titles = try Self.leadingTitles(place) else { return try await identifier(at: place) }
        let found = try await named { () throws(ContentError) in try await source.place(named: titles) }
        return Found(identifier: found.identifier, path: found.path, revision: found.revision)
    }
}

extension ContentPlace {
    /// Whether this is a position with the revision at which it was displayed.
    fileprivate var hasRevision: Bool {
        if case .indexPath(_, .some) = self { true } else { false }
    }
}
