// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import TextOutput

/// Rows of cells, laid out in columns that fit a terminal.
package struct TextTable: Sendable {
    /// One column.
    package struct Column: Sendable, Equatable {
        /// The heading; columns without one leave it blank.
        package let title: String
        /// The alignment of cells.
        package let alignment: TextLayout.Alignment
        /// The fewest cells that the column may shrink to; nil if it never shrinks.
        package let minimumWidth: Int?

        /// A column as wide as its widest cell.
        package static func fixed(_ title: String = "", alignment: TextLayout.Alignment = .left) -> Column {
            Column(title: title, alignment: alignment, minimumWidth: nil)
        }

        /// A column that shrinks down to `minimumWidth` cells where room is scarce.
        package static func flexible(
            _ title: String = "", alignment: TextLayout.Alignment = .left, minimumWidth: Int = 8
        ) -> Column {
            Column(title: title, alignment: alignment, minimumWidth: max(1, minimumWidth))
        }
    }

    /// The columns from the left.
    package let columns: [Column]
    /// The number of columns from the left that stay, however narrow the terminal; at least 1.
    package let keptColumns: Int
    /// The cells of each row. Missing cells are empty, superfluous ones are left out.
    package var rows: [[String]]

    private static let gap = 2
    /// The widest that a column gets if nothing is cut, so that one very long cell does not push all other rows further
    /// than this.
    private static let widest = 60

    /// A table with these columns and rows.
    package init(columns: [Column], keptColumns: Int = 1, rows: [[String]] = []) {
        self.columns = columns
        self.keptColumns = max(1, keptColumns)
        self.rows = rows
    }

    /// The lines of the table, the headings first if any column has one, without trailing spaces.
    ///
    /// With a `width` no line is wider: flexible columns shrink, the widest first; then columns are left out from the
    /// right as far as `keptColumns`; then those that stay are cut, flexible ones first. Without one (a pipe) nothing
    /// is. `style` may wrap a finished cell in escape sequences; it gets the row (-1 for headings), the column and the
    /// cell with its padding.
    /// - Complexity: linear in the number of cells.
    package func lines(
        width: Int? = nil, style: (_ row: Int, _ column: Int, _ cell: String) -> String = { $2 }
    ) -> [String] {
        let widths = widths(within: width)
        let hasTitles = columns.contains { !$0.title.isEmpty }
        var lines: [String] = []
        if hasTitles { lines.append(line(-1, columns.map(\.title), widths, isCut: width != nil, style)) }
        for (index, row) in rows.enumerated() { lines.append(line(index, row, widths, isCut: width != nil, style)) }
        return lines
    }

    private func line(
        _ row: Int, _ cells: [String], _ widths: [Int], isCut: Bool, _ style: (Int, Int, String) -> String
    ) -> String {
        var result = ""
        var pending = 0
        for (index, width) in widths.enumerated() where width > 0 {
            let column = columns[index]
            let text = index < cells.count ? cells[index] : ""
            // Without a width nothing is cut; a cell that is longer than its column pushes the rest aside.
            var cell =
                isCut || TextLayout.width(of: text) <= width
                ? TextLayout.fit(text, to: width, alignment: column.alignment) : TextLayout.printable(text)
            var trailing = 0
            while cell.last == " " {
                cell.removeLast()
                trailing += 1
            }
            if !cell.isEmpty {
                result += TextLayout.spaces(pending) + style(row, index, cell)
                pending = 0
            }
            pending += trailing + Self.gap
        }
        return result
    }

    // MARK: Widths

    /// One width per shown column; a column that is left out is not in it.
    private func widths(within limit: Int?) -> [Int] {
        var widths = columns.indices.map { index in
            rows.reduce(TextLayout.width(of: columns[index].title)) { widest, row in
                index < row.count ? max(widest, TextLayout.width(of: row[index])) : widest
            }
        }
        guard let limit else {
            return columns.indices.map { columns[$0].minimumWidth == nil ? widths[$0] : min(widths[$0], Self.widest) }
        }
        // No column can have more than all; this also bounds the work of shrinking.
        widths = widths.map { min($0, max(0, limit)) }
        let minimums = columns.indices.map { min(widths[$0], columns[$0].minimumWidth ?? widths[$0]) }
        while widths.count > keptColumns, Self.total(minimums[..<widths.count]) > limit { widths.removeLast() }
        Self.shrink(&widths, to: limit, minimums: minimums)
        Self.shrink(
            &widths, to: limit,
            minimums: widths.indices.map { columns[$0].minimumWidth == nil ? widths[$0] : min(1, widths[$0]) })
        Self.shrink(&widths, to: limit, minimums: widths.map { min(1, $0) })
        while Self.total(widths[...]) > limit, !widths.isEmpty { widths.removeLast() }
        return widths
    }

    /// Returns the width of all columns with the gaps between those that are not empty.
    private static func total(_ widths: ArraySlice<Int>) -> Int {
        let shown = widths.filter { $0 > 0 }
        return shown.reduce(0, +) + max(0, shown.count - 1) * gap
    }

    /// Shrinks the widest column that may be shrunk, until all fit or none may.
    private static func shrink(_ widths: inout [Int], to limit: Int, minimums: [Int]) {
        var excess = total(widths[...]) - limit
        while excess > 0 {
            let giving = widths.indices.filter { widths[$0] > minimums[$0] }
            guard let widest = giving.max(by: { widths[$0] < widths[$1] }) else { return }
            // Reduce to the next widest in one step, so that a very long cell does not take longer than a short one.
            let next = giving.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
            let step = max(1, min(excess, widths[widest] - max(next, minimums[widest])))
            widths[widest] -= step
            excess -= step
        }
    }
}
