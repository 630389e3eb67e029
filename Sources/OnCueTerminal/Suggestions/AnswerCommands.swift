// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue accept`
enum AcceptCommand {
    static let command = Command(
        CommandDefinition(
            "accept", group: "Suggestions", summary: "Play a suggestion, where it was left.",
            discussion: """
                Without N it is the one that is offered first. While nothing is offered, N counts what oncue \
                suggestions has shown.

                JSON: identifier, title, subtitle.
                """,
            arguments: [SuggestionChoosing.argument], options: [Values.json],
            examples: [
                DocumentedTerm("oncue accept", "Play what is offered first."),
                DocumentedTerm("oncue accept 2", "Play the second."),
            ])
    ) { parsed, context in
        let id = try await SuggestionChoosing.id(parsed, context) ?? ""
        let played = try await SuggestionChoosing.asking { () async throws(ClientError) in
            try await context.service.acceptSuggestion(id)
        }
        if parsed.has("json") {
            return context.console.write([
                "identifier": .string(played.identifier), "title": .string(played.title),
                "subtitle": .string(played.subtitle),
            ])
        }
        let title = played.title.isEmpty ? "what was suggested" : played.title
        context.console.tell("Playing " + title + (played.subtitle.isEmpty ? "" : ", " + played.subtitle))
    }
}

/// `oncue dismiss`
enum DismissCommand {
    static let command = Command(
        CommandDefinition(
            "dismiss", group: "Suggestions", summary: "Refuse a suggestion; without one, all that is offered.",
            discussion: """
                not-now (if nothing is said) takes it away and counts against it at this time of day; thumbs-down has \
                it suggested less; never-here has it suggested for this device or place no more; never has it suggested \
                nowhere any more. oncue pin shows what you have said, and oncue forget takes it back.
                """,
            arguments: [SuggestionChoosing.argument],
            options: [
                OptionDefinition(
                    "reason", short: "r",
                    value: ValueDefinition(
                        "REASON", kind: "a reason", allowed: DismissalReason.allCases.map(\.rawValue)),
                    description: "Why.")
            ],
            examples: [
                DocumentedTerm("oncue dismiss", "Not now."),
                DocumentedTerm("oncue dismiss 1 --reason thumbs-down", "Suggest it less."),
                DocumentedTerm("oncue dismiss 2 --reason never-here", "Never with these headphones."),
            ])
    ) { parsed, context in
        let reason = parsed.option("reason").flatMap(DismissalReason.init) ?? .notNow
        let id = try await SuggestionChoosing.id(parsed, context) ?? ""
        try await SuggestionChoosing.asking { () async throws(ClientError) in
            try await context.service.dismissSuggestion(id, reason)
        }
        context.console.tell(answer(reason))
    }

    private static func answer(_ reason: DismissalReason) -> String {
        switch reason {
        case .notNow: "Dismissed"
        case .thumbsDown: "Dismissed; it is suggested less from now on"
        case .neverHere: "Dismissed; it is not suggested here any more"
        case .never: "Dismissed; it is not suggested any more"
        }
    }
}

/// `oncue why`
enum WhyCommand {
    static let command = Command(
        CommandDefinition(
            "why", group: "Suggestions", summary: "Tell why something is suggested.",
            discussion: """
                One sentence, and what each circumstance weighs for it or against it: what sets the times when you \
                played it apart from those when you played something else. Without N it is the first suggestion.

                JSON: an item of oncue suggestions.
                """,
            arguments: [SuggestionChoosing.argument], options: [Values.json],
            examples: [
                DocumentedTerm("oncue why", "Tell why the first is suggested."),
                DocumentedTerm("oncue why 2 --json", "Tell a program what speaks for the second."),
            ])
    ) { parsed, context in
        guard let id = try await chosen(parsed, context) else {
            throw CommandFailure(.nothingFound, "nothing is suggested now")
        }
        let suggestion = try await SuggestionChoosing.asking { () async throws(ClientError) in
            try await context.service.explainSuggestion(id)
        }
        if parsed.has("json") {
            return context.console.write(SuggestionView.json(suggestion, number: suggestion.number))
        }
        let screen = context.console.dataScreen
        let style = Style(isOn: screen.usesColor)
        let subtitle = suggestion.subtitle.isEmpty ? "" : " — " + TextLayout.printable(suggestion.subtitle)
        context.console.write(
            lines: [style.bold(TextLayout.printable(suggestion.title)) + style.dim(subtitle)]
                + TextLayout.wrap(suggestion.sentence, to: screen.tableWidth ?? Int.max / 2)
                + ReasonView.lines(suggestion.reasons, screen: screen))
    }

    private static func chosen(_ parsed: ParsedCommand, _ context: CommandContext) async throws -> String? {
        if let id = try await SuggestionChoosing.id(parsed, context) { return id }
        if let first = try await context.service.offer()?.suggestions.first { return first.id }
        return try await context.service.suggestions(limit: 1).first?.id
    }
}
