// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// Draws the browser as lines, as many as the screen has and none wider; on a tiny screen the list alone.
struct BrowserView {
    let model: BrowserModel
    private let style: Style
    private let width: Int

    init(_ model: BrowserModel) {
        self.model = model
        style = Style(isOn: model.screen.usesColor)
        width = model.screen.width
    }

    func lines(_ now: ContinuousClock.Instant) -> [String] {
        model.screen.isTiny ? tiny : [header] + body + [nowPlaying(now), status]
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
        // A filter does not look for more than anybody reads.
        let more = level.filter?.isCut == true ? "+" : ""
        let place = level.count == 0 ? "" : "\(level.selected + 1)/\(level.count)\(more)"
        let titles = model.levels.map { $0.title.isEmpty ? "OnCue" : $0.title }.joined(separator: " › ")
        let room = width - TextLayout.width(of: place) - 1
        let left = TextLayout.fit(shortened(titles, to: room), to: room)
        return style.bold(left) + " " + style.dim(place)
    }

    /// Cut at its beginning, since where one is says most.
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
        let rows = model.showsKeys ? keys : list
        let missing = model.listHeight - rows.count
        return Array(rows.prefix(model.listHeight)) + Array(repeating: "", count: max(0, missing))
    }

    private var keys: [String] {
        let table = TextTable(columns: [.fixed(), .flexible()], rows: BrowserKeys.table.map { ["  " + $0.0, $0.1] })
        return table.lines(width: width)
    }

    private var list: [String] {
        let level = model.level
        guard level.count > 0 else { return [TextLayout.truncate("  " + emptiness, to: width)] }
        let last = min(level.count, level.top + model.listHeight)
        return (level.top..<max(level.top, last)).map { index in
            let isSelected = index == level.selected
            guard let record = level.row(index) else { return isSelected ? "▸ …" : "  …" }
            return line(record, isSelected: isSelected)
        }
    }

    private var emptiness: String {
        let level = model.level
        if let failure = level.failure { return "! " + failure }
        if let filter = level.filter {
            if filter.text.isEmpty { return "type to filter" }
            return filter.isComplete ? "nothing matches" : "…"
        }
        return level.isLoading || level.pages.total == nil ? "loading…" : "nothing is here"
    }

    private func line(_ record: ContentRecord, isSelected: Bool) -> String {
        let room = width - 2
        let length = ContentPhrase.length(of: record)
        let amount = width >= 50 ? ContentPhrase.amount(of: record) : ""
        let ending =
            (amount.isEmpty ? "" : "  " + TextLayout.truncate(amount, to: 14))
            + (width >= 30 ? "  " + TextLayout.fit(length, to: 7, alignment: .right) : "")
        let endingWidth = TextLayout.width(of: ending)
        let subtitleWidth = width >= 60 && !record.subtitle.isEmpty ? min(room / 3, 40) : 0
        let titleWidth = max(1, room - endingWidth - subtitleWidth - (subtitleWidth > 0 ? 2 : 0))
        let title = TextLayout.fit(ContentPhrase.title(of: record), to: titleWidth)
        let subtitle = subtitleWidth > 0 ? "  " + TextLayout.fit(record.subtitle, to: subtitleWidth) : ""
        if isSelected { return style.inverse("▸ " + title + subtitle + ending) }
        if record.isUnavailable { return style.dim("  " + title + subtitle + ending) }
        return "  " + (record.isContainer ? style.bold(title) : title) + style.dim(subtitle + ending)
    }

    // MARK: Below

    private func nowPlaying(_ now: ContinuousClock.Instant) -> String {
        guard let report = model.live.current(now) else {
            return style.dim(TextLayout.truncate("… no daemon runs", to: width))
        }
        guard report.entry != nil else { return style.dim(TextLayout.truncate("■ nothing plays", to: width)) }
        return model.live.text(now, screen: model.screen)
    }

    private var status: String {
        let level = model.level
        if let message = model.message { return TextLayout.truncate(message, to: width) }
        if let filter = level.filter { return filterLine(filter) }
        if let failure = level.failure { return TextLayout.truncate("! " + failure, to: width) }
        if model.showsKeys { return style.dim(TextLayout.truncate("any key goes back", to: width)) }
        if level.isLoading { return style.dim("loading…") }
        let hint = BrowserKeys.hints.first { TextLayout.width(of: $0) <= width } ?? ""
        return style.dim(hint)
    }

    private func filterLine(_ filter: BrowserFilter) -> String {
        let looked =
            filter.isComplete || filter.text.isEmpty
            ? "" : "  \(filter.looked) of \(filter.total.map(String.init) ?? "…")"
        let room = width - TextLayout.width(of: looked) - 3
        // What was typed last is seen.
        let shown =
            TextLayout.width(of: filter.text) > room
            ? "…" + String(filter.text.suffix(max(0, room - 1) / 2)) : filter.text
        return "/ " + TextLayout.printable(shown) + "▏" + style.dim(looked)
    }
}
