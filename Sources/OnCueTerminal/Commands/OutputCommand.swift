// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// `oncue output`
enum OutputCommand {
    static let command = Command(
        CommandDefinition(
            "output", group: "Playing", summary: "Show or choose the audio output.",
            discussion: """
                OUTPUT is a number from the list, a name or part of one, or an identifier; "default" (or "auto") follows \
                the sound server's default output. A chosen output is used whenever it is connected; otherwise, sound \
                goes to the default.

                A Snapcast server is an output, too; its rooms have volumes of their own, and play in step.

                Several numbers, or output add, play the same sound on several outputs, as many of them as are connected.

                JSON: total, offset, items [number, identifier, title, kind, current, default, available, chosen], \
                chosen {identifier, title}, server (whether a sound server answers), fixed (the outputs that the \
                daemon was started with, if none can be chosen).
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "OUTPUT", kind: "an output", expected: "a number, a name or default",
                        completion: NameTopic.outputs.completion), .any,
                    description:
                        "The output to choose. Several words need no quotes. Without OUTPUT, the outputs "
                        + "are listed.")
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue output", "List the outputs."),
                DocumentedTerm("oncue output 2", "Choose the second output."),
                DocumentedTerm("oncue output headphones", "Choose the output whose name contains headphones."),
                DocumentedTerm("oncue output default", "Follow the default output."),
                DocumentedTerm("oncue output 1 2", "Play on the first and the second output."),
                DocumentedTerm("oncue output add speakers", "Play on the speakers as well."),
            ],
            subcommands: [
                CommandDefinition(
                    "list", aliases: ["ls"], summary: "List the outputs.", options: [Values.json],
                    examples: [DocumentedTerm("oncue output list --json", "Get the outputs for a program.")]),
                change("add", "Play on another output as well.", "oncue output add speakers"),
                change(
                    "remove", aliases: ["rm", "delete"], "Play on the other chosen outputs only.",
                    "oncue output remove speakers"),
            ] + RoomCommands.definitions, runsAlone: true),
        subcommands: RoomCommands.handlers.merging(["list": list, "add": add, "remove": remove]) { _, own in own }
    ) { parsed, context in
        let words = parsed.arguments("OUTPUT")
        if words.isEmpty { return try await list(parsed, context) }
        let name = words.joined(separator: " ")
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw CommandFailure(.wrongWords, "the output has no name; see the outputs with: oncue output")
        }
        let numbers = words.compactMap(Values.positive)
        if words.count > 1, numbers.count == words.count {
            try await choose(numbers, context)
        } else {
            try await choose(name, context)
        }
        if parsed.has("json") { try await list(parsed, context) }
    }

    private static func change(
        _ name: String, aliases: [String] = [], _ summary: String, _ example: String
    ) -> CommandDefinition {
        CommandDefinition(
            name, aliases: aliases, summary: summary,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "OUTPUT", kind: "an output", expected: "a number or a name",
                        completion: NameTopic.outputs.completion), .oneOrMore,
                    description: "The output. Several words need no quotes.")
            ],
            options: [Values.json], examples: [DocumentedTerm(example, summary)])
    }

    private static let add: Command.Handler = { parsed, context in
        let listing = try await context.service.outputs()
        // The service has the best explanation of why no output can be chosen.
        if listing.outputs.isEmpty { try await context.service.setOutput(parsed.arguments("OUTPUT")[0]) }
        let output = try named(parsed, listing)
        let chosen = listing.playing
        guard !chosen.contains(output.identifier) else {
            throw CommandFailure(.failed, "sound goes to \(TextLayout.printable(output.title)) already")
        }
        try await choose(chosen + [output.identifier], parsed, context)
    }

    private static let remove: Command.Handler = { parsed, context in
        let listing = try await context.service.outputs()
        let output = try named(parsed, listing)
        let (chosen, title) = (listing.chosenIdentifiers, TextLayout.printable(output.title))
        guard chosen.contains(output.identifier) else {
            throw CommandFailure(.failed, "\(title) is not chosen; see the outputs with: oncue output")
        }
        guard chosen.count > 1 else {
            throw CommandFailure(
                .failed, "\(title) is the only chosen output; choose another one, or: oncue output default")
        }
        try await choose(chosen.filter { $0 != output.identifier }, parsed, context)
    }

    private static func named(
        _ parsed: ParsedCommand, _ listing: OutputListing
    ) throws(CommandFailure) -> OutputListing.Output {
        let words = parsed.arguments("OUTPUT").joined(separator: " ")
        guard let output = try OutputChoosing.output(words, in: listing) else {
            throw CommandFailure(
                .nothingFound,
                "there is no output \"\(TextLayout.printable(words))\"; list the outputs with: oncue output")
        }
        return output
    }

    private static func choose(
        _ identifiers: [String], _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws {
        try await context.service.setOutputs(identifiers)
        let listing = try await context.service.outputs()
        context.console.tell("Sound goes to \(TextLayout.printable(listing.chosen?.title ?? "the default output"))")
        if parsed.has("json") { context.console.write(OutputView.json(listing)) }
    }

    /// Chooses several outputs by their numbers.
    private static func choose(_ numbers: [Int], _ context: CommandContext) async throws {
        let outputs = try await context.service.outputs().outputs
        if outputs.isEmpty { try await context.service.setOutputs(numbers.map(String.init)) }
        guard let missing = numbers.first(where: { $0 > outputs.count }) else {
            try await context.service.setOutputs(numbers.map { outputs[$0 - 1].identifier })
            let chosen = try await context.service.outputs().chosen
            return context.console.tell("Sound goes to \(TextLayout.printable(chosen?.title ?? ""))")
        }
        throw CommandFailure(.nothingFound, "there is no output \(missing); list the outputs with: oncue output")
    }

    private static let list: Command.Handler = { parsed, context in
        let listing = try await context.service.outputs()
        if parsed.has("json") { return context.console.write(OutputView.json(listing)) }
        context.console.write(lines: OutputView.lines(listing, screen: context.console.dataScreen))
        context.console.tell(OutputView.summary(listing))
    }

    private static func choose(_ words: String, _ context: CommandContext) async throws {
        if ["default", "auto"].contains(words) {
            try await context.service.setOutput(nil)
            return context.console.tell("Sound goes to the default output")
        }
        let listing = try await context.service.outputs()
        guard let output = try OutputChoosing.output(words, in: listing) else {
            // The service has the best explanation of why no output can be chosen.
            return try await context.service.setOutput(words)
        }
        try await context.service.setOutput(output.identifier)
        let hint = output.isAvailable ? "" : " as soon as something is plugged in"
        context.console.tell("Sound goes to \(TextLayout.printable(output.title))" + hint)
    }
}

extension OutputListing {
    /// The identifiers of the chosen devices.
    fileprivate var chosenIdentifiers: [String] {
        together.isEmpty ? [chosen?.identifier].compactMap(\.self) : together
    }

    /// The identifiers of the chosen devices, or of the current default if none is chosen.
    var playing: [String] {
        let chosen = chosenIdentifiers
        return chosen.isEmpty ? outputs.filter(\.isCurrent).map(\.identifier) : chosen
    }
}

/// Finds the output that words name.
enum OutputChoosing {
    /// - Returns: `nil` if there is none.
    /// - Throws: ``CommandFailure`` if the words match several outputs.
    static func output(
        _ words: String, in listing: OutputListing
    ) throws(CommandFailure) -> OutputListing.Output? {
        let outputs = listing.outputs
        if let number = Values.positive(words), number <= outputs.count { return outputs[number - 1] }
        if let exact = outputs.first(where: { $0.identifier == words }) { return exact }
        let folded = words.lowercased()
        let named = outputs.filter { $0.title.lowercased() == folded }
        let found = named.isEmpty ? outputs.filter { $0.title.lowercased().contains(folded) } : named
        let kinds = found.isEmpty ? outputs.filter { $0.kind == folded } : found
        guard kinds.count <= 1 else {
            let titles = kinds.prefix(3).map { "\"\(TextLayout.printable($0.title))\"" }.joined(separator: ", ")
            throw CommandFailure(
                .nothingFound,
                "\"\(TextLayout.printable(words))\" matches several outputs: \(titles); give more of the "
                    + "name, or a number")
        }
        return kinds.first
    }
}
