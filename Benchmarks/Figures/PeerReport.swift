// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// Shows rows of several players, as Markdown for people and as JSON for programs.
struct PeerReport {
    /// The players of the run, OnCue first.
    let players: [String]
    let rows: [PeerRow]
    /// Comparisons that could not be made, each as a sentence.
    let failures: [String]
    /// What was measured, and on what, each as a sentence or two.
    let facts: [String]

    /// The table with the ratios.
    var table: [String] {
        let head = ["Measurement", "Unit"] + players + ["bare limit", "to the best", "to the bare"]
        return Self.markdown(
            head, alignment: [false, false] + head.dropFirst(2).map { _ in true }, rows: rows.map(cells))
    }

    /// The whole page.
    var page: [String] {
        [
            "# OnCue compared with other players", "",
            "Written by `make bench-peers` (`oncue-bench --peers --write Benchmarks`). Every figure in the tables comes from that one",
            "run; the reasons why OnCue is behind come from separate investigations, with figures of their own.",
            "Lower is better in every row. A cell is the median of the runs. “to the best” is OnCue’s median divided by that of the",
            "best other player, and “to the bare” by what the machine needs without a player. A dash means that the player cannot",
            "do this. Rows that differ by no more than 2% are level.",
            "",
        ] + facts.map { "- " + $0 } + [""] + table + section("Where OnCue is behind", behind)
            + section("What rows consist of", parts)
            + section("What could not be measured", failures.map { "- " + $0 })
            + section("What each row measures", rows.map { "- **\($0.name)**: \($0.method)" })
            + section("Lowest and highest", spread)
    }

    private var behind: [String] {
        let late = rows.filter(\.isBehind)
        guard !late.isEmpty else { return ["In no row."] }
        return late.map { row in
            let ratio = row.ratioToBest.map { FigureReport.number($0) + " times " } ?? "more than "
            return "- **\(row.name)**, \(ratio)\(row.best?.name ?? ""): \(row.reason ?? "not investigated yet.")"
        }
    }

    private var parts: [String] {
        rows.filter { !$0.parts.isEmpty }.map { "- **\($0.name)**: " + $0.parts.joined(separator: " ") }
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", "## " + title, ""] + lines
    }

    private func cells(_ row: PeerRow) -> [String] {
        let bare = row.bare.flatMap { bare in
            bare.samples.median.map { "\(FigureReport.number($0)) (\(bare.name))" }
        }
        return [row.name, row.unit] + players.map { Self.number(row.median(of: $0)) }
            + [bare ?? "–", Self.number(row.ratioToBest), Self.number(row.ratioToBare)]
    }

    private var spread: [String] {
        let head = ["Measurement", "Unit"] + players
        let cells = rows.map { row in
            [row.name, row.unit]
                + players.map { player in
                    guard let values = row.samples[player]?.values, let low = values.min(), let high = values.max()
                    else { return "–" }
                    return "\(FigureReport.number(low)) to \(FigureReport.number(high)), \(values.count)"
                }
        }
        return ["The number after the comma is the number of runs.", ""]
            + Self.markdown(head, alignment: [false, false] + players.map { _ in true }, rows: cells)
    }

    private static func number(_ value: Double?) -> String { value.map(FigureReport.number) ?? "–" }

    /// - Parameter alignment: Whether a column is set to the right.
    private static func markdown(_ head: [String], alignment: [Bool], rows: [[String]]) -> [String] {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        return [line(head), line(alignment.map { $0 ? "---:" : "---" })] + rows.map(line)
    }

    var json: JSONValue {
        .object([
            .init("facts", .array(facts.map(JSONValue.string))), .init("rows", .array(rows.map(json))),
            .init("failures", .array(failures.map(JSONValue.string))),
        ])
    }

    private func json(_ row: PeerRow) -> JSONValue {
        let medians = players.map { JSONValue.Member($0, .double(orNull: row.median(of: $0))) }
        return .object([
            .init("name", .string(row.name)), .init("unit", .string(row.unit)), .init("medians", .object(medians)),
            .init("bare", .double(orNull: row.bare?.samples.median)),
            .init("ratioToBest", .double(orNull: row.ratioToBest)),
            .init("ratioToBare", .double(orNull: row.ratioToBare)), .init("behind", .bool(row.isBehind)),
            .init("reason", .string(orNull: row.isBehind ? row.reason : nil)),
            .init("parts", .array(row.parts.map(JSONValue.string))),
        ])
    }
}
