// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A manual page that is not about a command.
package struct ManualPage: Sendable, Equatable {
    /// A part of a section.
    package enum Block: Sendable, Equatable {
        case paragraph(String)
        /// A term with paragraphs about it.
        case entry(String, [String])
        /// Lines to print unchanged.
        case literal([String])
    }

    /// A heading and its content.
    package struct Section: Sendable, Equatable {
        package let heading: String
        package let blocks: [Block]

        package init(_ heading: String, _ blocks: [Block]) {
            self.heading = heading
            self.blocks = blocks
        }
    }

    private let title: String
    private let section: Int
    private let date: String
    private let source: String
    private let summary: String
    private let sections: [Section]

    /// - Parameters:
    ///   - title: The name of the page.
    ///   - section: The section of the manual.
    ///   - date: The date in the footer, for which `man` requires YYYY-MM-DD.
    ///   - source: The program and its version.
    ///   - summary: The line after the title.
    package init(title: String, section: Int, date: String, source: String, summary: String, sections: [Section]) {
        self.title = title
        self.section = section
        self.date = date
        self.source = source
        self.summary = summary
        self.sections = sections
    }

    /// The page in the `man` macros of roff.
    package var text: String {
        var lines = Roff.head(title, section: section, date: date, source: source, summary: summary)
        for section in sections {
            lines.append(".SH \(Roff.text(section.heading))")
            for (index, block) in section.blocks.enumerated() { lines += Self.lines(block, isFirst: index == 0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ block: Block, isFirst: Bool) -> [String] {
        switch block {
        // The heading already begins the first paragraph.
        case .paragraph(let text): (isFirst ? [] : [".PP"]) + [Roff.text(text)]
        case .entry(let term, let paragraphs):
            [".TP", #"\fB\#(Roff.text(term))\fR"#] + paragraphs.map { [Roff.text($0)] }.joined(separator: [".IP"])
        case .literal(let lines): [".PP", ".RS", ".nf"] + lines.map(Roff.text) + [".fi", ".RE"]
        }
    }
}
