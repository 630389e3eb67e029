// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The possible completions of an unfinished command line.
package struct CompletionRequest: Sendable, Equatable {
    /// Words of the table that begin as the last word does: commands, options and accepted values, with their meaning.
    package var words: [DocumentedTerm] = []
    /// The source of further words.
    package var source = ValueDefinition.Completion.none
    /// The text of the last word in front of its value: `--player=` or empty.
    package var head = ""
    /// The value so far: the last word without ``head``.
    package var typed: String
    /// The positional words before the last one.
    package var arguments: [String] = []
    /// The values of the options before the last word, both separate words and those after `=`, by the long names of
    /// the options.
    package var options: [String: String] = [:]
}

extension CommandTable {
    /// Returns the completions of a line of words, without the program; the last word, which may be empty, is
    /// unfinished. Mistakes in the words before it are left to ``parse(_:)``.
    package func completion(of words: [String]) -> CompletionRequest {
        var line = UnfinishedLine(table: self)
        for word in words.dropLast() { line.take(word) }
        return line.request(words.last ?? "")
    }
}

/// One pass over the words before the unfinished one.
private struct UnfinishedLine {
    let table: CommandTable
    private var chain: [CommandDefinition]
    private var arguments: [String] = []
    private var options: [String: String] = [:]
    /// The option whose value the next word is.
    private var awaited: OptionDefinition?
    private var optionsEnded = false

    init(table: CommandTable) {
        self.table = table
        chain = [table.root]
    }

    private var command: CommandDefinition { chain.last ?? table.root }

    mutating func take(_ word: String) {
        if let option = awaited {
            options[option.name] = word
            awaited = nil
        } else if optionsEnded || !word.hasPrefix("-") || word.utf8.count == 1 {
            takeArgument(word)
        } else if word == "--" {
            optionsEnded = true
        } else if word.hasPrefix("--") {
            takeOption(word)
        } else {
            awaited = option(behindLetters: word.dropFirst())
        }
    }

    private mutating func takeArgument(_ word: String) {
        if arguments.isEmpty, !optionsEnded, let next = command.subcommand(word) {
            chain.append(next)
        } else {
            arguments.append(word)
        }
    }

    private mutating func takeOption(_ word: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = option(where: { $0.longForm == parts[0] && $0.value != nil }) else { return }
        if parts.count == 2 { options[option.name] = parts[1] } else { awaited = option }
    }

    /// The first option among the letters that takes a value, unless the letters contain the value already.
    private func option(behindLetters letters: Substring) -> OptionDefinition? {
        for (place, letter) in zip(letters.indices, letters) {
            guard let option = option(where: { $0.short == letter && $0.value != nil }) else { continue }
            return letters.index(after: place) == letters.endIndex ? option : nil
        }
        return nil
    }

    private func option(where matches: (OptionDefinition) -> Bool) -> OptionDefinition? {
        command.options.first(where: matches) ?? table.sharedOptions.first(where: matches)
    }

    func request(_ word: String) -> CompletionRequest {
        var request = CompletionRequest(typed: word, arguments: arguments, options: options)
        if let value = awaited?.value {
            request.offer(value)
        } else if !optionsEnded, word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
            request.head = String(word[...equals])
            request.typed = String(word[word.index(after: equals)...])
            if let value = option(where: { $0.longForm == word[..<equals] })?.value { request.offer(value) }
        } else if !optionsEnded, word.hasPrefix("-") {
            let shared = table.globalOptions + (chain.count == 1 ? [.help, .version] : [.help])
            request.offer((command.options + shared).map { DocumentedTerm($0.longForm, $0.description) })
        } else {
            if arguments.isEmpty { request.offer(command.visibleSubcommands) }
            if command.name == "help", chain.count == 2 {
                request.offer(table.command(at: arguments)?.visibleSubcommands ?? [])
            } else if let argument {
                request.offer(argument.value)
            }
        }
        return request
    }

    /// The argument that the unfinished word belongs to.
    private var argument: ArgumentDefinition? {
        var place = arguments.count
        for argument in command.arguments {
            if argument.repeats || place == 0 { return argument }
            place -= 1
        }
        return nil
    }
}

extension CompletionRequest {
    fileprivate mutating func offer(_ value: ValueDefinition) {
        offer(value.allowed.map { DocumentedTerm($0, "") })
        source = value.completion
    }

    fileprivate mutating func offer(_ commands: [CommandDefinition]) {
        offer(commands.map { DocumentedTerm($0.name, $0.summary) })
    }

    fileprivate mutating func offer(_ terms: [DocumentedTerm]) {
        words += terms.filter { $0.term.hasPrefix(typed) }.map { DocumentedTerm(head + $0.term, $0.meaning) }
    }
}
