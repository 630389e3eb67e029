// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The full-screen program without terminal and service: takes events, returns effects, and is drawn by `AppView`.
struct AppModel: Sendable {
    var tab: AppTab
    var queue = QueuePane()
    /// The screens with lists, except that of the queue.
    var trees: [AppTab: TreePane]
    var now = NowPane()
    let keys: KeyTable
    var screen: Screen
    /// The current track; its position advances by itself.
    var live: LiveLine
    /// The message about the last key; cleared by the next one.
    var message: String?
    /// The reason why the last attempt to play failed.
    var trouble: ClientError?
    /// The first visible line of the help, or of the description of an item, while it is shown.
    var helpTop: Int?
    /// The details of an item; `nil` for the help.
    var info: AppInfo?
    var prompt: AppPrompt?
    /// Whether letters are added to the filter or the query instead of being keys.
    var isTyping = false
    /// The query on the search screen.
    var query = ""
    /// The earlier queries.
    var searches = SearchHistory()
    /// The names with which the end of the query is completed.
    var completion: QueryCompletion?
    /// The most likely end of the query, from the service.
    var hint: QueryHint?
    /// The screen to return to, and the screen on which an item was shown, such as the library.
    var origin: (from: AppTab, to: AppTab)?
    /// The downloads in progress, by episode.
    var downloads: [String: DownloadProgress] = [:]
    /// The moves in playlists that the service has not answered yet.
    var arranging = 0
    /// The row that is being dragged with the mouse.
    var held: Int?
    /// An action on the selected row that was typed before the rows were there.
    var ahead: KeyAction?
    /// Whether the last key requested the description of an item. Any other key cancels that, so that a late answer
    /// does not cover another screen that was opened meanwhile.
    var awaitsInfo = false
    /// The notifications that are shown here instead of on the desktop.
    var notices = AppNotices()
    /// The picture beside the results of a directory.
    var found = FoundPicture()
    /// Whether the terminal has the keyboard focus, as far as it reports that.
    var isFocused = true

    /// - Parameter place: The container with which the library starts; `nil` for the library itself.
    init(
        _ tab: AppTab, place: String? = nil, keys: KeyTable = KeyTable(), screen: Screen, now: ContinuousClock.Instant
    ) {
        self.tab = tab
        self.keys = keys
        self.screen = screen
        live = LiveLine(now: now)
        var library = TreePane(.library, path: place ?? "/")
        if place == nil { library.levels.append(library.section(.library)) }
        trees = [
            .library: library,
            .search: TreePane(.search, title: "Search", source: .search("")),
            .playlists: TreePane(.playlists, .playlists), .podcasts: TreePane(.podcasts, .podcasts),
            .radio: TreePane(.radio, .radio),
            .suggestions: TreePane(.suggestions, title: "Suggestions", source: .suggestions),
            .sound: TreePane(.sound, title: "Outputs and sound", source: .sound),
            .history: TreePane(.history, title: "History", source: .history),
        ]
    }

    var layout: AppLayout { AppLayout(screen: screen, tab: tab) }

    /// The list in view; that of the queue on a screen without lists.
    var level: ListLevel {
        get { trees[tab]?.level ?? queue.level }
        set { if trees[tab] == nil { queue.level = newValue } else { trees[tab]?.level = newValue } }
    }

    /// The number of rows for the list; on a tiny screen there is nothing else.
    var listHeight: Int { layout.body.count }

    /// The state of playback, as last reported.
    var report: NowPlayingReport? { live.report }

    /// Returns the initial requests.
    mutating func begin() -> [AppEffect] { resize() + appear() }

    func lines(_ now: ContinuousClock.Instant) -> [String] { AppView(self, now).lines }

    /// Returns the content of the screen.
    func frame(_ now: ContinuousClock.Instant) -> ScreenContent {
        ScreenContent(lines: lines(now), picture: pixels ?? foundPixels)
    }

    /// The cover on a terminal that draws pixels.
    private var pixels: (rows: Range<Int>, text: String)? {
        guard tab == .now, helpTop == nil, let size = NowLayout(layout).picture, report?.entry != nil else {
            return nil
        }
        let picture = PictureText(now.drawing)
        guard picture.isPixels, let text = picture.lines.first else { return nil }
        let top = layout.body.lowerBound
        return (top..<top + size.rows, text)
    }

    /// Returns the time until something in view is outdated; `nil` while nothing moves.
    func timeUntilNext(_ now: ContinuousClock.Instant) -> Duration? {
        let second = live.timeUntilNext(now)
        guard tab == .now, let line = self.now.timeUntilNext(live.current(now)) else { return second }
        return second.map { min($0, line) } ?? line
    }

    mutating func handle(_ event: AppEvent) -> [AppEffect] { respond(to: event) + followFound() }

    private mutating func respond(to event: AppEvent) -> [AppEffect] {
        switch event {
        case .terminal(let event): return handle(event)
        // A page from before the pending moves would put the entries back.
        case .page(_, let page) where arranging > 0 && page.container?.knownKind == .playlist: break
        case .page(let fetch, let page):
            return answered(fetch, with(fetch.tab) { $0.take(page, for: fetch) }) + caughtUp()
        case .filtered(let fetch, let step):
            if fetch.tab == .queue { return queue.take(step, for: fetch) }
            return answered(fetch, with(fetch.tab) { $0.take(step, for: fetch) })
        case .pageFailed(let fetch, let error):
            if fetch.tab == .queue { queue.fail(fetch, error) } else { trees[fetch.tab]?.fail(fetch, error) }
        case .content(let tab, let token, let update):
            // Pending moves are already visible in the rows, which are reread after the last move.
            if arranging > 0, level.identifier.hasPrefix("playlist:") { return [] }
            return tab == self.tab ? with(tab) { $0.take(update, for: token) } : []
        case .arranged:
            arranging -= 1
            return arranging == 0 ? with(tab) { $0.renew() } : []
        case .made(let tab, let identifier):
            let isFolder = tab == .playlists && trees[tab]?.level.identifier.hasPrefix("folder:") == true
            if trees[tab]?.levels.count == 1 || isFolder { trees[tab]?.level.wanted = identifier }
        case .outdated(let tab): return tab == self.tab ? with(tab) { $0.renew() } : []
        case .queue(let event):
            if case .edited(let text) = event, !text.isEmpty { message = text }
            if case .time(let time, let now) = event {
                queue.time = RemainingTime(time, live.current(now))
                return []
            }
            return queue.handle(event) + (event.changesTime ? timed() : [])
        case .nowPlaying(let update, let now): return take(update, now)
        case .details(let details): now.take(details)
        case .picture(let request, let text): now.take(text, for: request)
        case .foundPicture(let request, let text): found.take(text, for: request)
        case .described(let found):
            if awaitsInfo { (info, helpTop, awaitsInfo) = (found, 0, false) }
        case .names(let names): prompt?.names = names
        case .completions(let query, let names): return complete(query, names)
        case .hint(let query, let word): hint = QueryHint(query: query, word: word)
        case .located(let album, let item, let title): return show(album, item: item, title: title)
        case .locatedPlaylist(let playlist, let folders): return show(playlist, in: folders)
        case .told(let text):
            message = text
            return now.refresh(report)
        case .podcasts(let update): return take(update)
        case .notice(let event): return take(event)
        case .tick: break
        }
        return []
    }

    private mutating func handle(_ event: TerminalEvent) -> [AppEffect] {
        switch event {
        case .key(let key): return press(key)
        case .resized(let screen):
            self.screen = screen
            return resize()
        case .exposed: return []
        case .focused(let isFocused): self.isFocused = isFocused
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        }
        return []
    }

    /// Changes the lists of a screen.
    mutating func with(_ tab: AppTab, _ change: (inout TreePane) -> [AppEffect]) -> [AppEffect] {
        guard var pane = trees[tab] else { return [] }
        // Removed during the change, so that its rows are not copied.
        trees[tab] = nil
        let effects = change(&pane)
        trees[tab] = pane
        return effects
    }

    /// Performs an action that was typed before the rows were there.
    private mutating func caughtUp() -> [AppEffect] {
        guard let ahead, tab != .now, level.selection != nil else { return [] }
        self.ahead = nil
        return perform(ahead)
    }

    /// Returns the requests that follow from an answer. A screen that has been left meanwhile only reads missing rows;
    /// following, preparing and looking at an item are for the screen in view.
    private func answered(_ fetch: ListFetch, _ effects: [AppEffect]) -> [AppEffect] {
        guard fetch.tab != tab else { return effects }
        return effects.filter {
            guard case .fetch(let next) = $0 else { return false }
            return !next.isPreview
        }
    }

    // MARK: Screens

    /// Shows another screen.
    mutating func show(_ tab: AppTab) -> [AppEffect] {
        guard tab != self.tab else { return [] }
        let effects = leaveQuery()
        self.tab = tab
        isTyping = false
        held = nil
        return effects + resize() + appear()
    }

    /// Requests the data that the screen in view needs.
    mutating func appear() -> [AppEffect] {
        switch tab {
        case .now: return [.unwatch] + now.appear(report) + covered()
        case .queue: return [.unwatch] + timed()
        case .search where query.isEmpty && level.source == .search(""):
            isTyping = true
            return [.unwatch]
        default: return with(tab) { $0.appear() }
        }
    }

    /// Requests the playing time of the queue, if it is shown.
    private func timed() -> [AppEffect] { tab == .queue ? [.queueTime] : [] }

    /// Adapts the lists in view to the size of the screen.
    mutating func resize() -> [AppEffect] {
        let (height, showsPreview) = (listHeight, layout.showsPreview)
        // The next entries are read both for the screen of the current track and for the queue.
        let coming = tab == .now ? comingRows : nil
        let effects = queue.resize(height: max(1, height), other: coming)
        guard trees[tab] != nil else { return effects + covered() }
        return effects + with(tab) { $0.resize(height: max(1, height), showsPreview: showsPreview) }
    }

    /// The rows of the queue after the current one that may fit on the screen.
    private var comingRows: Range<Int> {
        let first = (queue.playingIndex ?? -1) + 1
        return first..<first + screen.rows
    }

    /// Requests the cover, if there is room for it.
    private mutating func covered() -> [AppEffect] {
        guard tab == .now else { return [] }
        return now.show(NowLayout(layout).picture(report))
    }

    private mutating func take(_ update: NowPlayingUpdate, _ now: ContinuousClock.Instant) -> [AppEffect] {
        guard case .report(let report) = update else {
            live.take(nil, now: now)
            return []
        }
        // A failure that was not caused by a key is shown, too.
        if let failure = report.failure, failure != trouble { message = "! " + failure.message }
        trouble = report.failure
        let isElsewhere = report.output != self.report?.output
        let isOther = report.token != self.report?.token
        live.take(report, now: now)
        queue.take(report)
        let effects = self.now.take(report, isShown: tab == .now)
        switch tab {
        case .now: return effects + resize()
        case .queue where isOther: return effects + timed()
        // There are no other updates about these.
        case .sound where isElsewhere, .history where isOther: return effects + with(tab) { $0.renew() }
        default: return effects
        }
    }
}

extension TreePane {
    /// Returns the list of a branch of the tree, to be placed below the first.
    fileprivate func section(_ branch: RootBranch) -> ListLevel {
        ListLevel(token: 0, path: branch.title, identifier: branch.identifier.description, title: branch.title)
    }
}
