// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Handles updates from the service.
extension TreePane {
    mutating func take(_ page: ListPage, for fetch: ListFetch) -> [AppEffect] {
        if fetch.isPreview {
            guard preview?.token == fetch.token else { return [] }
            preview?.pages.take(page)
            preview?.isLoading = page.isLoading
            return []
        }
        guard let index = levels.firstIndex(where: { $0.token == fetch.token }) else { return [] }
        let isFirst = levels[index].identifier.isEmpty || levels[index].pages.total == nil
        if let container = page.container {
            levels[index].identifier = container.identifier
            levels[index].title = container.title
        }
        levels[index].failure = nil
        levels[index].remark = page.remark
        let wasKnown = levels[index].selection != nil
        levels[index].take(page, height: height)
        levels[index].isLoading = page.isLoading
        levels[index].selectWanted(height: height)
        guard index == levels.count - 1 else { return [] }
        var effects = fetches()
        if isFirst { effects.append(watched) }
        if !wasKnown { effects += prepared() }
        if page.isLoading, !fetch.waits {
            var again = fetch
            again.waits = true
            effects.append(.fetch(again))
        }
        return effects
    }

    mutating func take(_ step: ListFilterStep, for fetch: ListFetch) -> [AppEffect] {
        guard let matcher = fetch.filter, let index = levels.firstIndex(where: { $0.token == fetch.token }) else {
            return []
        }
        let chosen = levels[index].selection?.id
        levels[index].take(step, for: matcher, height: height)
        guard index == levels.count - 1 else { return [] }
        return fetches() + (chosen == level.selection?.id ? [] : prepared())
    }

    mutating func fail(_ fetch: ListFetch, _ error: ClientError) {
        if fetch.isPreview, preview?.token == fetch.token { preview?.fail(fetch, error.message) }
        guard let index = levels.firstIndex(where: { $0.token == fetch.token }) else { return }
        levels[index].fail(fetch, error.message)
    }

    mutating func take(_ update: ContentUpdate, for token: Int) -> [AppEffect] {
        guard level.token == token else { return [] }
        switch update {
        case .subscribed(_, let revision):
            // A change between the first page and the subscription requires rereading the rows.
            guard let known = level.pages.revision, known < revision else { return [] }
        case .changed(let difference):
            shift(difference)
        case .reloaded: break
        // A list that cannot be followed can still be shown.
        case .failed, .serviceLost: return []
        }
        return renew()
    }

    /// Moves the rows to where they will be after rereading, and the selection with its row.
    private mutating func shift(_ difference: ContainerDifference) {
        // Rows that were read since then have already moved.
        if let known = level.pages.revision, difference.revision <= known { return }
        let selected = level.pages.apply(difference, selected: level.selected)
        guard level.filter == nil else { return }
        level.top = max(0, level.top + selected - level.selected)
        level.selected = selected
    }
}
