// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue suggestions`
enum SuggestionsCommand {
    static let command = Command(
        CommandDefinition(
            "suggestions", aliases: ["suggest"], group: "Suggestions",
            summary: "List suggestions with their reasons.",
            discussion: """
                Lists what is being offered after an event (headphones were connected, you came home), or otherwise \
                what would be suggested now. oncue accept N plays a suggestion, oncue dismiss N dismisses it, and \
                oncue why N explains it.

                With --watch, each offer and its end are one line, or with --json one object: event (raised or ended), \
                id, reason (accepted, dismissed, cause-ended, expired, played-else, replaced, gone or stopped; null \
                for raised), offer, items.

                JSON: total, offset, items [number, id, identifier, title, subtitle, sentence, cause, ground, \
                probability, reasons (the weight of each facet), playable, position (seconds), artwork], offer {id, \
                trigger, sentence, device, place, raisedAt, expiresAt (seconds since 1970)} or null; with --notify, shown (the \
                number of suggestions in the notification).
                """,
            options: [
                Values.json,
                OptionDefinition(
                    "limit", short: "n", value: ValueDefinition("COUNT", kind: "a count", expected: "1 to 50"),
                    description:
                        "Show at most this many. Default: the whole offer, or 10 if nothing is being offered."),
                OptionDefinition(
                    "notify", description: "Show what is suggested now as a notification, to be played from there."),
                OptionDefinition("watch", short: "w", description: "Keep showing new suggestions until Ctrl-C."),
            ],
            examples: [
                DocumentedTerm("oncue suggestions", "List the suggestions."),
                DocumentedTerm("oncue suggestions --watch --json", "Print every offer as JSON."),
                DocumentedTerm("oncue suggestions export learnt.jsonl", "Export everything that was learnt."),
                DocumentedTerm("oncue suggestions settings --quiet-hours 22:00-07:00", "Make no suggestions at night."),
            ],
            subcommands: [exportDefinition, SuggestionSettingsCommand.definition], runsAlone: true),
        subcommands: ["export": export, "settings": SuggestionSettingsCommand.run]
    ) { parsed, context in
        try parsed.refuse("limit", with: "watch")
        if parsed.has("notify") {
            for other in ["limit", "watch"] { try parsed.refuse(other, with: "notify") }
            let count = try await context.service.showSuggestions()
            if parsed.has("json") { return context.console.write(["shown": .int(count)]) }
            return context.console.tell(
                count == 0
                    ? "There is nothing to suggest yet"
                    : "Shown as a notification, if this session has a notification server")
        }
        let limit = try parsed.integer("limit", in: 1...SuggestionRecord.limit)
        if parsed.has("watch") {
            return try await SuggestionWatch(context: context, isJSON: parsed.has("json")).run()
        }
        let offer = try await context.service.offer()
        let found: [SuggestionRecord] =
            if let offer { offer.suggestions } else { try await context.service.suggestions(limit: limit ?? 0) }
        show(limit.map { Array(found.prefix($0)) } ?? found, of: offer, parsed, context)
    }

    private static func show(
        _ suggestions: [SuggestionRecord], of offer: SuggestionOffer?, _ parsed: ParsedCommand,
        _ context: CommandContext
    ) {
        if parsed.has("json") { return context.console.write(SuggestionView.json(suggestions, of: offer)) }
        let screen = context.console.dataScreen
        if let offer { context.console.write(lines: [SuggestionView.headline(offer, now: MomentText.now)]) }
        context.console.write(lines: SuggestionView.lines(suggestions, screen: screen))
        guard offer == nil else { return }
        context.console.tell(
            suggestions.isEmpty
                ? "No suggestions: nothing is being offered, and there is nothing to suggest yet"
                : "Nothing is being offered; these would be suggested now, and oncue accept N plays one")
    }

    // MARK: Export

    private static let exportDefinition = CommandDefinition(
        "export", summary: "Export everything that was learnt, one JSON object per line.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition("FILE", kind: "a file", completion: .files), .optional,
                description: "The file to write. Default: standard output.")
        ],
        examples: [
            DocumentedTerm("oncue suggestions export learnt.jsonl", "Export to a file."),
            DocumentedTerm("oncue suggestions export | wc -l", "Count the lines."),
        ])

    private static let export: Command.Handler = { parsed, context in
        var (count, text) = (0, "")
        let file = parsed.argument("FILE").flatMap { $0 == "-" ? nil : $0 }
        while true {
            let page = try await context.service.exportLearnt(offset: count, limit: PageLimit.largest)
            count += page.lines.count
            let lines = page.lines.map { $0 + "\n" }.joined()
            if file == nil { context.console.write(lines) } else { text += lines }
            if page.lines.isEmpty || count >= page.total { break }
        }
        if let file { try context.files.writePrivately(text, to: RawWords.bytes(of: file)) }
        let place = file.map { " to " + RawWords.printable($0) } ?? ""
        context.console.tell("Wrote \(ContentPhrase.count(count, "line"))" + place)
    }
}
