// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// A screen with lists that open within each other: the library, the matches of a search, the playlists and the like.
struct TreePane: Sendable {
    /// Rows that one step of a filter looks at.
    static let filterStep = 1000

    let tab: AppTab
    /// Open lists, the outermost first; never empty.
    var levels: [ListLevel]
    /// The rows of the selected container, where there is room to show them.
    var preview: ListLevel?
    var showsPreview = false
    /// Rows that there is room for.
    var height = 1
    private var lastToken = 1

    init(_ tab: AppTab, path: String? = nil, identifier: String = "", title: String = "", source: ListSource = .tree) {
        self.tab = tab
        levels = [ListLevel(token: 1, path: path, identifier: identifier, title: title, source: source)]
    }

    /// A screen for a branch of the content tree. By its title its rows get positions, from which they are played with
    /// those after them.
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

    /// Returns the requests when the screen comes into view: rows known from before stay until they have been reread.
    mutating func appear() -> [AppEffect] {
        guard level.pages.total != nil else { return fetches() }
        return renew() + [watched] + prepared()
    }

    /// The pages that are in view and not there.
    mutating func fetches() -> [AppEffect] {
        let level = level
        // A directory is not asked again because somebody moves.
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

    /// The next rows that the filter must look at.
    private mutating func filterStep() -> [AppEffect] {
        guard let next = self.level.filtering?.next() else { return [] }
        return [.fetch(fetch(level, offset: next.offset, limit: Self.filterStep, next.matcher))]
    }

    /// Follows the container that is open, by its identity as soon as that is known.
    var watched: AppEffect {
        guard isWatched else { return .unwatch }
        let identifier = level.identifier.isEmpty ? level.path ?? "/" : level.identifier
        return .watch(tab, token: level.token, identifier: identifier)
    }

    /// Returns the requests about the selected row: to show what is in it, and to prepare its playback.
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

    /// Moves the view without the selection, except to keep that in view.
    mutating func scroll(by rows: Int) -> [AppEffect] {
        level.scroll(by: rows, height: height)
        return fetches() + prepared()
    }

    // MARK: Lists

    /// A number that no list and no round of a filter has had.
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
        // It was not followed meanwhile.
        return renew() + [watched] + prepared()
    }

    /// Opens what a directory has for words, in the place of what it had for others.
    mutating func openFound(_ words: String, in directory: OpenDirectory) -> [AppEffect] {
        levels.removeAll { $0.source.isDirectory }
        levels.append(
            ListLevel(
                token: newToken(), identifier: "", title: "Search: " + words,
                source: .directory(directory, words: words)))
        preview = nil
        return fetches()
    }

    /// Replaces all lists by one.
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
