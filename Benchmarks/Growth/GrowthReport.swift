// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// Figures over the size of the library.
struct GrowthReport {
    struct Line {
        let name: String
        let unit: String
        fileprivate(set) var points: [(size: Int, samples: Samples)] = []

        init(name: String, unit: String) {
            self.name = name
            self.unit = unit
        }

        /// The medians.
        var medians: [(size: Int, value: Double)] {
            points.compactMap { point in point.samples.median.map { (point.size, $0) } }
        }
    }

    private(set) var lines: [Line]
    var facts: [String] = []

    init(lines: [Line]) {
        self.lines = lines
    }

    mutating func add(_ samples: Samples, to name: String, at size: Int) {
        guard let index = lines.firstIndex(where: { $0.name == name }) else { return }
        lines[index].points.append((size, samples))
    }

    /// The plot as a file of its own.
    var plot: String { GrowthPlot(lines: lines).text }

    /// The page that shows the plot and has its figures.
    var page: [String] {
        [
            "# How cost grows", "",
            "Written by `make bench-growth` (`oncue-bench --growth --write Benchmarks`), with libraries of small",
            "generated files that the daemon has read. Each figure is a median.", "",
            "![Cost by number of tracks](growth.svg)", "",
        ] + facts.map { "- " + $0 } + [""] + table
    }

    private var table: [String] {
        let sizes = lines.first?.points.map(\.size) ?? []
        let head = ["", "Unit"] + sizes.map { FigureReport.number(Double($0)) + " tracks" }
        let rows = lines.map { line in [line.name, line.unit] + line.medians.map { FigureReport.number($0.value) } }
        return ([head, ["---", "---"] + sizes.map { _ in "---:" }] + rows).map {
            "| " + $0.joined(separator: " | ") + " |"
        }
    }

    var json: JSONValue {
        .object([
            .init("facts", .array(facts.map(JSONValue.string))),
            .init(
                "lines",
                .array(
                    lines.map { line in
                        .object([
                            .init("name", .string(line.name)), .init("unit", .string(line.unit)),
                            .init(
                                "medians",
                                .object(line.medians.map { .init(String($0.size), .double($0.value)) })),
                        ])
                    })),
        ])
    }
}
