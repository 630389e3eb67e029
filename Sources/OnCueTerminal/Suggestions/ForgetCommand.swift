// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue forget`
enum ForgetCommand {
    static let command = Command(
        CommandDefinition(
            "forget", group: "Suggestions",
            summary: "Forget what was learnt about an item, a device, a place, or everything.",
            discussion: """
                PLACE is the exact name of a device or of one of your places, or else a place in the library. --all \
                forgets all that PLACE finds in the library or, without PLACE, everything. It asks for confirmation. Suggestions then behave as if it had never been played. The \
                listening history stays; to erase that, use oncue history erase.

                JSON: forgotten (the number of choices, of pins, refusals, kept places in collections and trips and, \
                if everything was forgotten, of what was known of people).
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "PLACE", kind: "a place", expected: "a device, a place or an item",
                        completion: .dynamicOrFiles(NameTopic.learnt.rawValue)), .any,
                    description: "What to forget. Several words need no quotes.")
            ],
            options: [
                OptionDefinition(
                    "device", value: RaisingWords.device, description: "Forget what was learnt with a device."),
                OptionDefinition("place", value: RaisingWords.place, description: "Forget what was learnt at a place."),
                OptionDefinition(
                    "all",
                    description: "Forget everything that the words find, not the best match; without words, everything."
                ),
                Removal.dryRun, Removal.yes, Values.json,
            ],
            examples: [
                DocumentedTerm("oncue forget Podcasts/The Show", "Forget what was learnt about a podcast."),
                DocumentedTerm("oncue forget --device WH-1000XM5", "Forget what was learnt with these headphones."),
                DocumentedTerm("oncue forget --all", "Forget everything that was learnt."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        let parts = try await parts(words, parsed, context)
        let isAll = parsed.has("all") && !words.isEmpty
        let subject = isAll ? allFound(words, parts.count) : named(parts.first ?? .all, words)
        let deed = "forget what was learnt" + subject
        guard try Removal.isConfirmed(deed, refused: "Nothing was forgotten", parsed, context) else { return }
        var count = 0
        for part in parts { count += try await context.service.forget(part) }
        if parsed.has("json") { return context.console.write(["forgotten": .int(count)]) }
        let answer =
            count == 0
            ? "Nothing was learnt\(subject)" : "Forgot \(ContentPhrase.count(count, "choice"))\(subject)"
        context.console.tell(answer + (words == [formerAll] ? "; oncue forget --all is the way to say it" : ""))
    }

    /// The former word for everything, which is still accepted.
    private static let formerAll = "all"

    /// Returns the scope for the results of a search, such as ` about the 3 items that "blue" finds`.
    private static func allFound(_ words: [String], _ count: Int) -> String {
        let noun = count == 1 ? "item" : "items"
        return " about the \(count) \(noun) that \"\(TextLayout.printable(words.joined(separator: " ")))\" finds"
    }

    /// Returns the scope of the data to forget, such as ` with "WH-1000XM5"`.
    private static func named(_ part: ForgottenPart, _ words: [String]) -> String {
        switch part {
        case .all: ""
        case .device(let name): " with \"\(TextLayout.printable(name))\""
        case .place(let name): " at \"\(TextLayout.printable(name))\""
        case .item: " about \"\(TextLayout.printable(words.joined(separator: " ")))\""
        }
    }

    /// - Throws: `UsageError` if nothing is named, or more than one thing.
    private static func parts(
        _ words: [String], _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws -> [ForgottenPart] {
        let options = ["device", "place"].filter(parsed.has)
        let isAll = parsed.has("all")
        guard options.count + (words.isEmpty && !isAll ? 0 : 1) == 1 else {
            throw UsageError(
                options.isEmpty ? .missingArgument : .unexpectedArgument, call: parsed.call,
                "name one thing to forget: a PLACE, --device, --place or --all")
        }
        if let device = parsed.option("device") { return [.device(RawWords.printable(device))] }
        if let place = parsed.option("place") { return [.place(RawWords.printable(place))] }
        guard !words.isEmpty, isAll || words != [formerAll] else { return [.all] }
        if isAll {
            return try await PlaceResolver(context).named(parsed.places()).items.map { .item($0.identifier) }
        }
        let name = RaisingWords.name(words)
        if try await context.service.triggerDevices().contains(where: { $0.name == name }) { return [.device(name)] }
        if try await context.service.places().contains(where: { $0.name == name }) { return [.place(name)] }
        // An item that is no longer in the library can be forgotten by its identifier.
        if case .identifier(let identifier) = try PlaceWords(words, files: context.files) { return [.item(identifier)] }
        return try await PlaceResolver(context).named(words).items.map { .item($0.identifier) }
    }
}
