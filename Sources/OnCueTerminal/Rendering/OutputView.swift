// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The outputs in columns, and as JSON.
enum OutputView {
    static func lines(_ listing: OutputListing, screen: Screen) -> [String] {
        let rows = listing.outputs.enumerated().map { index, output in
            [output.isCurrent ? "▶" : "", String(index + 1), output.title, output.kind, notes(output, listing)]
        }
        let table = TextTable(
            columns: [
                .fixed(), .fixed(alignment: .right), .flexible(minimumWidth: 16), .fixed(), .flexible(minimumWidth: 7),
            ],
            keptColumns: 3, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 0, 1: style.accent(cell)
            case 2: listing.outputs[row].isCurrent ? style.bold(cell) : cell
            default: style.dim(cell)
            }
        }
    }

    private static func notes(_ output: OutputListing.Output, _ listing: OutputListing) -> String {
        var notes: [String] = []
        if listing.isChosen(output) { notes.append("chosen") }
        if output.isDefault { notes.append("default") }
        if !output.isAvailable { notes.append("nothing plugged in") }
        return notes.joined(separator: ", ")
    }

    /// Returns the facts that are not in the list.
    static func summary(_ listing: OutputListing) -> String {
        if let fixed = listing.fixed {
            return "Sound goes to \"\(TextLayout.printable(fixed))\", which the daemon was started with"
        }
        guard listing.isServerThere || !listing.outputs.isEmpty else {
            guard let title = listing.chosen?.title else { return "No sound server is running" }
            return "\(TextLayout.printable(title)) is chosen but not connected, and no sound server is running"
        }
        guard let chosen = listing.chosen else { return "Sound follows the default output" }
        let title = TextLayout.printable(chosen.title)
        let missing = listing.together.filter { id in !listing.outputs.contains { $0.identifier == id } }
        if !listing.together.isEmpty, missing.count < listing.together.count {
            return missing.isEmpty
                ? "Sound goes to \(title)"
                : "\(title) are chosen; \(missing.count) of them \(missing.count == 1 ? "is" : "are") not connected"
        }
        guard listing.outputs.contains(where: listing.isChosen) else {
            return "\(title) is chosen but not connected; sound goes to the default output for now"
        }
        return "\(title) is chosen; to follow the default output: oncue output default"
    }

    static func json(_ listing: OutputListing) -> JSONValue {
        [
            "total": .int(listing.outputs.count),
            "offset": .int(0),
            "items": .array(listing.outputs.enumerated().map { json($1, number: $0 + 1, listing) }),
            "chosen": listing.chosen.map { ["identifier": .string($0.identifier), "title": .string($0.title)] }
                ?? .null,
            "server": .bool(listing.isServerThere),
            "fixed": .string(orNull: listing.fixed),
        ]
    }

    private static func json(_ output: OutputListing.Output, number: Int, _ listing: OutputListing) -> JSONValue {
        output.json(number: number, ["chosen": .value(.bool(listing.isChosen(output)))])
    }
}
