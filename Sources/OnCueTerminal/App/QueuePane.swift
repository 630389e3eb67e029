// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// The screen of the queue.
///
/// Edits are displayed immediately; while one is pending no page is read, so that the view is never older than the
/// edit. Changes arrive as differences, so that only new rows are read.
struct QueuePane: Sendable {
    var level = ListLevel(token: 1, identifier: "", title: "Queue", source: .queue)
    /// The number of rows that fit.
    var height = 1
    /// The rows that another screen shows, such as the next entries.
    var other: Range<Int>?
    /// The number of the playing entry, and its index.
    var playing: String?
    var playingIndex: Int?
    /// The number of pending edits.
    var edits = 0
    /// Identifies the present state of the queue, so that late pages can be ignored.
    var round = 1
    /// The source of the queue, and the position of the playing entry in it.
    var context: ContextMark?
    var source: ContextMark?
    /// The playing time, once it is known.
    var time: RemainingTime?
    /// The synchronisation of the rows with the service.
    var state = QueueState()
    private var lastNumber = 1
    private var isFirst = true
    /// Whether the selected entry is displayed at another position than the service has it.
    private var isDragged = false

    /// Returns a number that no state of the queue and no text of a filter has had.
    mutating func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Starts a new state of the queue, for which pages on their way are too old; they are requested again when needed.
    mutating func beginRound() {
        round = newNumber()
        level.pages.forgetRequests()
        state.base?.forgetRequests()
    }

    // MARK: Requests

    /// Returns requests for the missing pages in view.
    mutating func fetches() -> [AppEffect] {
        guard edits == 0, state.base == nil else { return [] }
        guard level.filtering == nil else { return filterStep() + fetches(other) }
        return fetches(level.top..<level.top + height) + fetches(other)
    }

    private mutating func fetches(_ rows: Range<Int>?) -> [AppEffect] {
        guard let rows else { return [] }
        return level.pages.gaps(for: rows).map { .fetch(fetch($0.lowerBound, $0.count)) }
    }

    /// Returns a request for the next entries that the filter has to search.
    private mutating func filterStep() -> [AppEffect] {
        guard let next = level.filtering?.next() else { return [] }
        return [.fetch(fetch(next.offset, TreePane.filterStep, next.matcher))]
    }

    private func fetch(_ offset: Int, _ limit: Int, _ matcher: ListMatcher? = nil) -> ListFetch {
        ListFetch(
            tab: .queue, token: round, source: .queue, identifier: "", offset: offset, limit: limit, filter: matcher)
    }

    // MARK: Updates from the service

    mutating func handle(_ event: QueueEvent) -> [AppEffect] {
        switch event {
        case .page(let fetch, let page): return take(page, for: fetch)
        case .changed: return compare()
        case .difference(let change): return take(change)
        case .compared(let changes): return take(changes)
        case .time: return []
        case .edited:
            edits = max(0, edits - 1)
            return compare()
        }
    }

    private mutating func take(_ page: QueuePage, for fetch: ListFetch) -> [AppEffect] {
        guard fetch.token == round else { return [] }
        if let known = state.revision, known != page.revision {
            level.pages.fail(fetch.offset)
            return compare()
        }
        state.revision = page.revision
        source = page.context
        level.isLoading = false
        level.failure = nil
        let chosen = level.filter == nil ? level.selection?.id : nil
        level.pages.take(page.rows(revision: ContentTree.Revision(page.revision)))
        if isFirst {
            isFirst = false
            level.select(page.current ?? 0, height: height)
            // The playing entry is shown with its neighbours.
            level.top = max(0, min(level.selected - height / 2, level.count - height))
        }
        // The selection follows its row if that has moved.
        level.follow(chosen, height: height)
        return (state.isBehindHeard ? compare() : []) + fetches()
    }

    mutating func take(_ step: ListFilterStep, for fetch: ListFetch) -> [AppEffect] {
        guard fetch.token == round, let matcher = fetch.filter else { return [] }
        level.take(step, for: matcher, height: height)
        return fetches()
    }

    mutating func fail(_ fetch: ListFetch, _ error: ClientError) {
        guard fetch.token == round else { return }
        level.fail(fetch, error.message)
    }

    /// Rereads the rows in view; the known ones stay visible meanwhile.
    mutating func renew() -> [AppEffect] {
        state.forget()
        beginRound()
        level.pages.invalidate()
        level.filtering?.renew(round: round)
        return fetches()
    }

    mutating func take(_ report: NowPlayingReport) {
        playing = report.entry.map { String($0.id.number) }
        playingIndex = report.entry?.queueIndex
        context = report.context
    }

    // MARK: Moving

    mutating func resize(height: Int, other: Range<Int>?) -> [AppEffect] {
        self.height = height
        self.other = other
        level.select(level.selected, height: height)
        return fetches()
    }

    mutating func move(to index: Int) -> [AppEffect] {
        level.select(index, height: height)
        return fetches()
    }

    mutating func scroll(by rows: Int) -> [AppEffect] {
        level.scroll(by: rows, height: height)
        return fetches()
    }

    /// Selects the playing entry, and shows it with its neighbours.
    mutating func goToPlaying() -> [AppEffect] {
        guard level.filter == nil, let index = playingIndex else { return [] }
        level.top = max(0, min(index - height / 2, level.count - height))
        return move(to: index)
    }

    mutating func filter(_ text: String) -> [AppEffect] {
        let number = newNumber()
        return level.setFilter(text, round: number) ? fetches() : []
    }

    mutating func clearFilter() -> [AppEffect] {
        level.clearFilter(height: height)
        return fetches()
    }

    // MARK: Edits

    mutating func edit(_ action: QueueAction) -> [AppEffect] {
        keepBase()
        edits += 1
        beginRound()
        return [.edit(action)]
    }

    /// Moves the selected entry.
    ///
    /// - Returns: `nil` if entries have no positions, because a filter is on.
    mutating func move(by step: Int) -> [AppEffect]? {
        guard level.filter == nil else { return nil }
        guard shift(to: level.selected + step), let row = level.selection else { return [] }
        return edit(.move(row.id, to: level.selected))
    }

    /// Moves marked entries together.
    mutating func move(_ move: MarkedMove) -> [AppEffect] {
        keepBase()
        level.move(move, height: height)
        return edit(.moveSeveral(move.rows.map(\.id), to: move.target))
    }

    /// Displays the selected entry at another position, until it is dropped there.
    mutating func drag(to target: Int) {
        if shift(to: target) { isDragged = true }
    }

    /// Moves the dragged entry to the position where it is displayed.
    mutating func drop() -> [AppEffect] {
        guard isDragged, let row = level.selection else { return [] }
        isDragged = false
        return edit(.move(row.id, to: level.selected))
    }

    private mutating func shift(to target: Int) -> Bool {
        guard level.filter == nil, target != level.selected, (0..<level.count).contains(target),
            level.selection != nil
        else { return false }
        keepBase()
        let step = target > level.selected ? 1 : -1
        for index in stride(from: level.selected, to: target, by: step) { level.pages.swap(index, index + step) }
        level.select(target, height: height)
        return true
    }

    /// Removes entries.
    mutating func remove(_ rows: [ListRow]) -> [AppEffect] {
        guard let first = rows.first else { return [] }
        keepBase()
        for row in rows {
            if level.filter != nil {
                level.filtering?.drop(row.id)
            } else if let index = level.pages.index(of: row.id) {
                level.pages.remove(index)
                if index < level.selected { level.selected -= 1 }
            }
        }
        level.marks.clear()
        level.select(level.selected, height: height)
        let title = rows.count == 1 ? first.title : ContentPhrase.count(rows.count, "entry", plural: "entries")
        return edit(.remove(rows.map(\.id), title: title))
    }
}

extension QueuePage {
    /// Returns the entries as rows, which are identified by the numbers of the entries.
    func rows(revision: ContentTree.Revision = ContentTree.Revision(0)) -> ListPage {
        var page = ListPage(total: total, rows: entries.map(\.row), offset: offset)
        page.revision = revision
        return page
    }
}

extension QueuePage.Entry {
    fileprivate var row: ListRow {
        var record = ContentRecord(
            identifier: identifier, kind: "track", title: title.isEmpty ? "untitled" : title,
            subtitle: [artist, album].compactMap(\.self).joined(separator: " — "), isPlayable: true, duration: duration)
        record.isSimilar = isSimilar
        record.isUnavailable = isMissing
        var row = ListRow(record, id: String(id.number))
        (row.artist, row.album) = (artist ?? "", album ?? "")
        return row
    }
}
