// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// One open container.
struct BrowserLevel: Sendable {
    /// Identifies the level among all that were open, so that late answers are ignored.
    let token: Int
    /// The path that led here; it gives the children paths, too.
    let path: String?
    /// The identifier; empty for the place from the command line until it is known.
    var identifier: String
    var title: String
    var pages = BrowserPages()
    var filtering: BrowserFiltering?
    /// Row that is chosen, among the matches while there is a filter.
    var selected = 0
    /// First row in view.
    var top = 0
    /// More comes from far.
    var isLoading = true
    var failure: String?

    init(token: Int, path: String?, identifier: String, title: String) {
        self.token = token
        self.path = path
        self.identifier = identifier
        self.title = title
    }

    /// The filter shown instead of the whole list.
    var filter: BrowserFilter? { filtering?.shown }

    /// Rows that can be chosen.
    var count: Int { filter?.matches.count ?? pages.total ?? 0 }

    func row(_ index: Int) -> ContentRecord? {
        guard let filter else { return pages[index] }
        return filter.matches.indices.contains(index) ? filter.matches[index] : nil
    }

    var selection: ContentRecord? { row(selected) }

    mutating func select(_ index: Int, height: Int) {
        selected = min(max(0, index), max(0, count - 1))
        let height = max(1, height)
        top = min(max(top, selected - height + 1), selected)
        top = min(top, max(0, count - height))
    }
}
