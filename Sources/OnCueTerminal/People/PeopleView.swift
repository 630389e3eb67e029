// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// People and the activities with them, for display and as JSON.
enum PeopleView {
    static func lines(_ people: [PersonRecord], screen: Screen) -> [String] {
        let rows = people.map { person in
            [
                person.isPresent ? "▶" : "", person.name,
                person.interactions == 0 ? "" : ContentPhrase.count(person.interactions, "time"),
                person.last.map(MomentText.text) ?? "",
                (person.devices + addresses(person).prefix(1)).joined(separator: ", "),
            ]
        }
        let style = Style(isOn: screen.usesColor)
        let table = TextTable(
            columns: [
                .fixed(), .flexible(minimumWidth: 10), .fixed(), .fixed(), .flexible(minimumWidth: 10),
            ], keptColumns: 2, rows: rows)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 0: style.accent(cell)
            case 1: people[row].isPresent ? style.bold(cell) : cell
            default: style.dim(cell)
            }
        }
    }

    static func addresses(_ person: PersonRecord) -> [String] {
        person.mails + person.messengers + person.telephones
    }

    static func lines(_ person: PersonRecord, _ page: InteractionPage, screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        var lines = [style.bold(TextLayout.printable(person.name))]
        let facts = [
            ("devices", person.devices), ("mail", person.mails), ("messengers", person.messengers),
            ("telephones", person.telephones),
        ]
        for (label, values) in facts where !values.isEmpty {
            lines.append(style.dim(label + ": ") + TextLayout.printable(values.joined(separator: ", ")))
        }
        let rows = page.interactions.map { entry in
            [
                MomentText.text(entry.time), arrow(entry.direction) + entry.action, entry.title ?? "",
                entry.group ?? entry.program,
            ]
        }
        let table = TextTable(
            columns: [.fixed(), .flexible(minimumWidth: 8), .flexible(minimumWidth: 12), .flexible(minimumWidth: 8)],
            keptColumns: 3, rows: rows)
        return lines + table.lines(width: screen.tableWidth) { _, column, cell in column == 2 ? cell : style.dim(cell) }
    }

    private static func arrow(_ direction: String?) -> String {
        switch direction {
        case "incoming": "← "
        case "mutual": "↔ "
        default: "→ "
        }
    }

    static func json(_ person: PersonRecord, _ page: InteractionPage) -> JSONValue {
        [
            "person": person.json, "total": .int(page.total), "offset": .int(0),
            "items": .array(page.interactions.map(\.json)),
        ]
    }
}
