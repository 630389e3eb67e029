// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Testing
import TextOutput

@Suite("Text tables")
struct TextTableTests {
    private let table = TextTable(
        columns: [
            .fixed("#", alignment: .right), .flexible("Title", minimumWidth: 6), .flexible("Artist", minimumWidth: 6),
            .fixed("Time", alignment: .right),
        ], keptColumns: 2,
        rows: [["1", "So What", "Miles Davis", "9:22"], ["10", "Blue in Green", "Miles Davis", "5:37"]])

    @Test("Without a width nothing is cut")
    func natural() {
        #expect(
            table.lines() == [
                " #  Title          Artist       Time", " 1  So What        Miles Davis  9:22",
                "10  Blue in Green  Miles Davis  5:37",
            ])
    }

    @Test("Flexible columns shrink, the widest first")
    func shrinks() {
        #expect(
            table.lines(width: 31) == [
                " #  Title      Artist      Time", " 1  So What    Miles Dav…  9:22", "10  Blue in…   Miles Dav…  5:37",
            ])
    }

    @Test("Columns are left out from the right where the terminal is too narrow")
    func drops() {
        #expect(table.lines(width: 20) == [" #  Title    Artist", " 1  So What  Miles…", "10  Blue i…  Miles…"])
        #expect(table.lines(width: 12) == [" #  Title", " 1  So What", "10  Blue in…"])
        #expect(table.lines(width: 5) == [" #  …", " 1  …", "10  …"])
        #expect(table.lines(width: 0) == ["", "", ""])
    }

    @Test("Cells far wider than the terminal are cut at once")
    func hugeCells() {
        let huge = String(repeating: "x", count: 1_000_000)
        let columns: [TextTable.Column] = [.flexible(), .flexible(), .fixed()]
        let table = TextTable(columns: columns, keptColumns: 2, rows: [[huge, huge, "a"]])

        #expect(table.lines(width: 12) == ["xxxx…  xxxx…"])
    }

    @Test("Missing cells are empty and superfluous ones left out")
    func ragged() {
        let table = TextTable(columns: [.fixed(), .fixed()], rows: [["a"], ["b", "c", "d"], []])

        #expect(table.lines() == ["a", "b  c", ""])
    }

    @Test("Style is applied to cells after the layout, without padding")
    func style() {
        let lines = table.lines { row, column, cell in row == 0 && column == 1 ? "<\(cell)>" : cell }

        #expect(lines[1] == " 1  <So What>        Miles Davis  9:22")
    }

    @Test("No line is wider than the terminal, whatever the cells", arguments: [4, 5] as [UInt64])
    func neverWider(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let columns: [TextTable.Column] = (0..<Int.random(in: 1...5, using: &generator)).map { index in
                Bool.random(using: &generator)
                    ? .fixed(index == 0 ? "Title" : "", alignment: .right)
                    : .flexible(minimumWidth: Int.random(in: 0...12, using: &generator))
            }
            let rows = (0..<4).map { _ in columns.map { _ in generator.text(upTo: 15) } }
            let width = Int.random(in: 0...60, using: &generator)
            let table = TextTable(columns: columns, keptColumns: Int.random(in: 0...3, using: &generator), rows: rows)
            for line in table.lines(width: width) {
                #expect(TextLayout.width(of: line) <= width)
            }
        }
    }

    @Test("Without a width nothing is cut, and one very long cell does not move all other rows")
    func longCellInPipe() {
        let long = String(repeating: "x", count: 300)
        let table = TextTable(columns: [.flexible(), .fixed()], rows: [["a", "1"], [long, "2"]])

        #expect(table.lines() == ["a" + String(repeating: " ", count: 61) + "1", long + "  2"])
    }
}
