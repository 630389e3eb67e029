// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

/// Lines shared by several screens, none wider than the screen.
struct AppLines {
    let width: Int
    let style: Style

    init(_ screen: Screen) {
        width = screen.width
        style = Style(isOn: screen.usesColor)
    }

    /// Returns a line with titles on the left and a position on the right.
    ///
    /// - Parameter ghost: Grey text after the titles.
    func header(_ titles: String, _ place: String, ghost: String = "") -> String {
        let room = width - TextLayout.width(of: place) - 1
        let rest = room - TextLayout.width(of: titles)
        if !ghost.isEmpty, rest > 1 {
            return style.bold(titles) + style.dim(TextLayout.fit(ghost, to: rest)) + " " + style.dim(place)
        }
        return style.bold(TextLayout.fit(titles, to: room)) + " " + style.dim(place)
    }

    /// Returns the line with the filter text, and the progress of the filter through the list.
    func filter(_ filter: ListFilter, isTyped: Bool = true) -> String {
        let looked =
            filter.isComplete || filter.text.isEmpty
            ? "" : "  \(filter.looked) of \(filter.total.map(String.init) ?? "…")"
        return typed("/ ", filter.text, isTyped: isTyped, room: width - TextLayout.width(of: looked))
            + style.dim(looked)
    }

    /// Returns a filter line with the remaining keys, if there is room for them.
    func filterLine(_ filter: ListFilter, isTyped: Bool, hint: String) -> String {
        let line = self.filter(filter, isTyped: isTyped)
        let room = width - TextLayout.width(of: "/ ▏" + filter.text) - 16
        return isTyped && TextLayout.width(of: hint) <= room ? line + style.dim(hint) : line
    }

    /// Wraps a line of details into as many lines as it needs; the value after a name keeps its column, if that leaves
    /// half of the width.
    static func wrapped(_ line: String, to width: Int) -> [String] {
        guard TextLayout.width(of: line) > width else { return [line] }
        let indent = line.prefix { $0 == " " }
        let gap = line.dropFirst(indent.count).firstRange(of: "  ")
        let value = gap.map { line[$0.lowerBound...].drop { $0 == " " } } ?? line[...].dropFirst(indent.count)
        let name = String(line[..<value.startIndex])
        let column = TextLayout.width(of: name)
        guard column <= width / 2 else {
            return [TextLayout.truncate(name, to: width)]
                + TextLayout.wrap(String(value), to: width, indent: indent.count + 2, breaksWords: true)
        }
        let lines = TextLayout.wrap(String(value), to: width, indent: column, breaksWords: true)
        return lines.enumerated().map { $0 == 0 ? name + $1.dropFirst(column) : $1 }
    }

    /// Returns a line with a prompt and the text being typed.
    func typed(_ question: String, _ text: String, isTyped: Bool = true, room: Int? = nil) -> String {
        let room = max(0, (room ?? width) - TextLayout.width(of: question) - 1)
        // The end of the text stays visible.
        let isLong = TextLayout.width(of: text) > room
        let shown = !isLong ? text : room == 0 ? "" : "…" + String(text.suffix((room - 1) / 2))
        return TextLayout.truncate(question, to: width - (isTyped ? 1 : 0)) + TextLayout.printable(shown)
            + (isTyped ? "▏" : "")
    }
}
