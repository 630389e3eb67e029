// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueCore

/// The configuration for people and as JSON.
enum ConfigurationView {
    static func lines(_ configuration: Configuration, screen: Screen) -> [String] {
        // Of the many keys of the full-screen program, only the changed ones are shown.
        let keys = ConfigurationKey.all.filter {
            $0.group != ConfigurationKey.keysGroup || configuration.source($0) != .standard
        }
        let table = TextTable(
            columns: [
                .fixed("KEY"), .flexible("VALUE", minimumWidth: 12), .fixed("DEFAULT"), .fixed("FROM"),
                .flexible("TAKES", minimumWidth: 12),
            ],
            keptColumns: 2,
            rows: keys.map { key in
                [
                    key.name, configuration.text(key), key.standard, configuration.source(key).rawValue, key.expected,
                ]
            })
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            if row < 0 { return style.dim(cell) }
            let isSet = configuration.source(keys[row]) != .standard
            return column == 1 && isSet ? style.bold(cell) : column > 1 ? style.dim(cell) : cell
        }
    }

    /// Prints the problems of the file, and the configuration in effect meanwhile.
    static func say(_ choice: ConfigurationChoice, _ context: CommandContext) {
        let path = context.configuration.path
        for problem in choice.problems { context.console.say("\(path): \(problem.sentence)") }
        guard !choice.isFromFile else { return }
        context.console.say("The file is broken, so the last valid version is in force; fix it with: oncue config edit")
    }

    // MARK: JSON

    static func json(_ choice: ConfigurationChoice, path: String) -> JSONValue {
        let items = ConfigurationKey.all.map { json($0, choice.configuration) }
        return .object(
            head(choice, path) + [
                .init("total", .int(items.count)), .init("offset", .int(0)), .init("items", .array(items)),
            ])
    }

    /// Returns only the problems, as JSON.
    static func json(problemsOf choice: ConfigurationChoice, path: String) -> JSONValue {
        .object(head(choice, path))
    }

    static func json(_ problems: [ConfigurationProblem]) -> JSONValue {
        .array(
            problems.map { problem in
                [
                    "line": .int(orNull: problem.line), "message": .string(problem.message),
                    "fatal": .bool(problem.isFatal),
                ]
            })
    }

    private static func head(_ choice: ConfigurationChoice, _ path: String) -> [JSONValue.Member] {
        [
            .init("file", .string(path)), .init("broken", .bool(!choice.isFromFile)),
            .init("problems", json(choice.problems)),
        ]
    }

    static func json(_ key: ConfigurationKey, _ configuration: Configuration) -> JSONValue {
        let words = key.words.map { JSONValue.string($0) }
        return [
            "key": .string(key.name), "type": .string(key.type), "value": json(configuration.value(key)),
            "default": key.value(key.standard).map(json) ?? .null,
            "source": .string(configuration.source(key).rawValue), "unit": .string(orNull: key.unit),
            "minimum": key.bounds.map { json(.number($0.lowerBound)) } ?? .null,
            "maximum": key.bounds.map { json(.number($0.upperBound)) } ?? .null,
            "words": words.isEmpty ? .null : .array(words), "effect": .string(key.effect.rawValue),
            "description": .string(key.summary),
        ]
    }

    private static func json(_ value: ConfigurationValue) -> JSONValue {
        switch value {
        case .number(let number): number == number.rounded() ? .int(Int(number)) : .double(number)
        case .flag(let isSet): .bool(isSet)
        case .text(let text): .string(text)
        }
    }
}
