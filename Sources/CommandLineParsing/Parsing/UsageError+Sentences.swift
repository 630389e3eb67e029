// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

extension UsageError {
    /// A word that is not one of `parent`'s commands.
    static func unknownCommand(
        _ word: String, in parent: CommandDefinition, call: String, table: CommandTable
    ) -> UsageError {
        let names = parent.visibleSubcommands.flatMap { [$0.name] + $0.aliases }
        let nearest = NearestWord.of(word, among: names)
        let hint = nearest.map { "; did you mean \(Phrase.quoted($0))?" } ?? ""
        return UsageError(
            .unknownCommand, call: call,
            "unknown command \(Phrase.quoted(word))\(hint) (\(table.helpCall(for: call)) lists the commands)",
            suggestion: nearest)
    }

    /// A command that needs a sub-command and has none.
    static func missingCommand(in parent: CommandDefinition, call: String, table: CommandTable) -> UsageError {
        let names = parent.visibleSubcommands.map(\.name)
        let expected = names.count > 8 ? "" : "; expected \(Phrase.alternatives(names))"
        return UsageError(
            .missingCommand, call: call,
            "missing command\(expected) (\(table.helpCall(for: call)) lists the commands)")
    }

    /// Returns the error for an option that neither the command nor the program declares. `form` is the word as typed,
    /// with dashes.
    static func unknownOption(
        _ form: String, command: CommandDefinition, call: String, table: CommandTable
    ) -> UsageError {
        let shown = Phrase.printable(form)
        let word = String(form.drop { $0 == "-" })
        let candidates = (command.options + table.sharedOptions).map(\.name)
        let isLongWord = form.hasPrefix("--") || word.count > 2
        if isLongWord, let nearest = NearestWord.of(word, among: candidates) {
            return UsageError(
                .unknownOption, call: call, "unknown option \(shown); did you mean --\(nearest)?",
                suggestion: "--\(nearest)")
        }
        if command == table.root, let owner = table.commands.first(where: { $0.option(named: word) != nil }) {
            let right = "\(table.program) \(owner.name) --\(word)"
            return UsageError(
                .unknownOption, call: call,
                "option \(shown) belongs to a command; write it after the command, as in \"\(right)\"",
                suggestion: right)
        }
        return UsageError(
            .unknownOption, call: call, "unknown option \(shown) (\(table.helpCall(for: call)) lists the options)")
    }

    /// An option without the value that it needs; `next` is the word in its place.
    static func missingValue(
        of option: OptionDefinition, _ value: ValueDefinition, next: String?, call: String
    ) -> UsageError {
        var text = "option \(option.longForm) needs a value, \(value.placeholder)"
        if !value.expected.isEmpty { text += "; expected \(value.expected)" }
        if let next {
            let shown = Phrase.printable(next)
            text += " (if \(Phrase.quoted(next)) is meant as the value, write \(option.longForm)=\(shown))"
        }
        return UsageError(.missingValue, call: call, text)
    }

    /// Returns the error for a word that is not a valid `value`.
    static func invalid(
        _ word: String, for value: ValueDefinition, option: OptionDefinition?, call: String, expected: String? = nil
    ) -> UsageError {
        let kind = value.kind.isEmpty ? "a valid \(value.placeholder)" : value.kind
        let nearest = NearestWord.of(word, among: value.allowed)
        let expected = expected ?? value.expected
        var text = option.map { "\($0.longForm): " } ?? ""
        text += "\(Phrase.quoted(word)) is not \(kind)"
        if !expected.isEmpty { text += "; expected \(expected)" }
        if let nearest { text += " (did you mean \(Phrase.quoted(nearest))?)" }
        return UsageError(.invalidValue, call: call, text, suggestion: nearest)
    }

    /// Fewer words than the command's arguments need.
    static func missingArgument(_ argument: ArgumentDefinition, command: CommandDefinition, call: String) -> UsageError
    {
        let expected = argument.value.expected
        let tail = expected.isEmpty ? " (usage: \(usage(of: command, call: call)))" : "; expected \(expected)"
        return UsageError(.missingArgument, call: call, "missing \(argument.name)\(tail)")
    }

    /// More words than the command's arguments take.
    static func unexpectedArgument(_ word: String, command: CommandDefinition, call: String) -> UsageError {
        let reason = command.arguments.isEmpty ? "it takes no arguments" : "that is one argument too many"
        return UsageError(
            .unexpectedArgument, call: call,
            "unexpected \(Phrase.quoted(word)); \(reason) (usage: \(usage(of: command, call: call)))")
    }

    private static func usage(of command: CommandDefinition, call: String) -> String {
        let above = call.split(separator: " ").dropLast().joined(separator: " ")
        return command.synopses(prefix: above).first ?? call
    }
}

extension CommandTable {
    /// Returns the command line for the help of `call`, which begins with the program.
    func helpCall(for call: String) -> String {
        guard !commands.isEmpty else { return "\(program) --help" }
        return (["\(program) help"] + call.split(separator: " ").dropFirst().map(String.init)).joined(separator: " ")
    }
}
