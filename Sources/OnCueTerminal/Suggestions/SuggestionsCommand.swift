// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue suggestions`
enum SuggestionsCommand {
    static let command = Command(
        CommandDefinition(
            "suggestions", aliases: ["suggest"], group: "Suggestions",
            summary: "Show what is suggested, and why.",
            discussion: """
                What is offered since something happened (headphones connected, you came home), or, while nothing is, \
                what would be suggested now. oncue accept N plays one of them, oncue dismiss N refuses it, oncue why N \
                tells what speaks for it.

                With --watch each offer and its end are one line, or with --json one object: event (raised or ended), \
                id, reason (accepted, dismissed, cause-ended, expired, played-else, replaced, gone or stopped; null \
                while it stands), offer, items.

                JSON: total, offset, items [number, id, identifier, title, subtitle, sentence, cause, ground, \
                probability, reasons (what each facet weighs), playable, position (seconds), artwork], offer {id, trigger, \
                sentence, device, place, raisedAt, expiresAt (seconds since 1970)} or null.
                """,
            options: [
                Values.json,
                OptionDefinition(
                    "limit", short: "n", value: ValueDefinition("COUNT", kind: "a count", expected: "1 to 50"),
                    description: "Show at most this many. What would be suggested now are 10 if nothing is said."),
                OptionDefinition("watch", short: "w", description: "Go on telling what is offered, until Ctrl-C."),
            ],
            examples: [
                DocumentedTerm("oncue suggestions", "Show what is suggested."),
                DocumentedTerm("oncue suggestions --watch --json", "Tell a program of every offer."),
                DocumentedTerm("oncue suggestions export learnt.jsonl", "Keep everything that was learnt."),
                DocumentedTerm("oncue suggestions settings --quiet-hours 22:00-07:00", "Be left alone at night."),
            ],
            subcommands: [exportDefinition, SuggestionSettingsCommand.definition], runsAlone: true),
        subcommands: ["export": export, "settings": SuggestionSettingsCommand.run]
    ) { parsed, context in
        try parsed.refuse("limit", with: "watch")
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
                ? "Nothing is offered, and nothing is known yet that could be suggested"
                : "Nothing is offered; this would be suggested now, and oncue accept N plays it")
    }

    // MARK: Export

    private static let exportDefinition = CommandDefinition(
        "export", summary: "Write everything that is known, one JSON object on each line.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition("FILE", kind: "a file", completion: .files), .optional,
                description: "Where to write; standard output without it.")
        ],
        examples: [
            DocumentedTerm("oncue suggestions export learnt.jsonl", "Write it into a file."),
            DocumentedTerm("oncue suggestions export | wc -l", "Count it."),
        ])

    private static let export: Command.Handler = { parsed, context in
        var (count, text) = (0, "")
        let file = parsed.argument("FILE").flatMap { $0 == "-" ? nil : $0 }
        while true {
            let page = try await context.service.exportLearnt(offset: count, limit: LearntPage.limit)
            count += page.lines.count
            let lines = page.lines.map { $0 + "\n" }.joined()
            if file == nil { context.console.write(lines) } else { text += lines }
            if page.lines.isEmpty || count >= page.total { break }
        }
        if let file { try context.files.write(text, to: RawWords.bytes(of: file)) }
        let place = file.map { " to " + RawWords.printable($0) } ?? ""
        context.console.tell("Wrote \(ContentPhrase.count(count, "line"))" + place)
    }
}
