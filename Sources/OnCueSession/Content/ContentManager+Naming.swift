// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueQuery

// MARK: The items that a place names

extension ContentManager {
    /// The number of search results among which a container is looked for.
    private static let openableMatches = 50

    /// Returns everything that a place names, by the rule of ``ContentPlace``.
    ///
    /// - Parameter opens: Words name the best match that is a container with contents.
    /// - Throws: `notFound`, `nothingMatches`, `staleIndexPath`, `invalidQuery`, …
    package func named(
        by place: ContentPlace, opens: Bool = false
    ) async throws(ContentError) -> NamedContent {
        do throws(ContentError) {
            let found = try await item(at: place)
            return NamedContent([found.item], by: .place, runnerUp: await twin(of: found, place))
        } catch {
            return try await matches(of: place, missing: error, opens: opens)
        }
    }

    /// Returns the one item that a place names.
    ///
    /// - Throws: As ``named(by:opens:)``; `invalidPlace` for a query with several results.
    package func onlyItem(named place: ContentPlace) async throws(ContentError) -> ContentNode {
        let named = try await named(by: place)
        guard named.items.count == 1 else {
            throw ContentError(.invalidPlace, "this names \(named.items.count) items; name one of them")
        }
        return named.items[0]
    }

    /// Returns the items that a place names as a query or by its words, if nothing is at the place itself.
    ///
    /// - Parameter error: The reason why nothing was found at the place; rethrown if it remains.
    func matches(
        of place: ContentPlace, missing error: ContentError, opens: Bool = false
    ) async throws(ContentError) -> NamedContent {
        guard error.isAbsence else { throw error }
        if let titles = place.titles, titles.count > 1, await isPath(titles) {
            throw ContentError(.nothingMatches, error.message + (await advice(on: titles)))
        }
        if let query = place.query {
            let items = try await source.everything(query)
            if !items.isEmpty { return NamedContent(items, by: .query) }
            if place.hasCatalogKey { throw error }
            let isBoth = (try? ContentQuery(query))?.asksTwiceForAField == true
            throw ContentError(
                .nothingMatches,
                "nothing matches \(query.prefix(200))" + (isBoth ? ", which asks for both; write OR for either" : ""))
        }
        guard let words = place.words else { throw error }
        if let titles = place.titles, titles.count > 1 {
            return try await match(ofDivided: titles, words: words, opens: opens)
        }
        return try await bestMatch(of: words, opens: opens)
    }

    /// Returns the best match of words with a slash: an item whose title or subtitle contains the slash as well, as in
    /// `AC/DC`. Any other slash divides titles, and these lead nowhere.
    private func match(
        ofDivided titles: [String], words: String, opens: Bool
    ) async throws(ContentError) -> NamedContent {
        let text = SlashedText(titles)
        let page = try await source.search(words, offset: 0, limit: Self.openableMatches)
        let items = page.items.filter { text.isFound(in: $0.title, or: $0.subtitle) }
        guard let named = Self.best(items, of: words, opens: opens) else {
            let typed = titles.joined(separator: "/")
            throw ContentError(
                .nothingMatches,
                "nothing in the library matches \"\(typed.prefix(200))\"" + (await advice(onDivided: titles)))
        }
        return named
    }

    private func bestMatch(of words: String, opens: Bool) async throws(ContentError) -> NamedContent {
        let page = try await source.search(words, offset: 0, limit: opens ? Self.openableMatches : 2)
        guard let named = Self.best(page.items, of: words, opens: opens) else {
            throw ContentError(
                .nothingMatches, "nothing in the library matches \"\(words.prefix(200))\"" + (await advice(on: words)))
        }
        return named
    }

    /// Returns the first of the matches of words, and the next one if it fits as well; `nil` if there are none.
    private static func best(_ matches: [ContentNode], of words: String, opens: Bool) -> NamedContent? {
        let openable = matches.filter { !opens || $0.isContainer }
        let items = openable.isEmpty ? matches : openable
        guard let best = items.first else { return nil }
        let next = items.dropFirst().first
        let isClose = next.map {
            TitleFit(words, in: $0.title) <= TitleFit(words, in: best.title) && !sounds($0, like: best)
        }
        return NamedContent([best], by: .words, runnerUp: isClose == true ? next : nil)
    }

    /// Returns whether two items have the same name, like an album and its folder or its only track, so that playing
    /// either sounds the same.
    private static func sounds(_ item: ContentNode, like other: ContentNode) -> Bool {
        guard TextFolding.fold(item.title) == TextFolding.fold(other.title) else { return false }
        return item.kind == .folder || other.kind == .folder
            || item.isContainer != other.isContainer && item.subtitle == other.subtitle
    }

    /// Returns another item with the same title as the one that the titles led to.
    private func twin(of found: ContentLookup, _ place: ContentPlace) async -> ContentNode? {
        guard let titles = place.titles else { return nil }
        return await twin(of: found.item, at: found.path, titles)
    }

    func twin(of item: ContentNode, at path: IndexPath?, _ titles: [String]) async -> ContentNode? {
        guard titles.count > 1, let path, let index = path.last,
            let container = try? await source.identifier(named: titles.dropLast())
        else { return nil }
        let start = max(0, index - 1)
        let page = try? await source.children(of: container, offset: start, limit: 3, at: nil)
        let title = TextFolding.fold(item.title)
        return page?.items.first { $0.identifier != item.identifier && TextFolding.fold($0.title) == title }
    }
}

// MARK: Titles that lead nowhere

extension ContentManager {
    private static let comparedMatches = 20
    /// The number of letters from which the beginning of a title means that title.
    private static let leastBeginning = 2

    /// Returns whether the first title is one at the top, or similar to one, so that the place consists of titles and
    /// not of words.
    private func isPath(_ titles: [String]) async -> Bool {
        if (try? await source.identifier(named: [titles[0]])) != nil { return true }
        return await topTitle(near: titles[0]) != nil
    }

    /// Returns the top-level title that a mistyped one most likely means.
    private func topTitle(near title: String) async -> String? {
        let letters = Array(TextFolding.fold(title).unicodeScalars)
        let branches = (try? await source.children(of: .root, offset: 0, limit: 100, at: nil))?.items.map(\.title) ?? []
        return (branches + ContentSection.allCases.map(\.title)).first { known in
            let known = Array(TextFolding.fold(known).unicodeScalars)
            if letters.count >= Self.leastBeginning, known.starts(with: letters) { return true }
            return EditDistance.between(letters, known, limit: EditDistance.forgiven(letters: letters.count)) != nil
        }
    }

    /// Returns a suggestion of the top-level title that words probably meant, or of a way to find things.
    private func advice(on words: String) async -> String {
        if let top = await topTitle(near: words) { return "; did you mean \"\(top)\"?" }
        return "; search for it with oncue search, or look around with oncue browse"
    }

    /// Returns a suggestion of the intended place, or of a place to look.
    private func advice(on titles: [String]) async -> String {
        if (try? await source.identifier(named: [titles[0]])) == nil {
            guard let top = await topTitle(near: titles[0]) else { return "" }
            return "; did you mean \"\(([top] + titles.dropFirst()).joined(separator: "/"))\"?"
        }
        if let nearest = await nearestPath(to: titles) { return "; did you mean \"\(nearest)\"?" }
        return "; oncue browse \(ShellWord.quoted(titles[0])) shows what is there"
    }

    /// Returns a suggestion for titles of which the first is not at the top.
    private func advice(onDivided titles: [String]) async -> String {
        let last = titles[titles.count - 1]
        for words in [titles.joined(separator: " "), last] {
            if let nearest = await foundPath(of: words, near: last) { return "; did you mean \"\(nearest)\"?" }
        }
        return await advice(on: titles.joined(separator: " "))
    }

    private func nearestPath(to titles: [String]) async -> String? {
        var depth = titles.count - 1
        var container: ContentIdentifier?
        while depth > 0, container == nil {
            container = try? await source.identifier(named: Array(titles.prefix(depth)))
            if container == nil { depth -= 1 }
        }
        guard let container, titles.indices.contains(depth) else { return nil }
        let missing = titles[depth...].joined(separator: "/")
        let page = try? await source.children(of: container, offset: 0, limit: PageLimit.largest, at: nil)
        let children = page?.items.map(\.title) ?? []
        let folded = children.map { TextFolding.fold($0) }
        if let near = EditDistance.nearest(TextFolding.fold(missing), among: folded),
            let index = folded.firstIndex(of: near)
        {
            return (titles.prefix(depth) + [children[index]]).joined(separator: "/")
        }
        return await foundPath(of: missing)
    }

    /// Returns whether a title may have been meant: it contains the words, or similar ones.
    private static func isNear(_ words: String, _ title: String) -> Bool {
        let (words, title) = (TextFolding.fold(words), TextFolding.fold(title))
        let letters = Array(words.unicodeScalars)
        if letters.count >= leastBeginning, title.contains(words) { return true }
        let limit = EditDistance.forgiven(letters: letters.count)
        return EditDistance.between(letters, Array(title.unicodeScalars), limit: limit) != nil
    }

    /// Returns titles from the top that lead to the best match of words.
    ///
    /// - Parameter title: The match has a title like this.
    private func foundPath(of words: String, near title: String? = nil) async -> String? {
        let found = try? await source.search(words, offset: 0, limit: Self.comparedMatches)
        for item in found?.items ?? [] {
            guard let home = item.kind.home, title.map({ Self.isNear($0, item.title) }) ?? true else { continue }
            let leads = try? await source.identifier(named: [home, item.title])
            if leads == item.identifier { return "\(home)/\(item.title)" }
        }
        return nil
    }
}

extension ContentKind {
    /// The title at the top below which items of this kind are by their titles.
    fileprivate var home: String? {
        switch self {
        case .artist: ContentSection.artists.title
        case .album: ContentSection.albums.title
        case .track: ContentSection.tracks.title
        case .genre: ContentSection.genres.title
        case .composer: ContentSection.composers.title
        default: RootBranch.allCases.first { $0.itemKind == self }?.title
        }
    }
}
