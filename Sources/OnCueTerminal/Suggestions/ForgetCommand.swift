// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue forget`
enum ForgetCommand {
    static let command = Command(
        CommandDefinition(
            "forget", group: "Suggestions",
            summary: "Forget what was learnt of an item, with a device, at a place, or all.",
            discussion: """
                PLACE is the name of a device or of one of your places, if it is that exactly, or else a place of the \
                content tree; all forgets everything, after a question. What was forgotten is not suggested for what it \
                was learnt from, as if it had never been played. The journal stays; oncue history erase is for that.

                JSON: forgotten (how much).
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "PLACE", kind: "a place", expected: "a device, a place, an item or all",
                        completion: CompleteWordsCommand.names), .any,
                    description: "What to forget. Several words count as one.")
            ],
            options: [
                OptionDefinition("device", value: RaisingWords.device, description: "What was learnt with a device."),
                OptionDefinition("place", value: RaisingWords.place, description: "What was learnt at a place."),
                OptionDefinition("all", description: "Everything."),
                OptionDefinition("yes", short: "y", description: "Do not ask back."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue forget Podcasts/The Show", "Forget that it was ever played."),
                DocumentedTerm("oncue forget --device WH-1000XM5", "Forget what was learnt with these headphones."),
                DocumentedTerm("oncue forget all", "Begin anew."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        let part = try await part(words, parsed, context)
        if part == .all, !parsed.has("yes"), try !isConfirmed(context) {
            return context.console.tell("Nothing was forgotten")
        }
        let count = try await PlaceResolver.asking(words) { () async throws(ClientError) in
            try await context.service.forget(part)
        }
        if parsed.has("json") { return context.console.write(["forgotten": .int(count)]) }
        context.console.tell(
            count == 0 ? "Nothing was learnt of that" : "Forgot \(ContentPhrase.count(count, "thing")) that you did")
    }

    /// - Throws: `UsageError` when nothing is named, or more than one thing.
    private static func part(
        _ words: [String], _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws -> LearntPart {
        let options = ["device", "place", "all"].filter(parsed.has)
        guard options.count + (words.isEmpty ? 0 : 1) == 1 else {
            throw UsageError(
                options.isEmpty ? .missingArgument : .unexpectedArgument, call: parsed.call,
                "say one thing to forget: a PLACE, --device, --place or --all")
        }
        if let device = parsed.option("device") { return .device(RawWords.printable(device)) }
        if let place = parsed.option("place") { return .place(RawWords.printable(place)) }
        guard !words.isEmpty, words != ["all"] else { return .all }
        let name = RaisingWords.name(words)
        if try await context.service.triggerDevices().contains(where: { $0.name == name }) { return .device(name) }
        if try await context.service.places().contains(where: { $0.name == name }) { return .place(name) }
        return .item(try PlaceResolver(context).place(words))
    }

    /// - Throws: ``CommandFailure`` where nobody can be asked.
    private static func isConfirmed(_ context: CommandContext) throws(CommandFailure) -> Bool {
        guard context.questioner.canAsk else {
            throw CommandFailure(.wrongWords, "everything is forgotten only with --yes where nobody can be asked")
        }
        return context.questioner.confirms("Forget everything that was learnt?")
    }
}
