// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing

/// A command with its handlers.
struct Command: Sendable {
    /// Carries out a command line of this command.
    ///
    /// - Throws: `UsageError`, `ClientError` or `CommandFailure`.
    typealias Handler = @Sendable (ParsedCommand, CommandContext) async throws -> Void

    let definition: CommandDefinition
    private let handler: Handler
    private let subcommands: [String: Handler]

    /// - Parameter subcommands: The handlers of the sub-commands, by name.
    init(_ definition: CommandDefinition, subcommands: [String: Handler] = [:], _ handler: @escaping Handler) {
        self.definition = definition
        self.handler = handler
        self.subcommands = subcommands
    }

    /// Runs the command at `path`, which begins with the command's own name.
    func run(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let run = parsed.path.dropFirst().first.flatMap { subcommands[$0] } ?? handler
        try await run(parsed, context)
    }

    /// The names of sub-commands that are declared without a handler, or the reverse; for tests.
    var unmatchedSubcommands: Set<String> {
        Set(definition.subcommands.map(\.name)).symmetricDifference(subcommands.keys)
    }
}
