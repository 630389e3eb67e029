// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Handles updates from the service.
extension BrowserModel {
    mutating func take(_ update: NowPlayingUpdate, _ now: ContinuousClock.Instant) {
        switch update {
        case .report(let report):
            // A failure that does not follow from a key is shown, too.
            if let failure = report.failure, failure != trouble { message = "! " + failure.message }
            trouble = report.failure
            live.take(report, now: now)
        case .serviceLost: live.take(nil, now: now)
        }
    }

    mutating func take(_ listing: ContentListing, for fetch: BrowserFetch) -> [BrowserEffect] {
        guard let index = levels.firstIndex(where: { $0.token == fetch.token }) else { return [] }
        let isFirst = levels[index].identifier.isEmpty || levels[index].pages.total == nil
        if let container = listing.container {
            levels[index].identifier = container.identifier
            levels[index].title = container.title
        }
        levels[index].failure = nil
        let wasKnown = levels[index].selection != nil
        let chosen = levels[index].filter == nil ? levels[index].selection?.identifier : nil
        levels[index].pages.take(listing)
        levels[index].isLoading = listing.isLoading
        // The selection follows its row when that has moved.
        if let moved = chosen.flatMap(levels[index].pages.index) { levels[index].selected = moved }
        levels[index].select(levels[index].selected, height: listHeight)
        guard index == levels.count - 1 else { return [] }
        var effects = fetches()
        if isFirst { effects.append(watched) }
        if !wasKnown { effects += prepared() }
        if listing.isLoading, !fetch.waits {
            var again = fetch
            again.waits = true
            effects.append(.fetch(again))
        }
        return effects
    }

    mutating func take(_ step: BrowserFilterStep, for fetch: BrowserFetch) -> [BrowserEffect] {
        guard let matcher = fetch.filter, let index = levels.firstIndex(where: { $0.token == fetch.token }) else {
            return []
        }
        let chosen = levels[index].selection?.identifier
        levels[index].failure = nil
        levels[index].filtering?.take(step, for: matcher)
        let found = levels[index].filter?.matches ?? []
        // The selection follows its row when the list has been reread.
        if levels[index].selection?.identifier != chosen,
            let moved = found.firstIndex(where: { $0.identifier == chosen })
        {
            levels[index].selected = moved
        }
        levels[index].select(levels[index].selected, height: listHeight)
        guard index == levels.count - 1 else { return [] }
        return fetches() + (chosen == level.selection?.identifier ? [] : prepared())
    }

    mutating func fail(_ fetch: BrowserFetch, _ error: ClientError) -> [BrowserEffect] {
        guard let index = levels.firstIndex(where: { $0.token == fetch.token }) else { return [] }
        if let matcher = fetch.filter {
            levels[index].filtering?.fail(matcher)
        } else {
            levels[index].pages.fail(fetch.offset)
        }
        levels[index].isLoading = false
        levels[index].failure = error.message
        return []
    }

    mutating func take(_ update: ContentUpdate, for token: Int) -> [BrowserEffect] {
        guard level.token == token else { return [] }
        switch update {
        case .subscribed(_, let revision):
            // A change between the first page and the subscription needs a rescan.
            guard let known = level.pages.revision, known < revision else { return [] }
        case .changed(let difference):
            shift(difference)
        case .reloaded: break
        // A list that cannot be followed is still a list.
        case .failed, .serviceLost: return []
        }
        level.pages.invalidate()
        let round = newToken()
        level.filtering?.renew(round: round)
        return fetches()
    }

    /// Keeps the chosen row where rows come and go above it.
    private mutating func shift(_ difference: ContainerDifference) {
        guard level.filter == nil else { return }
        var selected = level.selected
        for identifier in difference.removed {
            if let index = level.pages.index(of: identifier), index < level.selected { selected -= 1 }
        }
        for addition in difference.added where addition.index <= selected { selected += 1 }
        level.top = max(0, level.top + selected - level.selected)
        level.selected = max(0, selected)
    }
}
