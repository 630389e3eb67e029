// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// A screen with lists that open inside one another: the library, the matches of a search, the playlists and others.
struct TreePane: Sendable {
    /// The rows that one step of a filter searches.
    static let filterStep = 1000

    let tab: AppTab
    /// Open lists, the outermost first; never empty.
    var levels: [ListLevel]
    /// The rows of the selected container, if there is room to show them.
    var preview: ListLevel?
    var showsPreview = false
    /// The number of rows that fit.
    var height = 1
    private var lastToken = 1

    init(_ tab: AppTab, path: String? = nil, identifier: String = "", title: String = "", source: ListSource = .tree) {
        self.tab = tab
        levels = [ListLevel(token: 1, path: path, identifier: identifier, title: title, source: source)]
    }

    /// Creates a screen for a branch of the content tree. A path of titles gives its rows positions, from which they
    /// are played together with those after them.
    init(_ tab: AppTab, _ branch: RootBranch) {
        self.init(tab, path: branch.title, identifier: branch.identifier.description, title: branch.title)
    }

    var level: ListLevel {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// Whether the list follows the content tree by itself.
    private var isWatched: Bool { level.source == .tree }

    // MARK: Requests

    /// Returns the requests when the screen comes into view: rows that are already known stay until they have been
    /// reread.
    mutating func appear() -> [AppEffect] {
        guard level.pages.total != nil else { return fetches() }
        return renew() + [watched] + prepared()
    }

    /// Returns requests for the missing pages in view.
    mutating func fetches() -> [AppEffect] {
        let level = level
        // Moving the selection does not ask a failed directory again.
        if level.source.isDirectory, level.failure != nil { return [] }
        guard level.filtering == nil else { return filterStep() }
        let view = level.top..<level.top + height
        return self.level.pages.missing(for: view).map { .fetch(fetch(level, offset: $0, limit: RowPages.size)) }
    }

    private func fetch(_ level: ListLevel, offset: Int, limit: Int, _ matcher: ListMatcher? = nil) -> ListFetch {
        ListFetch(
            tab: tab, token: level.token, source: level.source, path: level.path, identifier: level.identifier,
            offset: offset, limit: limit, filter: matcher)
    }

    /// Returns a request for the next rows that the filter has to search.
    private mutating func filterStep() -> [AppEffect] {
        guard let next = self.level.filtering?.next() else { return [] }
        return [.fetch(fetch(level, offset: next.offset, limit: Self.filterStep, next.matcher))]
    }

    /// Follows the open container, by its identifier once that is known.
    var watched: AppEffect {
        guard isWatched else { return .unwatch }
        let identifier = level.identifier.isEmpty ? level.path ?? "/" : level.identifier
        return .watch(tab, token: level.token, identifier: identifier)
    }

    /// Returns the requests for the selected row: to show its contents, and to prepare its playback.
    mutating func prepared() -> [AppEffect] {
        let effects = previewed()
        guard level.source != .sound, !level.source.isDirectory, let row = level.selection, row.isPlayable,
            !row.isUnavailable
        else {
            return effects
        }
        return effects + [.prepare(row.identifier)]
    }

    private mutating func previewed() -> [AppEffect] {
        guard showsPreview, let row = level.selection, row.isContainer, !row.isUnavailable else {
            preview = nil
            return []
        }
        if preview?.identifier == row.identifier { return [] }
        let level = ListLevel(token: newToken(), path: row.path, identifier: row.identifier, title: row.title)
        preview = level
        var fetch = fetch(level, offset: 0, limit: height)
        fetch.isPreview = true
        return [.fetch(fetch)]
    }

    /// Rereads the rows in view; the known ones stay visible meanwhile.
    mutating func renew() -> [AppEffect] {
        if level.source.isDirectory { return fetches() }
        level.pages.invalidate()
        let round = newToken()
        level.filtering?.renew(round: round)
        level.select(level.selected, height: height)
        return fetches()
    }

    // MARK: Moving

    mutating func resize(height: Int, showsPreview: Bool) -> [AppEffect] {
        self.height = height
        self.showsPreview = showsPreview
        level.select(level.selected, height: height)
        return fetches() + previewed()
    }

    mutating func move(to index: Int) -> [AppEffect] {
        level.select(index, height: height)
        return fetches() + prepared()
    }

    /// Moves the view without the selection, unless that would leave the view.
    mutating func scroll(by rows: Int) -> [AppEffect] {
        level.scroll(by: rows, height: height)
        return fetches() + prepared()
    }

    // MARK: Lists

    /// Returns a number that no list and no round of a filter has had.
    mutating func newToken() -> Int {
        lastToken += 1
        return lastToken
    }

    /// Opens a container.
    ///
    /// - Parameter wanted: The item in it to select.
    mutating func open(_ record: ContentRecord, wanted: String? = nil) -> [AppEffect] {
        var level = ListLevel(
            token: newToken(), path: record.path, identifier: record.identifier, title: record.title)
        level.wanted = wanted
        if let preview, preview.identifier == record.identifier, preview.pages.total != nil {
            level.pages = preview.pages
            level.isLoading = false
        }
        let isKnown = level.pages.total != nil
        levels.append(level)
        preview = nil
        return fetches() + (isKnown ? [watched] + prepared() : [])
    }

    /// Returns to the outer list.
    ///
    /// - Returns: `nil` if there is none.
    mutating func close() -> [AppEffect]? {
        guard levels.count > 1 else { return nil }
        levels.removeLast()
        // It has not been followed meanwhile.
        return renew() + [watched] + prepared()
    }

    /// Opens the results of a directory for words, in place of the results for others.
    mutating func openFound(_ words: String, in directory: OpenDirectory) -> [AppEffect] {
        levels.removeAll { $0.source.isDirectory }
        levels.append(
            ListLevel(
                token: newToken(), identifier: "", title: "Search: " + words,
                source: .directory(directory, words: words)))
        preview = nil
        return fetches()
    }

    /// Replaces all lists with one.
    mutating func reset(title: String, source: ListSource) -> [AppEffect] {
        levels = [ListLevel(token: newToken(), identifier: "", title: title, source: source)]
        preview = nil
        return fetches()
    }

    // MARK: Filter

    mutating func filter(_ text: String) -> [AppEffect] {
        let round = newToken()
        return level.setFilter(text, round: round) ? fetches() : []
    }

    mutating func clearFilter() -> [AppEffect] {
        level.clearFilter(height: height)
        return fetches() + prepared()
    }
}
