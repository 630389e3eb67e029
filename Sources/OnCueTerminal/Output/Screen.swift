// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The properties of an output.
package struct Screen: Sendable, Equatable {
    /// Whether it is a terminal; a pipe or a file otherwise.
    package var isTerminal: Bool
    /// Whether to use colours.
    package var usesColor: Bool
    /// Cells in a line, at least 20.
    package var width: Int
    /// Lines, at least 5.
    package var height: Int
    /// The actual number of columns and rows, at least 1, for full-screen drawing.
    package var columns: Int
    package var rows: Int

    package init(isTerminal: Bool = false, usesColor: Bool = false, width: Int = 80, height: Int = 24) {
        self.isTerminal = isTerminal
        self.usesColor = usesColor && isTerminal
        self.width = max(20, width)
        self.height = max(5, height)
        columns = max(1, width)
        rows = max(1, height)
    }

    /// The same screen with the actual size of the terminal, regardless of `COLUMNS`.
    var real: Screen { Screen(isTerminal: isTerminal, usesColor: usesColor, width: columns, height: rows) }

    /// Whether the screen is too small to draw lines and tables.
    var isTiny: Bool { columns < width || rows < height }

    /// The width limit of tables; `nil` in a pipe, where nothing is cut.
    package var tableWidth: Int? { isTerminal ? width : nil }

    /// The width limit of a line that is redrawn: two cells are left for the `^C` that terminals write on Ctrl-C, and
    /// one because some terminals wrap a full line.
    package var liveWidth: Int { width - 3 }

    /// Creates the screen from the environment (`NO_COLOR`, `TERM`, `COLUMNS`) and the size that the terminal reports.
    package init(
        isTerminal: Bool, terminalWidth: Int?, terminalHeight: Int? = nil, environment: [String: String]
    ) {
        let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
        let isPlain = environment["TERM"] == "dumb" || !(environment["NO_COLOR"] ?? "").isEmpty
        self.init(
            isTerminal: isTerminal, usesColor: !isPlain, width: columns ?? terminalWidth ?? 80,
            height: terminalHeight ?? 24)
        self.columns = max(1, terminalWidth ?? self.width)
    }
}
