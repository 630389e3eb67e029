// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueCore
internal import TextOutput

/// The display of the health checks.
enum HealthView {
    /// Returns one line for each check, with the next step below those that report a problem.
    static func lines(_ checks: [HealthCheck], screen: Screen) -> [String] {
        let rows = checks.flatMap { check -> [(check: HealthCheck, cells: [String])] in
            let first = [check.verdict.rawValue, check.name, TextLayout.printable(check.detail)]
            let next = check.advice.isEmpty ? [] : [["", "", "next: " + TextLayout.printable(check.advice)]]
            return ([first] + next).map { (check, $0) }
        }
        let table = TextTable(
            columns: [.fixed(), .fixed(), .flexible(minimumWidth: 20)], keptColumns: 3, rows: rows.map(\.cells))
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            guard column == 0 else { return column == 1 ? style.dim(cell) : cell }
            return rows[row].check.verdict == .ok ? style.dim(cell) : style.bold(cell)
        }
    }

    static func sentence(_ checks: [HealthCheck]) -> String {
        HealthCheck.Verdict.allCases.map { verdict in
            "\(checks.count { $0.verdict == verdict }) \(verdict.rawValue)"
        }.joined(separator: ", ")
    }

    static func json(_ checks: [HealthCheck]) -> JSONValue { .listing(checks.map(\.json)) }
}
