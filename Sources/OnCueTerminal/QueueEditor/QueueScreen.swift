// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface

/// Draws the queue as lines, as many as the screen has and none wider; on a tiny screen only the entries.
struct QueueScreen {
    private let model: QueueModel
    private let parts: BrowserLines

    init(_ model: QueueModel) {
        self.model = model
        parts = BrowserLines(model.screen)
    }

    func lines(_ now: ContinuousClock.Instant) -> [String] {
        model.screen.isTiny ? tiny : [header] + body + [parts.nowPlaying(model.live, now), status]
    }

    private var level: BrowserLevel { model.level }

    private var tiny: [String] {
        (level.top..<level.top + model.screen.rows).map { index in
            let row = level.row(index)
            let title = row?.title ?? (index == level.top && level.count == 0 ? model.message ?? emptiness : "")
            let line = TextLayout.truncate(
                mark(row, isSelected: index == level.selected) + title, to: model.screen.columns)
            return index == level.selected ? parts.style.inverse(line) : line
        }
    }

    private var header: String {
        let more = level.filter?.isCut == true ? "+" : ""
        let place = level.count == 0 ? "" : "\(level.selected + 1)/\(level.count)\(more)"
        let source = ContextView.sentence(model.context) ?? model.source.map(ContextView.name)
        return parts.header(source.map { "Queue · " + $0 } ?? "Queue", place)
    }

    private var body: [String] {
        let rows = model.showsKeys ? parts.keys(QueueKeys.table) : list
        let missing = model.listHeight - rows.count
        return Array(rows.prefix(model.listHeight)) + Array(repeating: "", count: max(0, missing))
    }

    private var list: [String] {
        guard level.count > 0 else { return [TextLayout.truncate("  " + emptiness, to: parts.width)] }
        let last = min(level.count, level.top + model.listHeight)
        return (level.top..<max(level.top, last)).map { index in
            let isSelected = index == level.selected
            guard let row = level.row(index) else { return isSelected ? "▸  …" : "   …" }
            return parts.row(row, marks: mark(row, isSelected: isSelected) + " ", isSelected: isSelected)
        }
    }

    /// Whether a row is chosen, and whether it plays or follows because it is similar.
    private func mark(_ row: ContentRecord?, isSelected: Bool) -> String {
        let isPlaying = row != nil && row?.identifier == model.playing
        return (isSelected ? "▸" : " ") + (isPlaying ? "▶" : row?.isSimilar == true ? "≈" : " ")
    }

    private var emptiness: String {
        if let failure = level.failure { return "! " + failure }
        if let filter = level.filter {
            if filter.text.isEmpty { return "type to filter" }
            return filter.isComplete ? "no matches" : "…"
        }
        return level.pages.total == nil ? "loading…" : "the queue is empty"
    }

    private var status: String {
        if let prompt = model.prompt { return question(prompt) }
        if let message = model.message { return TextLayout.truncate(TextLayout.printable(message), to: parts.width) }
        if let filter = level.filter {
            return parts.filterLine(filter, isTyped: model.isTyping, hint: QueueKeys.filterHint)
        }
        if let failure = level.failure { return TextLayout.truncate("! " + failure, to: parts.width) }
        if model.showsKeys { return parts.style.dim(TextLayout.truncate("press any key to go back", to: parts.width)) }
        return parts.hint(QueueKeys.hints)
    }

    private func question(_ prompt: QueueModel.Prompt) -> String {
        switch prompt {
        case .clear:
            let entries = ContentPhrase.count(level.pages.total ?? 0, "entry", plural: "entries")
            return TextLayout.truncate("Remove all \(entries)? y/n", to: parts.width)
        case .save(let name): return parts.typed("Save as: ", name)
        }
    }
}
