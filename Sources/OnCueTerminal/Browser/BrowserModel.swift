// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// The interactive browser without terminal and service: takes events, gives effects, and is drawn by `BrowserView`.
struct BrowserModel: Sendable {
    /// Rows that one step of a filter looks at.
    static let filterStep = 1000

    /// Open containers, the outermost first; never empty.
    var levels: [BrowserLevel]
    var screen: Screen
    var live: LiveLine
    /// What came of the last key; gone with the next.
    var message: String?
    var showsKeys = false
    private var lastToken = 1

    /// Begins with the container at a place.
    init(place: String, screen: Screen, now: ContinuousClock.Instant) {
        levels = [BrowserLevel(token: 1, path: place, identifier: "", title: "")]
        self.screen = screen
        live = LiveLine(now: now)
    }

    var level: BrowserLevel {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// Rows of a list that the screen has room for.
    var listHeight: Int { max(1, screen.height - 3) }

    /// What must be done first.
    mutating func begin() -> [BrowserEffect] { fetches() }

    mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        case .key(let key): return press(key)
        case .resized(let screen):
            self.screen = screen
            level.select(level.selected, height: listHeight)
            return fetches()
        case .page(let fetch, let listing): return take(listing, for: fetch)
        case .pageFailed(let fetch, let error): return fail(fetch, error)
        case .content(let token, let update): return take(update, for: token)
        case .nowPlaying(let update, let now): take(update, now)
        case .told(let text): message = text
        case .tick, .exposed: break
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        }
        return []
    }

    // MARK: What the service tells

    private mutating func take(_ update: NowPlayingUpdate, _ now: ContinuousClock.Instant) {
        switch update {
        case .report(let report): live.take(report, now: now)
        case .serviceLost: live.take(nil, now: now)
        }
    }

    private mutating func take(_ listing: ContentListing, for fetch: BrowserFetch) -> [BrowserEffect] {
        guard let index = levels.firstIndex(where: { $0.token == fetch.token }) else { return [] }
        let isFirst = levels[index].identifier.isEmpty || levels[index].pages.total == nil
        if let container = listing.container {
            levels[index].identifier = container.identifier
            levels[index].title = container.title
        }
        levels[index].failure = nil
        if let text = fetch.filter {
            guard levels[index].filter?.text == text else { return [] }
            levels[index].filter?.take(listing)
        } else {
            let chosen = levels[index].filter == nil ? levels[index].selection?.identifier : nil
            levels[index].pages.take(listing)
            levels[index].isLoading = listing.isLoading
            // What is chosen stays chosen when it has moved.
            if let moved = chosen.flatMap(levels[index].pages.index) { levels[index].selected = moved }
        }
        levels[index].select(levels[index].selected, height: listHeight)
        guard index == levels.count - 1 else { return [] }
        var effects = fetches()
        if isFirst { effects += [watched] + prepared() }
        if listing.isLoading, !fetch.waits {
            var again = fetch
            again.waits = true
            effects.append(.fetch(again))
        }
        return effects
    }

    private mutating func fail(_ fetch: BrowserFetch, _ error: ClientError) -> [BrowserEffect] {
        guard let index = levels.firstIndex(where: { $0.token == fetch.token }) else { return [] }
        levels[index].pages.fail(fetch.offset)
        levels[index].isLoading = false
        levels[index].failure = error.message
        return []
    }

    private mutating func take(_ update: ContentUpdate, for token: Int) -> [BrowserEffect] {
        guard level.token == token else { return [] }
        switch update {
        case .subscribed(_, let revision):
            // What changed between the first page and the subscription is read again.
            guard let known = level.pages.revision, known < revision else { return [] }
        case .changed(let difference):
            shift(difference)
        case .reloaded: break
        // A list that cannot be followed is still a list.
        case .failed, .serviceLost: return []
        }
        level.pages.invalidate()
        if let filter = level.filter { level.filter = BrowserFilter(filter.text) }
        return fetches()
    }

    /// Keeps the chosen row where rows come and go above it.
    private mutating func shift(_ difference: ContentDifference) {
        guard level.filter == nil else { return }
        var selected = level.selected
        for identifier in difference.removed {
            if let index = level.pages.index(of: identifier), index < level.selected { selected -= 1 }
        }
        for addition in difference.added where addition.index <= selected { selected += 1 }
        level.top = max(0, level.top + selected - level.selected)
        level.selected = max(0, selected)
    }

    // MARK: What must be fetched

    /// The pages that are in view and not there.
    mutating func fetches() -> [BrowserEffect] {
        let level = level
        guard level.filter == nil else { return filterStep() }
        let view = level.top..<level.top + listHeight
        return self.level.pages.missing(for: view).map { offset in
            .fetch(
                BrowserFetch(
                    token: level.token, path: level.path, identifier: level.identifier, offset: offset,
                    limit: BrowserPages.size))
        }
    }

    /// The next rows that the filter must look at.
    private func filterStep() -> [BrowserEffect] {
        guard let filter = level.filter, !filter.text.isEmpty, !filter.isComplete else { return [] }
        return [
            .fetch(
                BrowserFetch(
                    token: level.token, path: level.path, identifier: level.identifier, offset: filter.looked,
                    limit: Self.filterStep, filter: filter.text))
        ]
    }

    /// Follows the container that is open, by its identity as soon as that is known.
    private var watched: BrowserEffect {
        let identifier = level.identifier.isEmpty ? level.path ?? "/" : level.identifier
        return .watch(token: level.token, identifier: identifier)
    }

    /// Warms up what is chosen, where it can be played.
    func prepared() -> [BrowserEffect] {
        guard let row = level.selection, row.isPlayable, !row.isUnavailable else { return [] }
        return [.prepare(row.identifier)]
    }

    // MARK: Levels

    mutating func open(_ record: ContentRecord) -> [BrowserEffect] {
        lastToken += 1
        levels.append(
            BrowserLevel(token: lastToken, path: record.path, identifier: record.identifier, title: record.title))
        return fetches()
    }

    /// Goes back to the container outside.
    mutating func close() -> [BrowserEffect] {
        guard levels.count > 1 else { return [] }
        levels.removeLast()
        // It was not followed meanwhile.
        level.pages.invalidate()
        level.select(level.selected, height: listHeight)
        return fetches() + [watched] + prepared()
    }
}
