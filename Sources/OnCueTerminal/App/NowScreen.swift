// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Draws the screen of the current track: cover, facts, and the next entries, lyrics or chapters.
struct NowScreen {
    private let model: AppModel
    private let report: NowPlayingReport?
    private let style: Style
    private let layout: NowLayout

    init(_ model: AppModel, _ report: NowPlayingReport?, _ style: Style) {
        (self.model, self.report, self.style) = (model, report, style)
        layout = NowLayout(model.layout)
    }

    private var pane: NowPane { model.now }

    var lines: [String] {
        guard let report, report.entry != nil else { return idle }
        let facts = facts(report, width: layout.facts.count)
        let panel = panel(rows: layout.panelRows.count, width: layout.panel.count)
        let drawn = PictureText(pane.drawing)
        // Pixels are drawn over the cells, which stay empty.
        let picture = drawn.isPixels ? [""] : drawn.lines
        return layout.isBeside ? beside(facts, panel, picture) : below(facts, panel, picture)
    }

    private var idle: [String] {
        guard report != nil else { return ["", "  oncued is not running; the next action starts it"] }
        let count = model.queue.level.pages.total ?? 0
        let names = [KeyAction.library, .search].compactMap { action in model.keys.name(of: action) }
        let advice = "press \(names.joined(separator: " or ")) to find some music"
        return [
            "", "  Nothing is playing",
            "  "
                + (count > 0
                    ? "\(ContentPhrase.count(count, "entry", plural: "entries")) in the queue; Space plays" : advice),
        ].map { TextLayout.truncate($0, to: layout.width) }
    }

    /// Cover above facts on the left; the panel on the right.
    private func beside(_ facts: [String], _ panel: [String], _ picture: [String]) -> [String] {
        let start = picture.isEmpty ? 0 : (layout.picture?.rows ?? 0)
        return (0..<layout.height).map { row in
            let left = row < start ? at(picture, row) : at(facts, row - start)
            return left + Self.reset + column(layout.panel.lowerBound) + at(panel, row)
        }
    }

    /// Cover and facts side by side at the top; the panel below.
    private func below(_ facts: [String], _ panel: [String], _ picture: [String]) -> [String] {
        let hasPicture = !picture.isEmpty
        let start = hasPicture ? max(0, (layout.topRows - facts.count) / 2) : 0
        let top = (0..<layout.topRows).map { row in
            guard hasPicture else { return at(facts, row) }
            return at(picture, row) + Self.reset + column(layout.facts.lowerBound) + at(facts, row - start)
        }
        return top + panel
    }

    private static let reset = "\u{1B}[0m"

    private func column(_ cell: Int) -> String { "\u{1B}[\(cell + 1)G" }

    private func at(_ lines: [String], _ index: Int) -> String { lines.indices.contains(index) ? lines[index] : "" }

    // MARK: Facts

    private func facts(_ report: NowPlayingReport, width: Int) -> [String] {
        guard let entry = report.entry else { return [] }
        func dim(_ text: String?) -> String? {
            text.flatMap { $0.isEmpty ? nil : "  " + style.dim(TextLayout.truncate($0, to: width - 2)) }
        }
        let opinion = opinion
        let title = TextLayout.truncate(entry.shownTitle, to: width - 2 - TextLayout.width(of: opinion))
        let artists = entry.artists.joined(separator: ", ")
        let station = entry.streamTitle == nil || entry.streamTitle == entry.title ? "" : entry.title
        let album = [entry.album ?? "", entry.date.map { String($0.prefix(4)) } ?? ""].filter { !$0.isEmpty }
        let lines: [String?] = [
            NowPlayingLines.symbol(report) + " " + style.bold(title) + opinion,
            [station, artists].filter { !$0.isEmpty }.joined(separator: " — ").orNil
                .map { "  " + TextLayout.truncate($0, to: width - 2) },
            album.joined(separator: ", ").orNil.map { "  " + TextLayout.truncate($0, to: width - 2) },
            dim(ContextPhrase.sentence(report.context)),
            dim(entry.chapter.map(ChapterPhrase.sentence)),
            dim(entry.format.map(FormatText.sentence)),
            dim(listened),
            dim(NowPlayingLines.stateLine(report)),
            report.failure.map { "! " + TextLayout.truncate($0.message, to: width - 2) },
        ]
        return lines.compactMap(\.self)
    }

    /// ` ♥ ★★★★½`, after the title.
    private var opinion: String {
        guard let record = pane.listening else { return "" }
        let stars = record.stars.map(\.symbols) ?? ""
        return (record.isFavourite ? " ♥" : record.isDisliked ? " ✗" : "") + (stars.isEmpty ? "" : " " + stars)
    }

    /// `Played 12 times, last on …`
    private var listened: String? {
        guard let record = pane.listening, record.playCount > 0 else { return nil }
        let times = "Played " + ContentPhrase.count(record.playCount, "time")
        return record.lastPlayed.map { times + ", last " + MomentText.text($0) } ?? times
    }

    // MARK: Panel

    private func panel(rows: Int, width: Int) -> [String] {
        let names = pane.panels.map { panel in
            let name = Self.title(panel) + (panel == .lyrics && pane.hasWebLyrics ? " (from LRCLIB)" : "")
            return panel == pane.panel ? style.bold(name) : style.dim(name)
        }
        return [names.joined(separator: style.dim(" · "))] + list(rows: rows, width: width)
    }

    private static func title(_ panel: NowPane.Panel) -> String {
        switch panel {
        case .coming: "Coming up"
        case .lyrics: "Lyrics"
        case .chapters: "Chapters"
        }
    }

    private func list(rows: Int, width: Int) -> [String] {
        let count = pane.count(coming: model.comingCount)
        let top = pane.top(rows, count: count, report)
        let shown = top..<min(count, top + max(0, rows))
        switch pane.panel {
        case .coming: return coming(shown, width)
        case .lyrics: return shown.map { lyric($0, width) }
        case .chapters: return shown.map { chapter($0, width) }
        }
    }

    private func coming(_ shown: Range<Int>, _ width: Int) -> [String] {
        guard !shown.isEmpty else { return [style.dim(TextLayout.truncate("   " + end, to: width))] }
        let rows = shown.map { RowTable.Row(row: model.coming($0), isSelected: $0 == pane.cursor) }
        let table = RowTable(rows, width: width, style: style)
        return rows.map(table.line)
    }

    private var end: String {
        guard let report else { return "" }
        if report.repeatMode == .one { return "this track again" }
        if let next = report.next { return next.title }
        return report.goesOnWithSimilar ? "similar tracks" : "this is the last track of the queue"
    }

    private func lyric(_ index: Int, _ width: Int) -> String {
        let text = TextLayout.truncate(pane.lyrics.lines[index].text, to: width - 3)
        if index == pane.cursor { return style.inverse(TextLayout.fit("▸  " + text, to: width)) }
        if index == pane.current(report) { return "▶  " + style.bold(text) }
        return "   " + (pane.lyrics.isTimed ? style.dim(text) : text)
    }

    private func chapter(_ index: Int, _ width: Int) -> String {
        let item = pane.chapters.items[index]
        let start = TimeText.clock(item.start)
        let isCurrent = index == pane.current(report)
        let title = TextLayout.fit("\(index + 1)  \(item.title)", to: max(1, width - 5 - start.count))
        let line = (index == pane.cursor ? "▸" : " ") + (isCurrent ? "▶ " : "  ") + title + "  " + start
        if index == pane.cursor { return style.inverse(line) }
        return isCurrent ? style.bold(line) : line
    }
}

extension String {
    fileprivate var orNil: String? { isEmpty ? nil : self }
}
