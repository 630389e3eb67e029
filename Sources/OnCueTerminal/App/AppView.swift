// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Draws the program as lines, as many as the screen has and none wider; on a tiny screen only the list.
struct AppView {
    /// The least room for the answer after a question.
    private static let leastTyped = 12

    private let model: AppModel
    private let parts: AppLines
    private let layout: AppLayout
    /// The state of playback at the moment of drawing.
    private let report: NowPlayingReport?

    init(_ model: AppModel, _ now: ContinuousClock.Instant) {
        self.model = model
        parts = AppLines(model.screen)
        layout = model.layout
        report = model.live.current(now)
    }

    private var style: Style { parts.style }
    private var width: Int { layout.width }

    var lines: [String] {
        if layout.isTiny { return tiny }
        var lines: [String] = []
        if layout.hasTabs { lines.append(AppTabs(model).line) }
        if layout.header != nil { lines.append(header) }
        if layout.heading != nil { lines.append(model.helpTop == nil ? heading : "") }
        lines += body + [bar, ""]
        let status = status
        // A status of several lines covers the lines above it until the next key.
        return Array(lines.dropLast(status.count)) + status
    }

    private var tiny: [String] {
        let level = model.level
        let text = model.message ?? level.filter.map { "/" + $0.text } ?? emptiness(level)
        return (level.top..<level.top + model.screen.rows).map { index in
            let isFirst = index == level.top
            let row = level.row(index)
            let isPlaying = row.map(isPlaying) ?? false
            let title = row?.title ?? (isFirst && level.count == 0 ? text : "")
            let marks = (index == level.selected ? "▸" : " ") + (isPlaying ? "▶" : "")
            let line = TextLayout.truncate(marks + title, to: model.screen.columns)
            return index == level.selected ? style.inverse(line) : line
        }
    }

    // MARK: Above

    private var header: String {
        let level = model.level
        // A filter stops when it has more matches than anyone would read.
        let more = level.filter?.isCut == true ? "+" : ""
        var place = level.count == 0 ? "" : "\(level.selected + 1)/\(level.count)\(more)"
        if let total = time(level) { place = total + "  " + place }
        if !level.marks.isEmpty {
            place = "\(level.marks.isWhole ? level.count : level.marks.rows.count) marked  " + place
        }
        let room = width - TextLayout.width(of: place) - 1
        if model.tab == .search, model.isTyping, model.trees[.search]?.levels.count == 1 {
            // The end of the query, where the user types, stays in view.
            let typed = parts.typed("Search: ", TextLayout.printable(model.query), room: room)
            return parts.header(typed, place, ghost: TextLayout.printable(model.queryHint?.rest ?? ""))
        }
        let ghost = TextLayout.printable(model.queryHint?.rest ?? "")
        return parts.header(shortened(titles, to: room), place, ghost: ghost)
    }

    private var titles: String {
        switch model.tab {
        case .queue:
            let source = ContextPhrase.sentence(model.queue.context) ?? model.queue.source.map(ContextPhrase.name)
            return source.map { "Queue · " + $0 } ?? "Queue"
        case .search where model.trees[.search]?.levels.count == 1:
            return "Search: " + TextLayout.printable(model.query)
        default:
            let levels = model.trees[model.tab]?.levels ?? []
            return levels.map { $0.title.isEmpty ? "OnCue" : $0.title }.joined(separator: " › ")
        }
    }

    /// Returns the playing time of the whole list, if all of it is known; for the queue, its remaining time.
    private func time(_ level: ListLevel) -> String? {
        guard width >= 36, level.filter == nil else { return nil }
        if level.source == .queue, level.count > 0, let time = model.queue.time {
            return time.text(report, isShort: width < 70)
        }
        guard width >= 50, level.source == .tree || level.source == .queue, let rows = level.pages.all, rows.count > 1
        else { return nil }
        let lengths = rows.compactMap(\.duration)
        guard lengths.count == rows.count else { return nil }
        return TimeText.clock(lengths.reduce(.zero, +))
    }

    /// Returns the titles with the beginning cut off, since the end is the most informative.
    private func shortened(_ titles: String, to room: Int) -> String {
        var parts = titles.split(separator: "›", omittingEmptySubsequences: false)[...]
        while TextLayout.width(of: parts.joined(separator: "›")) > room, parts.count > 1 {
            parts = parts.dropFirst(2)
            parts = ["… "] + parts
            if parts.count <= 2 { break }
        }
        return parts.joined(separator: "›")
    }

    // MARK: The middle

    private var body: [String] {
        let height = layout.body.count
        var rows: [String]
        if let top = model.helpTop {
            // The help is already as wide as the screen.
            rows = model.helpLines.dropFirst(top).map { model.info == nil ? $0 : TextLayout.truncate($0, to: width) }
        } else if model.tab == .now {
            rows = NowScreen(model, report, style).lines
        } else {
            rows = columns(height)
        }
        rows = Array(rows.prefix(height))
        return rows + Array(repeating: "", count: max(0, height - rows.count))
    }

    /// Returns the list between the outer list and the contents of the selected row.
    private func columns(_ height: Int) -> [String] {
        let columns = model.shownColumns
        let list = list(model.level, height, columns.list.count)
        guard columns.parent != nil || columns.preview != nil else { return list }
        let parent = columns.parent.map { parentList(height, $0.count) }
        let preview = columns.preview.map {
            model.openDirectory == nil ? previewList(height, $0.count) : FoundDetails.lines(model, width: $0.count)
        }
        return (0..<height).map { row in
            var line = ""
            if let parent, columns.parent != nil {
                line += at(parent, row) + style.dim("\u{1B}[\(columns.list.lowerBound)G│")
            }
            line += "\u{1B}[\(columns.list.lowerBound + 1)G" + at(list, row)
            if let preview, let place = columns.preview {
                line += style.dim("\u{1B}[\(place.lowerBound)G│") + "\u{1B}[\(place.lowerBound + 1)G" + at(preview, row)
            }
            return line
        }
    }

    /// The names of the columns of the list and of the contents of the selected row.
    private var heading: String {
        let columns = model.shownColumns
        let rows = rows(model.level, layout.body.count)
        var line = ""
        if columns.list.lowerBound > 0 { line += "\u{1B}[\(columns.list.lowerBound + 1)G" }
        line += style.dim(RowTable(rows, width: columns.list.count, style: style).heading)
        if let place = columns.preview, let preview = model.trees[model.tab]?.preview {
            let table = RowTable(previewRows(preview, layout.body.count), width: place.count, style: style)
            line += "\u{1B}[\(place.lowerBound + 1)G" + style.dim(table.heading)
        }
        return line
    }

    private func at(_ lines: [String], _ index: Int) -> String { lines.indices.contains(index) ? lines[index] : "" }

    private func list(_ level: ListLevel, _ height: Int, _ width: Int) -> [String] {
        guard level.count > 0 else {
            return TextLayout.wrap(emptiness(level), to: width, indent: RowTable.marksWidth, breaksWords: true)
                .map { TextLayout.truncate($0, to: width) }
        }
        let rows = rows(level, height)
        let table = RowTable(rows, width: width, style: style)
        return rows.map(table.line)
    }

    /// Returns the rows in view.
    private func rows(_ level: ListLevel, _ height: Int) -> [RowTable.Row] {
        let last = min(level.count, level.top + height)
        return (level.top..<max(level.top, last)).map { index in
            let row = withSong(model.withDownload(level.row(index)), at: index)
            return RowTable.Row(
                row: row, number: level.source == .queue && level.filter == nil ? index + 1 : nil,
                isSelected: index == level.selected, isMarked: row.map(level.marks.contains) ?? level.marks.isWhole,
                isPlaying: row.map(isPlaying) ?? false)
        }
    }

    /// Returns the row of a playing station with the title that it announces.
    private func withSong(_ row: ListRow?, at index: Int) -> ListRow? {
        guard var row, let entry = report?.entry, let song = entry.streamTitle, report?.status != .stopped else {
            return row
        }
        // In the history, only the newest row is about the present.
        let isNow =
            model.tab == .history ? index == 0 && row.identifier == entry.identifier : isPlaying(row)
        guard isNow else { return row }
        row.record.subtitle = song
        row.artist = song
        return row
    }

    private func isPlaying(_ row: ListRow) -> Bool {
        if model.tab == .queue { return row.id == model.queue.playing }
        guard let report, report.status != .stopped, let entry = report.entry, !entry.identifier.isEmpty,
            model.tab != .history
        else { return false }
        return row.identifier == entry.identifier
    }

    private func parentList(_ height: Int, _ width: Int) -> [String] {
        guard let levels = model.trees[model.tab]?.levels, levels.count > 1 else { return [] }
        let level = levels[levels.count - 2]
        let last = min(level.count, level.top + height)
        return (level.top..<max(level.top, last)).map { index in
            let title = TextLayout.fit(
                "  " + (level.row(index).map { ContentPhrase.title(of: $0.record) } ?? "…"), to: width)
            return index == level.selected ? style.bold(title) : style.dim(title)
        }
    }

    private func previewList(_ height: Int, _ width: Int) -> [String] {
        guard let preview = model.trees[model.tab]?.preview else { return [] }
        guard preview.count > 0 else { return [style.dim(TextLayout.truncate("   " + emptiness(preview), to: width))] }
        let rows = previewRows(preview, height)
        let table = RowTable(rows, width: width, style: style)
        return rows.map(table.line)
    }

    private func previewRows(_ preview: ListLevel, _ height: Int) -> [RowTable.Row] {
        (0..<min(height, preview.count)).map { RowTable.Row(row: model.withDownload(preview.row($0))) }
    }

    private func emptiness(_ level: ListLevel) -> String {
        if let failure = level.failure { return "! " + failure }
        if let filter = level.filter {
            if filter.text.isEmpty { return "type to filter" }
            return filter.isComplete ? "no matches" : "…"
        }
        if level.pages.total == nil || level.isLoading { return "loading…" }
        switch level.source {
        case .queue: return "the queue is empty"
        case .search(let query):
            return query.isEmpty ? "type words or a query, such as genre:jazz year:1960..1969" : "nothing found"
        case .suggestions: return "there is nothing to suggest yet"
        case .directory(_, let words): return "nothing found for \(TextLayout.printable(words)); ← goes back"
        default: return Self.empty[level.identifier] ?? "nothing here"
        }
    }

    private static let empty = [
        RootBranch.playlists.identifier.description: "no playlists yet; n creates one",
        RootBranch.podcasts.identifier.description: "no podcasts yet; n finds some and subscribes",
        RootBranch.radio.identifier.description: "no stations yet; n finds some and adds them",
    ]

    // MARK: Below

    private var bar: String {
        guard let report else { return style.dim(TextLayout.truncate("… oncued is not running", to: width)) }
        return AppBar(report, model.now.listening, width: width).text(style)
    }

    /// The most lines at the bottom.
    private static let mostLines = 3

    private var status: [String] {
        if let prompt = model.prompt { return question(prompt) }
        if let message = model.message { return wrapped(message) }
        return [hint]
    }

    /// Returns a text in as many lines as fit; the last of them is cut.
    private func wrapped(_ text: String, most: Int = Self.mostLines) -> [String] {
        guard TextLayout.width(of: text) > width else { return [text] }
        let lines = TextLayout.wrap(text, to: width, breaksWords: true)
        guard lines.count > most else { return lines.isEmpty ? [""] : lines }
        let rest = lines.dropFirst(most - 1).joined(separator: " ")
        return Array(lines.prefix(most - 1)) + [TextLayout.truncate(rest, to: width)]
    }

    private var hint: String {
        let level = model.level
        if let line = model.notices.line(width: width, style) { return line }
        if model.helpTop != nil {
            return style.dim(TextLayout.truncate("↑ ↓ scroll · any other key goes back", to: width))
        }
        if model.tab == .search, model.isTyping {
            return style.dim(KeyHelp.queryHint(model))
        }
        if let filter = level.filter, model.tab != .now {
            return parts.filterLine(filter, isTyped: model.isTyping, hint: "  Enter open/play · Tab keys · Esc clear")
        }
        if let failure = level.failure, model.tab != .now { return TextLayout.truncate("! " + failure, to: width) }
        if level.isLoading, model.tab != .now { return style.dim("loading…") }
        if let remark = level.remark, model.tab != .now, TextLayout.width(of: remark) <= width {
            return style.dim(remark)
        }
        return style.dim(KeyHelp.hint(model))
    }

    private func question(_ prompt: AppPrompt) -> [String] {
        // If everything fits except the title, the title is cut.
        let most = width * Self.mostLines - Self.leastTyped
        guard !prompt.takesOneKey else {
            let line = prompt.question(in: width)
            return line.hasSuffix("…") ? wrapped(prompt.question(in: most)) : [line]
        }
        // The typed text is more important than the question.
        let typed = min(max(TextLayout.width(of: prompt.text), Self.leastTyped), width / 2)
        let room = width - 1 - typed
        var question = prompt.question(in: room)
        var above: [String] = []
        if question.hasSuffix("…") {
            var lines = TextLayout.wrap(prompt.question(in: room * 2 - Self.leastTyped), to: room, breaksWords: true)
            question = (lines.popLast() ?? "") + " "
            above = Array(lines.suffix(Self.mostLines - 1))
        }
        let line = parts.typed(question, prompt.text)
        let matches = prompt.matches.filter { $0 != prompt.text }.prefix(8).joined(separator: "  ")
        guard !matches.isEmpty else { return above + [line] }
        let rest = width - TextLayout.width(of: question + prompt.text) - 4
        if TextLayout.width(of: matches) <= rest { return above + [line + style.dim("  " + matches)] }
        let left = Self.mostLines - 1 - above.count
        guard left > 0 else { return above + [line] }
        return above + wrapped(matches, most: left).map(style.dim) + [line]
    }
}
