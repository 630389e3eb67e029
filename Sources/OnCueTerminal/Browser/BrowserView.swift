// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface

/// Draws the browser as lines, as many as the screen has and none wider; on a tiny screen only the list.
struct BrowserView {
    let model: BrowserModel
    private let parts: BrowserLines

    init(_ model: BrowserModel) {
        self.model = model
        parts = BrowserLines(model.screen)
    }

    private var style: Style { parts.style }
    private var width: Int { parts.width }

    func lines(_ now: ContinuousClock.Instant) -> [String] {
        model.screen.isTiny ? tiny : [header] + body + [parts.nowPlaying(model.live, now), status]
    }

    private var tiny: [String] {
        let level = model.level
        let text = model.message ?? level.filter.map { "/" + $0.text } ?? emptiness
        return (level.top..<level.top + model.screen.rows).map { index in
            let isFirst = index == level.top
            let title = level.row(index)?.title ?? (isFirst && level.count == 0 ? text : "")
            let line = TextLayout.truncate((index == level.selected ? "▸" : " ") + title, to: model.screen.columns)
            return index == level.selected ? style.inverse(line) : line
        }
    }

    // MARK: Above

    private var header: String {
        let level = model.level
        // A filter stops at more matches than anyone reads.
        let more = level.filter?.isCut == true ? "+" : ""
        let place = level.count == 0 ? "" : "\(level.selected + 1)/\(level.count)\(more)"
        let titles = model.levels.map { $0.title.isEmpty ? "OnCue" : $0.title }.joined(separator: " › ")
        let room = width - TextLayout.width(of: place) - 1
        return parts.header(shortened(titles, to: room), place)
    }

    /// Returns the titles cut at their beginning, since the end is the most telling.
    private func shortened(_ titles: String, to room: Int) -> String {
        var parts = titles.split(separator: "›", omittingEmptySubsequences: false)[...]
        while TextLayout.width(of: parts.joined(separator: "›")) > room, parts.count > 1 {
            parts = parts.dropFirst(2)
            parts = ["… "] + parts
            if parts.count <= 2 { break }
        }
        return parts.joined(separator: "›")
    }

    // MARK: The list

    private var body: [String] {
        let rows = model.showsKeys ? parts.keys(BrowserKeys.table) : list
        let missing = model.listHeight - rows.count
        return Array(rows.prefix(model.listHeight)) + Array(repeating: "", count: max(0, missing))
    }

    private var list: [String] {
        let level = model.level
        guard level.count > 0 else { return [TextLayout.truncate("  " + emptiness, to: width)] }
        let last = min(level.count, level.top + model.listHeight)
        return (level.top..<max(level.top, last)).map { index in
            let isSelected = index == level.selected
            guard let record = level.row(index) else { return isSelected ? "▸ …" : "  …" }
            return parts.row(record, marks: isSelected ? "▸ " : "  ", isSelected: isSelected)
        }
    }

    private var emptiness: String {
        let level = model.level
        if let failure = level.failure { return "! " + failure }
        if let filter = level.filter {
            if filter.text.isEmpty { return "type to filter" }
            return filter.isComplete ? "no matches" : "…"
        }
        return level.isLoading || level.pages.total == nil ? "loading…" : "nothing here"
    }

    // MARK: Below

    private var status: String {
        let level = model.level
        if let message = model.message { return TextLayout.truncate(message, to: width) }
        if let filter = level.filter {
            return parts.filterLine(filter, isTyped: model.isTyping, hint: BrowserKeys.filterHint)
        }
        if let failure = level.failure { return TextLayout.truncate("! " + failure, to: width) }
        if model.showsKeys { return style.dim(TextLayout.truncate("press any key to go back", to: width)) }
        if level.isLoading { return style.dim("loading…") }
        return parts.hint(BrowserKeys.hints)
    }
}
