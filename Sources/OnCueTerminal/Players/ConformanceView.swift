// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueDoctor
internal import TextOutput

/// The display of the findings about a player.
enum ConformanceView {
    /// Returns one line for each point: the verdict, the section of the specification, the point, and the deviation.
    static func lines(_ report: ConformanceReport, screen: Screen) -> [String] {
        let rows = report.findings.map { finding in
            [
                finding.verdict.rawValue, finding.section,
                finding.point + (finding.detail.isEmpty ? "" : ": " + TextLayout.printable(finding.detail)),
            ]
        }
        let table = TextTable(columns: [.fixed(), .fixed(), .flexible(minimumWidth: 20)], keptColumns: 3, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            guard column == 0 else { return column == 1 ? style.dim(cell) : cell }
            return report.findings[row].verdict == .ok ? style.dim(cell) : style.bold(cell)
        }
    }

    static func sentence(_ report: ConformanceReport) -> String {
        let name = TextLayout.printable(report.identity.isEmpty ? report.player : report.identity)
        let parts = ConformanceReport.Verdict.allCases.map { "\(report.count($0)) \($0.rawValue)" }
        return "\(name): " + parts.joined(separator: ", ")
    }

    static func json(_ report: ConformanceReport) -> JSONValue {
        [
            "player": .string(report.player), "identity": .string(report.identity),
            "total": .int(report.findings.count), "offset": .int(0),
            "items": .array(report.findings.map(json)),
        ]
    }

    private static func json(_ finding: ConformanceReport.Finding) -> JSONValue {
        [
            "section": .string(finding.section), "point": .string(finding.point),
            "verdict": .string(finding.verdict.rawValue),
            "detail": .string(orNull: finding.detail.isEmpty ? nil : finding.detail),
        ]
    }
}
