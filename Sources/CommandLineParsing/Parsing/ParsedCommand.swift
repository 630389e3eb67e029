// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A parsed command line: the command, its options and its arguments.
///
/// Options are identified by their long name, arguments by their placeholder. Requesting a name that the command does
/// not declare is a programming error and stops the program.
package struct ParsedCommand: Sendable {
    /// The action to perform.
    package enum Request: Sendable, Equatable {
        /// Run the command at `path`.
        case run
        /// Show the help of the command at `path`.
        case help
        /// Show the version.
        case version
        /// No arguments were given to a program that has commands; it may show its help.
        case overview
    }

    /// The action to perform.
    package let request: Request
    /// The names (never aliases) from below the program to the command; empty for the program itself.
    package let path: [String]
    /// The program and its command, as error lines begin: `oncue queue add`.
    package let call: String

    private let definition: CommandDefinition
    private let sharedOptions: [OptionDefinition]
    /// Values in the order given; a flag has an empty one per occurrence.
    private let optionValues: [String: [String]]
    private let argumentWords: [String: [String]]

    init(
        _ request: Request, table: CommandTable, chain: [CommandDefinition],
        optionValues: [String: [String]] = [:], argumentWords: [String: [String]] = [:]
    ) {
        self.request = request
        self.path = chain.dropFirst().map(\.name)
        self.call = chain.map(\.name).joined(separator: " ")
        self.definition = chain.last ?? table.root
        self.sharedOptions = table.sharedOptions
        self.optionValues = optionValues
        self.argumentWords = argumentWords
    }

    // MARK: Options

    /// Whether the option was given.
    package func has(_ option: String) -> Bool { count(of: option) > 0 }

    /// Whether one of these options was given; the command need not declare them.
    package func hasAny(of options: [String]) -> Bool { options.contains { optionValues[$0] != nil } }

    /// Returns the number of times that the option was given.
    package func count(of option: String) -> Int { values(of: option).count }

    /// The option's value, the last one if it may repeat; nil if it was not given.
    package func option(_ name: String) -> String? { values(of: name).last }

    /// Returns all values of a repeating option in the order given.
    package func options(_ name: String) -> [String] { values(of: name) }

    // MARK: Arguments

    /// The argument's word, the first one if it repeats; nil if it was not given.
    package func argument(_ name: String) -> String? { arguments(name).first }

    /// Returns all words of the argument in the order given.
    package func arguments(_ name: String) -> [String] {
        precondition(
            definition.arguments.contains { $0.name == name }, "The command \(call) declares no argument \(name).")
        return argumentWords[name] ?? []
    }

    /// The word of a required argument.
    ///
    /// - Throws: `missingArgument` if it was not given, which parsing excludes for required arguments.
    package func required(_ name: String) throws(UsageError) -> String {
        guard let word = argument(name) else { throw missing(name) }
        return word
    }

    // MARK: Typed values

    /// The argument read by `read`, nil if it was not given.
    ///
    /// - Throws: `invalidValue` if `read` gives nil.
    package func argument<Value>(
        _ name: String, _ read: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let word = argument(name) else { return nil }
        guard let value = read(word) else { throw invalid(name, word) }
        return value
    }

    /// The required argument read by `read`.
    ///
    /// - Throws: `invalidValue` if `read` gives nil, `missingArgument` if it was not given.
    package func required<Value>(
        _ name: String, _ read: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let value = try argument(name, read) else { throw missing(name) }
        return value
    }

    /// The option's value read by `read`, nil if the option was not given.
    ///
    /// - Throws: `invalidValue` if `read` gives nil.
    package func option<Value>(
        _ name: String, _ read: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let word = option(name) else { return nil }
        guard let value = read(word) else { throw invalid(name, word) }
        return value
    }

    /// Returns the option's value as a whole number within `range`, nil if the option was not given.
    ///
    /// - Throws: `invalidValue` if it is not a number or not in `range`.
    package func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        try self.option(option) { word in Int(word).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// The error for a word that the option or argument `name` cannot be; `expected` replaces the declared text.
    package func invalid(_ name: String, _ word: String, expected: String? = nil) -> UsageError {
        if let argument = definition.arguments.first(where: { $0.name == name }) {
            return .invalid(word, for: argument.value, option: nil, call: call, expected: expected)
        }
        let option = declaredOption(name)
        return .invalid(
            word, for: option.value ?? ValueDefinition(name), option: option, call: call, expected: expected)
    }

    private func missing(_ name: String) -> UsageError {
        UsageError(.missingArgument, call: call, "missing \(name)")
    }

    private func values(of name: String) -> [String] { optionValues[declaredOption(name).name] ?? [] }

    private func declaredOption(_ name: String) -> OptionDefinition {
        let declared = definition.option(named: name) ?? sharedOptions.first { $0.name == name }
        guard let declared else { preconditionFailure("The command \(call) declares no option --\(name).") }
        return declared
    }
}
