// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Matches of one kind.
package struct ContentSearchGroup: Sendable, Equatable {
    package var kind: ContentKind
    /// The total number of matches; a lower bound if `isTotalExact` is false.
    package var total: Int
    package var isTotalExact: Bool
    /// The best matches, best first.
    package var items: [ContentNode]

    package init(kind: ContentKind, total: Int, isTotalExact: Bool = true, items: [ContentNode]) {
        self.kind = kind
        self.total = total
        self.isTotalExact = isTotalExact
        self.items = items
    }

    /// Groups items by kind, in the order of the best item of each.
    package static func grouping(_ items: [ContentNode], limit: Int) -> [ContentSearchGroup] {
        var groups: [ContentSearchGroup] = []
        for item in items {
            if let index = groups.firstIndex(where: { $0.kind == item.kind }) {
                groups[index].total += 1
                if groups[index].items.count < limit { groups[index].items.append(item) }
            } else {
                groups.append(ContentSearchGroup(kind: item.kind, total: 1, isTotalExact: false, items: [item]))
            }
        }
        return groups
    }
}
