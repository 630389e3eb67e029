// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface

/// Lines that the browser and the queue have in common, none wider than the screen.
struct BrowserLines {
    let screen: Screen
    let style: Style

    init(_ screen: Screen) {
        self.screen = screen
        style = Style(isOn: screen.usesColor)
    }

    var width: Int { screen.width }

    /// One row of a list, behind marks of its own that fill `marks` cells.
    func row(_ record: ContentRecord, marks: String, isSelected: Bool) -> String {
        let room = width - TextLayout.width(of: marks)
        let length = ContentPhrase.length(of: record)
        let amount = width >= 50 ? ContentPhrase.amount(of: record) : ""
        let ending =
            (amount.isEmpty ? "" : "  " + TextLayout.truncate(amount, to: 14))
            + (width >= 30 ? "  " + TextLayout.fit(length, to: 7, alignment: .right) : "")
        let endingWidth = TextLayout.width(of: ending)
        let subtitleText = ContentPhrase.subtitle(of: record)
        let subtitleWidth = width >= 60 && !subtitleText.isEmpty ? min(room / 3, 40) : 0
        let titleWidth = max(1, room - endingWidth - subtitleWidth - (subtitleWidth > 0 ? 2 : 0))
        let title = TextLayout.fit(ContentPhrase.title(of: record), to: titleWidth)
        let subtitle = subtitleWidth > 0 ? "  " + TextLayout.fit(subtitleText, to: subtitleWidth) : ""
        if isSelected { return style.inverse(marks + title + subtitle + ending) }
        if record.isUnavailable { return style.dim(marks + title + subtitle + ending) }
        return marks + (record.isContainer ? style.bold(title) : title) + style.dim(subtitle + ending)
    }

    /// Titles on the left, a place on the right.
    func header(_ titles: String, _ place: String) -> String {
        let room = width - TextLayout.width(of: place) - 1
        return style.bold(TextLayout.fit(titles, to: room)) + " " + style.dim(place)
    }

    func nowPlaying(_ live: LiveLine, _ now: ContinuousClock.Instant) -> String {
        guard let report = live.current(now) else {
            return style.dim(TextLayout.truncate("… oncued is not running", to: width))
        }
        guard report.entry != nil else { return style.dim(TextLayout.truncate("■ nothing is playing", to: width)) }
        return live.text(now, screen: screen)
    }

    /// Returns the line with the filter text, and the progress of the filter through the list.
    func filter(_ filter: BrowserFilter, isTyped: Bool = true) -> String {
        let looked =
            filter.isComplete || filter.text.isEmpty
            ? "" : "  \(filter.looked) of \(filter.total.map(String.init) ?? "…")"
        return typed("/ ", filter.text, isTyped: isTyped, room: width - TextLayout.width(of: looked))
            + style.dim(looked)
    }

    /// A filter with the keys that it leaves, where there is room for them.
    func filterLine(_ filter: BrowserFilter, isTyped: Bool, hint: String) -> String {
        let line = self.filter(filter, isTyped: isTyped)
        let room = width - TextLayout.width(of: "/ ▏" + filter.text) - 16
        return isTyped && TextLayout.width(of: hint) <= room ? line + style.dim(hint) : line
    }

    /// Returns a line with a prompt and the text being typed.
    func typed(_ question: String, _ text: String, isTyped: Bool = true, room: Int? = nil) -> String {
        let room = max(0, (room ?? width) - TextLayout.width(of: question) - 1)
        // The end of the text stays visible.
        let shown = TextLayout.width(of: text) > room ? "…" + String(text.suffix(max(0, room - 1) / 2)) : text
        return TextLayout.truncate(question, to: width) + TextLayout.printable(shown) + (isTyped ? "▏" : "")
    }

    /// The first that fits.
    func hint(_ hints: [String]) -> String {
        style.dim(hints.first { TextLayout.width(of: $0) <= width } ?? "")
    }

    func keys(_ table: [(String, String)]) -> [String] {
        TextTable(columns: [.fixed(), .flexible()], rows: table.map { ["  " + $0.0, $0.1] }).lines(width: width)
    }
}
