// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// One list: its known rows, its filter, the selected row and the marked ones.
struct ListLevel: Sendable {
    /// Identifies the list among all that were open, so that late answers can be ignored.
    let token: Int
    /// The path that led here; it gives the children paths, too.
    let path: String?
    /// The identifier; empty for the place from the command line until it is known.
    var identifier: String
    var title: String
    var source: ListSource
    var pages = RowPages()
    var filtering: ListFiltering?
    /// The index of the selected row; among the matches while there is a filter.
    var selected = 0
    /// The index of the first row in view.
    var top = 0
    /// Whether more rows are being loaded from a remote source.
    var isLoading = true
    var failure: String?
    /// A sentence about the whole list.
    var remark: String?
    /// The marked rows, in the order in which they were marked.
    var marks = ListMarks()
    /// The identifier of an item to select as soon as its row is there.
    var wanted: String?

    init(token: Int, path: String? = nil, identifier: String, title: String, source: ListSource = .tree) {
        self.source = source
        self.token = token
        self.path = path
        self.identifier = identifier
        self.title = title
    }

    /// The filter shown instead of the whole list.
    var filter: ListFilter? { filtering?.shown }

    /// The number of rows that can be selected.
    var count: Int { filter?.matches.count ?? pages.total ?? 0 }

    func row(_ index: Int) -> ListRow? {
        guard let filter else { return pages[index] }
        return filter.matches.indices.contains(index) ? filter.matches[index] : nil
    }

    var selection: ListRow? { row(selected) }

    mutating func select(_ index: Int, height: Int) {
        selected = min(max(0, index), max(0, count - 1))
        let height = max(1, height)
        top = min(max(top, selected - height + 1), selected)
        top = min(top, max(0, count - height))
    }
}

extension ListLevel {
    /// Moves the view; the selection moves only as far as needed to stay in view.
    mutating func scroll(by rows: Int, height: Int) {
        top = min(max(0, top + rows), max(0, count - max(1, height)))
        selected = min(max(selected, top), max(top, min(count, top + height) - 1))
    }

    /// Selects the wanted item, if its row is there.
    mutating func selectWanted(height: Int) {
        guard let wanted, let index = pages.index(where: { $0.identifier == wanted }) else { return }
        self.wanted = nil
        select(index, height: height)
    }

    /// Moves the selection to the present position of its row.
    mutating func follow(_ chosen: String?, height: Int) {
        if let moved = chosen.flatMap(pages.index(of:)) { selected = moved }
        select(selected, height: height)
    }

    /// Stores a part of the list. The selection follows its row if that has moved, and keeps its position if the row is
    /// gone.
    mutating func take(_ page: ListPage, height: Int) {
        let rows = page.offset..<page.offset + RowPages.size
        let chosen = filter == nil ? selection?.key : nil
        let before = rows.map { pages[$0]?.key }
        let isSingle = chosen.map { pages.count(ofKey: $0) < 2 } ?? true
        pages.take(page)
        if let chosen {
            let after = page.rows.map(\.key)
            let isStillSingle = isSingle && after.count { $0 == chosen } < 2
            if isStillSingle, let moved = pages.index(where: { $0.key == chosen }) {
                selected = moved
            } else if rows.contains(selected) {
                selected = page.offset + RowMove.place(of: selected - page.offset, in: before, after: after)
            }
        }
        select(selected, height: height)
    }

    /// Stores the next step of a filter; the selection follows its row if the list has been reread.
    mutating func take(_ step: ListFilterStep, for matcher: ListMatcher, height: Int) {
        let before = filter?.matches ?? []
        let chosen = selection
        failure = nil
        filtering?.take(step, for: matcher)
        let after = filter?.matches ?? []
        if let chosen, selection != chosen {
            let places = after.indices.filter { after[$0].key == chosen.key }
            if places.count == 1, before.count(where: { $0.key == chosen.key }) == 1 {
                selected = places[0]
            } else if !places.isEmpty {
                selected = RowMove.place(of: selected, in: before.map(\.key), after: after.map(\.key))
            }
        }
        select(selected, height: height)
    }

    /// Records that a page could not be read.
    mutating func fail(_ fetch: ListFetch, _ message: String) {
        if let matcher = fetch.filter { filtering?.fail(matcher) } else { pages.fail(fetch.offset) }
        isLoading = false
        failure = message
    }
}
