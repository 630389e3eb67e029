// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The interactive browser without terminal and service: takes events, gives effects, and is drawn by `BrowserView`.
struct BrowserModel: ScreenModel {
    /// Rows that one step of a filter looks at.
    static let filterStep = 1000

    /// Open containers, the outermost first; never empty.
    var levels: [BrowserLevel]
    var screen: Screen
    var live: LiveLine
    /// The message about the last key; cleared by the next.
    var message: String?
    /// The reason why the last attempt to play failed.
    var trouble: ClientError?
    var showsKeys = false
    /// Letters go into the filter instead of being keys.
    var isTyping = false
    private var lastToken = 1

    /// Creates a model that begins with the container at a place.
    init(place: String, screen: Screen, now: ContinuousClock.Instant) {
        levels = [BrowserLevel(token: 1, path: place, identifier: "", title: "")]
        self.screen = screen
        live = LiveLine(now: now)
    }

    var level: BrowserLevel {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// Rows of a list that the screen has room for; a tiny one shows nothing else.
    var listHeight: Int { screen.isTiny ? screen.rows : screen.height - 3 }

    /// Returns the initial requests.
    mutating func begin() -> [BrowserEffect] { fetches() }

    func lines(_ now: ContinuousClock.Instant) -> [String] { BrowserView(self).lines(now) }

    mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        case .terminal(.key(let key)): return press(key)
        case .terminal(.resized(let screen)):
            self.screen = screen
            level.select(level.selected, height: listHeight)
            return fetches()
        case .page(let fetch, let listing): return take(listing, for: fetch)
        case .filtered(let fetch, let step): return take(step, for: fetch)
        case .pageFailed(let fetch, let error): return fail(fetch, error)
        case .content(let token, let update): return take(update, for: token)
        case .nowPlaying(let update, let now): take(update, now)
        case .told(let text): message = text
        case .tick, .terminal(.exposed): break
        case .terminal(.suspend): return [.suspend]
        case .terminal(.quit): return [.quit]
        }
        return []
    }

    // MARK: Requests

    /// The pages that are in view and not there.
    mutating func fetches() -> [BrowserEffect] {
        let level = level
        guard level.filtering == nil else { return filterStep() }
        let view = level.top..<level.top + listHeight
        return self.level.pages.missing(for: view).map { offset in
            .fetch(
                BrowserFetch(
                    token: level.token, path: level.path, identifier: level.identifier, offset: offset,
                    limit: BrowserPages.size))
        }
    }

    /// The next rows that the filter must look at.
    private mutating func filterStep() -> [BrowserEffect] {
        guard let next = self.level.filtering?.next() else { return [] }
        return [
            .fetch(
                BrowserFetch(
                    token: level.token, path: level.path, identifier: level.identifier, offset: next.offset,
                    limit: Self.filterStep, filter: next.matcher))
        ]
    }

    /// Follows the container that is open, by its identity as soon as that is known.
    var watched: BrowserEffect {
        let identifier = level.identifier.isEmpty ? level.path ?? "/" : level.identifier
        return .watch(token: level.token, identifier: identifier)
    }

    /// Returns the request to prepare the selected item, if it can be played.
    func prepared() -> [BrowserEffect] {
        guard let row = level.selection, row.isPlayable, !row.isUnavailable else { return [] }
        return [.prepare(row.identifier)]
    }

    // MARK: Levels

    /// A number that no level and no round of a filter has had.
    mutating func newToken() -> Int {
        lastToken += 1
        return lastToken
    }

    mutating func open(_ record: ContentRecord) -> [BrowserEffect] {
        isTyping = false
        levels.append(
            BrowserLevel(token: newToken(), path: record.path, identifier: record.identifier, title: record.title))
        return fetches()
    }

    /// Returns to the outer container.
    mutating func close() -> [BrowserEffect] {
        guard levels.count > 1 else { return [] }
        isTyping = false
        levels.removeLast()
        // It was not followed meanwhile.
        level.pages.invalidate()
        let round = newToken()
        level.filtering?.renew(round: round)
        level.select(level.selected, height: listHeight)
        return fetches() + [watched] + prepared()
    }
}
