// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The interactive queue without terminal and service: takes events, returns effects, and is drawn by `QueueScreen`.
///
/// Entries are rows as in the browser. Edits show at once; while one is under way no page is read, so that the view is
/// never older than the edit. Changes arrive as differences, so that only new rows are read.
struct QueueModel: ScreenModel {
    /// A question to the user.
    enum Prompt: Sendable, Equatable {
        case clear
        case save(String)
    }

    var level = BrowserLevel(token: 1, path: nil, identifier: "", title: "Queue")
    var screen: Screen
    var live: LiveLine
    /// The message about the last key; cleared by the next.
    var message: String?
    /// The reason why the last attempt to play failed.
    var trouble: ClientError?
    var showsKeys = false
    var prompt: Prompt?
    /// Letters belong to the filter.
    var isTyping = false
    /// The number of the entry that plays.
    var playing: String?
    /// Edits that are under way.
    var edits = 0
    /// Identifies the present state of the queue, so that late pages are ignored.
    var round = 1
    /// The index of the playing entry.
    var playingIndex: Int?
    /// The source of the queue, and the position of the playing entry in it.
    var context: ContextMark?
    var source: ContextMark?
    /// How the service and the rows come together.
    var state = QueueState()
    private var lastNumber = 1
    private var isFirst = true

    init(screen: Screen, now: ContinuousClock.Instant) {
        self.screen = screen
        live = LiveLine(now: now)
    }

    /// Rows of the list that the screen has room for; a tiny one shows nothing else.
    var listHeight: Int { screen.isTiny ? screen.rows : screen.height - 3 }

    mutating func begin() -> [QueueEffect] { fetches() }

    func lines(_ now: ContinuousClock.Instant) -> [String] { QueueScreen(self).lines(now) }

    mutating func handle(_ event: QueueEvent) -> [QueueEffect] {
        switch event {
        case .terminal(.key(let key)): return press(key)
        case .terminal(.resized(let screen)):
            self.screen = screen
            level.select(level.selected, height: listHeight)
            return fetches()
        case .terminal(.suspend): return [.suspend]
        case .terminal(.quit): return [.quit]
        case .page(let fetch, let page): return take(page, for: fetch)
        case .filtered(let fetch, let step): return take(step, for: fetch)
        case .pageFailed(let fetch, let error): fail(fetch, error)
        case .changed: return compare()
        case .difference(let change): return take(change)
        case .compared(let changes): return take(changes)
        case .nowPlaying(let update, let now): take(update, now)
        case .edited(let text):
            if !text.isEmpty { message = text }
            edits = max(0, edits - 1)
            return compare()
        case .told(let text): message = text
        case .terminal(.exposed), .tick: break
        }
        return []
    }

    /// A number that no state of the queue and no text of a filter has had.
    mutating func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Requests

    /// The pages that are in view and not there.
    mutating func fetches() -> [QueueEffect] {
        guard edits == 0, state.base == nil else { return [] }
        guard level.filtering == nil else { return filterStep() }
        let view = level.top..<level.top + listHeight
        return level.pages.gaps(for: view).map { .fetch(fetch($0.lowerBound, $0.count)) }
    }

    /// The next entries that the filter must look at.
    private mutating func filterStep() -> [QueueEffect] {
        guard let next = level.filtering?.next() else { return [] }
        return [.fetch(fetch(next.offset, BrowserModel.filterStep, next.matcher))]
    }

    private func fetch(_ offset: Int, _ limit: Int, _ matcher: BrowserMatcher? = nil) -> BrowserFetch {
        BrowserFetch(token: round, path: nil, identifier: "", offset: offset, limit: limit, filter: matcher)
    }

    // MARK: Updates from the service

    private mutating func take(_ page: QueuePage, for fetch: BrowserFetch) -> [QueueEffect] {
        guard fetch.token == round else { return [] }
        if let known = state.revision, known != page.revision {
            level.pages.fail(fetch.offset)
            return compare()
        }
        state.revision = page.revision
        source = page.context
        level.isLoading = false
        level.failure = nil
        let chosen = level.filter == nil ? level.selection?.identifier : nil
        level.pages.take(page.listing(revision: ContentTree.Revision(page.revision)))
        if isFirst {
            isFirst = false
            level.select(page.current ?? 0, height: listHeight)
            // The playing entry is shown with its neighbours.
            level.top = max(0, min(level.selected - listHeight / 2, level.count - listHeight))
        }
        // The selection follows its row when that has moved.
        follow(chosen)
        return (state.isBehindHeard ? compare() : []) + fetches()
    }

    /// Moves the selection to the present position of its row.
    mutating func follow(_ chosen: String?) {
        if let moved = chosen.flatMap(level.pages.index) { level.selected = moved }
        level.select(level.selected, height: listHeight)
    }

    private mutating func take(_ step: BrowserFilterStep, for fetch: BrowserFetch) -> [QueueEffect] {
        guard fetch.token == round, let matcher = fetch.filter else { return [] }
        let chosen = level.selection?.identifier
        level.failure = nil
        level.filtering?.take(step, for: matcher)
        let found = level.filter?.matches ?? []
        if level.selection?.identifier != chosen, let moved = found.firstIndex(where: { $0.identifier == chosen }) {
            level.selected = moved
        }
        level.select(level.selected, height: listHeight)
        return fetches()
    }

    private mutating func fail(_ fetch: BrowserFetch, _ error: ClientError) {
        guard fetch.token == round else { return }
        if let matcher = fetch.filter { level.filtering?.fail(matcher) } else { level.pages.fail(fetch.offset) }
        level.isLoading = false
        level.failure = error.message
    }

    /// Rereads the rows in view; the known ones stay visible meanwhile.
    mutating func renew() -> [QueueEffect] {
        state.forget()
        round = newNumber()
        level.pages.invalidate()
        level.filtering?.renew(round: round)
        return fetches()
    }

    private mutating func take(_ update: NowPlayingUpdate, _ now: ContinuousClock.Instant) {
        switch update {
        case .report(let report):
            // A failure that does not follow from a key is shown, too.
            if let failure = report.failure, failure != trouble { message = "! " + failure.message }
            trouble = report.failure
            playing = report.entry.map { String($0.id.number) }
            playingIndex = report.entry?.queueIndex
            context = report.context
            live.take(report, now: now)
        case .serviceLost: live.take(nil, now: now)
        }
    }
}

extension QueuePage {
    /// The entries as rows, which are known by their numbers.
    func listing(revision: ContentTree.Revision = ContentTree.Revision(0)) -> ContentListing {
        ContentListing(revision: revision, offset: offset, total: total, items: entries.map(\.record))
    }
}

extension QueuePage.Entry {
    fileprivate var record: ContentRecord {
        var record = ContentRecord(
            identifier: String(id.number), kind: "track", title: title.isEmpty ? "untitled" : title,
            subtitle: [artist, album].compactMap(\.self).joined(separator: " — "), isPlayable: true, duration: duration)
        record.isSimilar = isSimilar
        record.isUnavailable = isMissing
        return record
    }
}
