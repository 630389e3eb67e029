// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One pass over a command line.
struct CommandLineParser {
    private let table: CommandTable
    /// The commands from the program down to the one reached so far; never empty.
    private(set) var chain: [CommandDefinition]
    private var positionals: [String] = []
    private var optionValues: [String: [String]] = [:]
    /// Options in the order given, as typed, to be checked against the command finally reached.
    private var given: [(option: OptionDefinition, form: String)] = []
    /// The word that is read next.
    private var index = 0
    private var optionsEnded = false

    init(table: CommandTable) {
        self.table = table
        chain = [table.root]
    }

    private var command: CommandDefinition { chain.last ?? table.root }
    private var call: String { chain.map(\.name).joined(separator: " ") }

    mutating func parse(_ words: [String]) throws(UsageError) -> ParsedCommand {
        if words.isEmpty && !table.commands.isEmpty {
            return ParsedCommand(.overview, table: table, chain: chain)
        }
        while index < words.count {
            let word = words[index]
            index += 1
            if optionsEnded || !isOption(word) {
                try takePositional(word)
            } else if word == "--" {
                optionsEnded = true
            } else if word.hasPrefix("--") {
                try takeLong(word, words)
            } else {
                try takeShort(word, words)
            }
        }
        return try finish()
    }

    /// Returns a request for help or the version, if there is one before or after the word that could not be parsed.
    func standingRequest(in words: [String]) -> ParsedCommand.Request? {
        let rest = optionsEnded ? [] : words.dropFirst(index).prefix { $0 != "--" }
        if optionValues["help"] != nil || rest.contains("--help") || rest.contains("-h") { return .help }
        return optionValues["version"] != nil || rest.contains("--version") ? .version : nil
    }

    // MARK: Words

    private func isOption(_ word: String) -> Bool {
        guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else { return false }
        return !(Self.isNegativeNumber(word) && command.acceptsNegativeNumbers)
    }

    /// Whether a word such as `-10`, `-.5` or `-1:30` may be a number.
    private static func isNegativeNumber(_ word: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let tail = word.utf8.dropFirst()
        guard word.utf8.first == UInt8(ascii: "-"), let first = tail.first else { return false }
        if first == UInt8(ascii: ".") { return tail.dropFirst().first.map(digits.contains) ?? false }
        return digits.contains(first)
    }

    private mutating func takePositional(_ word: String) throws(UsageError) {
        let command = command
        let mayDescend = positionals.isEmpty && !(optionsEnded && !command.arguments.isEmpty)
        if mayDescend, let next = command.subcommand(word) {
            chain.append(next)
            return
        }
        if command.arguments.isEmpty {
            throw command.subcommands.isEmpty
                ? .unexpectedArgument(word, command: command, call: call)
                : .unknownCommand(word, in: command, call: call, table: table)
        }
        positionals.append(word)
    }

    // MARK: Options

    private mutating func takeLong(_ word: String, _ words: [String]) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard let option = option(where: { $0.name == name || $0.aliases.contains(name) }) else {
            throw .unknownOption("--\(name)", command: command, call: call, table: table)
        }
        guard let value = option.value else {
            if let attached {
                throw UsageError(
                    .unexpectedValue, call: call,
                    "option \(option.longForm) takes no value, but \(Phrase.quoted(attached)) was given")
            }
            return try record(option, form: option.longForm, "")
        }
        let text = if let attached { attached } else { try nextValue(of: option, value, words) }
        try record(option, form: option.longForm, text)
    }

    private mutating func takeShort(_ word: String, _ words: [String]) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = option(where: { $0.short == letter }) else {
                // A word such as "-jsn" or "-10" as a whole makes a clearer message than its one wrong letter.
                throw .unknownOption(word, command: command, call: call, table: table)
            }
            guard let value = option.value else {
                try record(option, form: "-\(letter)", "")
                continue
            }
            let text =
                if letters.isEmpty {
                    try nextValue(of: option, value, words)
                } else {
                    String(letters.first == "=" ? letters.dropFirst() : letters)
                }
            return try record(option, form: "-\(letter)", text)
        }
    }

    private func option(where matches: (OptionDefinition) -> Bool) -> OptionDefinition? {
        command.options.first(where: matches) ?? table.sharedOptions.first(where: matches)
    }

    /// Consumes the next word as a value, unless it looks like an option: then the value was most likely forgotten.
    private mutating func nextValue(
        of option: OptionDefinition, _ value: ValueDefinition, _ words: [String]
    ) throws(UsageError) -> String {
        guard index < words.count else { throw .missingValue(of: option, value, next: nil, call: call) }
        let next = words[index]
        if next.hasPrefix("-") && next != "-" && !Self.isNegativeNumber(next) {
            throw .missingValue(of: option, value, next: next, call: call)
        }
        index += 1
        return next
    }

    private mutating func record(_ option: OptionDefinition, form: String, _ text: String) throws(UsageError) {
        if let value = option.value {
            if optionValues[option.name] != nil && !option.repeats {
                throw UsageError(
                    .repeatedOption, call: call, "option \(option.longForm) was given twice; give it once")
            }
            if !value.allowed.isEmpty && !value.allowed.contains(text) {
                throw .invalid(text, for: value, option: option, call: call)
            }
        }
        if optionValues[option.name] == nil { given.append((option, form)) }
        optionValues[option.name, default: []].append(text)
    }

    // MARK: End

    private func finish() throws(UsageError) -> ParsedCommand {
        if optionValues["help"] != nil { return ParsedCommand(.help, table: table, chain: chain) }
        if optionValues["version"] != nil { return ParsedCommand(.version, table: table, chain: [table.root]) }
        let command = command
        // An option before a sub-command must also be one of the sub-command's.
        for (option, form) in given where !(command.options + table.sharedOptions).contains(option) {
            throw .unknownOption(form, command: command, call: call, table: table)
        }
        if !command.runsAlone {
            throw .missingCommand(in: command, call: call, table: table)
        }
        let arguments = try distribute()
        if command.name == "help", chain.count == 2, let path = arguments["COMMAND"] {
            return ParsedCommand(.help, table: table, chain: try helpChain(path))
        }
        return ParsedCommand(
            .run, table: table, chain: chain, optionValues: optionValues, argumentWords: arguments)
    }

    private func helpChain(_ path: [String]) throws(UsageError) -> [CommandDefinition] {
        var chain = [table.root]
        for word in path {
            let parent = chain[chain.count - 1]
            guard let next = parent.subcommand(word) else {
                let call = chain.map(\.name).joined(separator: " ")
                throw parent.subcommands.isEmpty
                    ? UsageError(.unknownCommand, call: call, "has no command \(Phrase.quoted(word))")
                    : .unknownCommand(word, in: parent, call: call, table: table)
            }
            chain.append(next)
        }
        return chain
    }

    /// Assigns the words to the arguments: every required one gets its word, the rest is distributed to optional and
    /// repeating ones from the left.
    private func distribute() throws(UsageError) -> [String: [String]] {
        let arguments = command.arguments
        var spare = positionals.count - arguments.count(where: \.isRequired)
        var result: [String: [String]] = [:]
        var rest = positionals[...]
        for argument in arguments {
            let extra = spare > 0 ? (argument.repeats ? spare : argument.isRequired ? 0 : 1) : 0
            let share = extra + (argument.isRequired ? 1 : 0)
            guard rest.count >= share else { throw .missingArgument(argument, command: command, call: call) }
            let words = Array(rest.prefix(share))
            let allowed = argument.value.allowed
            if let wrong = words.first(where: { !allowed.isEmpty && !allowed.contains($0) }) {
                throw .invalid(wrong, for: argument.value, option: nil, call: call)
            }
            result[argument.name] = words
            rest = rest.dropFirst(share)
            spare -= extra
        }
        if let word = rest.first { throw .unexpectedArgument(word, command: command, call: call) }
        return result
    }
}
