// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The limits of a client's display, such as the screen of a car.
package struct ContentLimits: Sendable, Equatable {
    /// The maximum number of items in one container; `nil` if there is no limit.
    package var items: Int?
    /// The maximum number of levels below the root; `nil` if there is no limit.
    package var depth: Int?

    /// Creates limits from numbers in which 0 means no limit.
    package init(items: Int = 0, depth: Int = 0) {
        self.items = items > 0 ? items : nil
        self.depth = depth > 0 ? depth : nil
    }

    package var areEnforced: Bool { items != nil || depth != nil }

    /// Returns the number of children of a container that are displayed.
    package func shown(of total: Int) -> Int { min(max(0, total), items ?? .max) }

    /// Returns the number of children to request from an offset on.
    package func count(from offset: Int, limit: Int) -> Int {
        max(0, min(limit, (items ?? .max) - max(0, offset)))
    }

    /// Returns an item as displayed at a level, counted from 0 for the root: on the last level, a container plays all
    /// of its contents.
    package func shown(_ item: ContentNode, at level: Int) -> ContentNode {
        guard let depth, level >= depth, item.isContainer else { return item }
        var item = item
        item.isContainer = false
        item.isPlayable = true
        return item
    }

    /// Returns whether a container at a level may be opened.
    package func mayOpen(at level: Int) -> Bool { depth.map { level < $0 } ?? true }

    /// Returns the page of a container at a level, reduced to the limits.
    package func shown(_ page: ContentPage, at level: Int) -> ContentPage {
        var page = page
        page.items = page.items.prefix(count(from: page.offset, limit: .max)).map { shown($0, at: level + 1) }
        page.total = shown(of: page.total)
        return page
    }
}
