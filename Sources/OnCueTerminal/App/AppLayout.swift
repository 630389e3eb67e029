// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The rows and columns of each part of the program. Both drawing and the mouse use it.
struct AppLayout: Sendable, Equatable {
    /// The least height with a line of tabs.
    private static let leastWithTabs = 9
    /// The least size with names of columns.
    private static let leastWithHeading = (columns: 60, rows: 16)
    /// The least width with the contents of the selected row beside the list, and the least width with the outer list
    /// as well.
    private static let leastWithPreview = 100
    private static let leastWithParent = 140

    let screen: Screen
    let tab: AppTab

    var width: Int { screen.width }
    var isTiny: Bool { screen.isTiny }

    var hasTabs: Bool { !isTiny && screen.rows >= Self.leastWithTabs }
    /// The row of the header; `nil` on the screen of the current track.
    var header: Int? { isTiny || tab == .now ? nil : (hasTabs ? 1 : 0) }
    /// The row with the names of the columns; `nil` without room for it.
    var heading: Int? {
        guard let header, [.queue, .library].contains(tab), width >= Self.leastWithHeading.columns,
            screen.rows >= Self.leastWithHeading.rows
        else { return nil }
        return header + 1
    }
    /// The rows between the header and the line about the current track.
    var body: Range<Int> {
        if isTiny { return 0..<screen.rows }
        let top = (hasTabs ? 1 : 0) + (header == nil ? 0 : 1) + (heading == nil ? 0 : 1)
        return top..<max(top + 1, screen.height - 2)
    }
    /// The row of the line about the current track, followed by that of the messages.
    var bar: Int { screen.height - 2 }
    var status: Int { screen.height - 1 }

    /// Whether the contents of the selected row are shown beside the list.
    var showsPreview: Bool { !isTiny && tab.hasColumns && width >= Self.leastWithPreview }

    /// The columns for the results of a directory: the list, and the details of the selected row.
    var foundColumns: (parent: Range<Int>?, list: Range<Int>, preview: Range<Int>?) {
        guard !isTiny, width >= Self.leastWithPreview else { return (nil, 0..<width, nil) }
        let end = width * 3 / 5
        return (nil, 0..<end, end + 2..<width)
    }

    /// Returns the cells of the columns: the outer list, the list, and the contents of the selected row.
    func columns(hasParent: Bool, hasPreview: Bool) -> (parent: Range<Int>?, list: Range<Int>, preview: Range<Int>?) {
        guard showsPreview else { return (nil, 0..<width, nil) }
        let gap = 2
        let parent = hasParent && width >= Self.leastWithParent ? 0..<width / 5 : nil
        let start = parent.map { $0.upperBound + gap } ?? 0
        guard hasPreview else { return (parent, start..<width, nil) }
        let end = start + max((width - start) / 2, 48)
        return (parent, start..<end, end + gap..<width)
    }
}

extension AppTab {
    /// Whether its lists open inside one another.
    var hasColumns: Bool {
        switch self {
        case .library, .search, .playlists, .podcasts: true
        case .now, .queue, .radio, .suggestions, .sound, .history: false
        }
    }
}
