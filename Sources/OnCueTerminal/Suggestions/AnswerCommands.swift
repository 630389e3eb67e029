// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue accept`
enum AcceptCommand {
    static let command = Command(
        CommandDefinition(
            "accept", group: "Suggestions", summary: "Play a suggestion, from where it was left.",
            discussion: """
                An activity of another program is continued there. Without N, the first suggestion is played. If nothing is being offered, N is the number from the last \
                oncue suggestions.

                JSON: identifier, title, subtitle.
                """,
            arguments: [SuggestionChoosing.argument], options: [Values.json],
            examples: [
                DocumentedTerm("oncue accept", "Play the first suggestion."),
                DocumentedTerm("oncue accept 2", "Play the second."),
            ])
    ) { parsed, context in
        var id = try await SuggestionChoosing.id(parsed, context) ?? ""
        if UnaskedSuggestion.number(of: id) != nil { id = try await SuggestionChoosing.suggestion(id, context).id }
        let played = try await context.service.acceptSuggestion(id)
        if parsed.has("json") {
            return context.console.write([
                "identifier": .string(played.identifier), "title": .string(played.title),
                "subtitle": .string(played.subtitle),
            ])
        }
        if ContentIdentifier(played.identifier)?.kind == .foreign {
            return context.console.tell(AcceptedActivity.text(played))
        }
        let content = PlayedContent(
            title: played.title.isEmpty ? "the suggestion" : played.title, subtitle: played.subtitle,
            kind: String(played.identifier.prefix { $0 != ":" }), count: 1)
        context.console.tell("Playing " + ContentPhrase.name(content))
    }
}

/// The message about an activity that was suggested and accepted.
enum AcceptedActivity {
    /// `Concerts goes on with "Blue Note"`
    static func text(_ accepted: AcceptedSuggestion) -> String {
        let title = TextLayout.printable(accepted.title)
        let program = TextLayout.printable(accepted.subtitle)
        return program.isEmpty ? "Opened \"\(title)\"" : "\(program) goes on with \"\(title)\""
    }
}

/// `oncue dismiss`
enum DismissCommand {
    static let command = Command(
        CommandDefinition(
            "dismiss", group: "Suggestions", summary: "Dismiss a suggestion, or without N all that are offered.",
            discussion: """
                not-now (the default) dismisses it and counts against it at this time of day; it is not listed again for \
                half a day. thumbs-down also suggests it less often; never-here stops suggesting it for this device or place; never stops suggesting it at all. \
                oncue pin lists what you have pinned and refused, and oncue forget takes it back.

                JSON: identifier and title (null for all that are offered), reason.
                """,
            arguments: [SuggestionChoosing.argument],
            options: [
                OptionDefinition(
                    "reason", short: "r",
                    value: ValueDefinition(
                        "REASON", kind: "a reason", allowed: DismissalReason.allCases.map(\.rawValue)),
                    description: "Why you dismiss it."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue dismiss", "Not now."),
                DocumentedTerm("oncue dismiss 1 --reason thumbs-down", "Suggest it less often."),
                DocumentedTerm("oncue dismiss 2 --reason never-here", "Never suggest it with these headphones."),
            ])
    ) { parsed, context in
        let reason = parsed.option("reason").flatMap(DismissalReason.init) ?? .notNow
        guard let id = try await SuggestionChoosing.id(parsed, context) else {
            guard try await context.service.offer() != nil else {
                throw CommandFailure(
                    .nothingFound,
                    "nothing is being offered; dismiss one of oncue suggestions by its number: oncue dismiss 1")
            }
            try await context.service.dismissSuggestion("", reason)
            if parsed.has("json") { return context.console.write(json(nil, reason)) }
            return context.console.tell("Dismissed" + answer(reason))
        }
        let suggestion = try await SuggestionChoosing.suggestion(id, context)
        try await context.service.dismissSuggestion(suggestion.id, reason)
        if parsed.has("json") { return context.console.write(json(suggestion, reason)) }
        let title = TextLayout.printable(suggestion.title)
        let isPinned = try await context.service.saidOfItems().contains {
            $0.identifier == suggestion.identifier && $0.isPinned
        }
        let outcome =
            isPinned && [.notNow, .thumbsDown].contains(reason)
            ? "; it is pinned, so it comes back in half a day; unpin it with: oncue pin --remove \(ShellWord.quoted(title))"
            : answer(reason)
        context.console.tell("Dismissed \"\(title)\"\(outcome)")
    }

    private static func json(_ suggestion: SuggestionRecord?, _ reason: DismissalReason) -> JSONValue {
        [
            "identifier": .string(orNull: suggestion?.identifier), "title": .string(orNull: suggestion?.title),
            "reason": .string(reason.rawValue),
        ]
    }

    /// Returns the end of the answer.
    static func answer(_ reason: DismissalReason) -> String {
        switch reason {
        case .notNow: ""
        case .thumbsDown: "; it will be suggested less often"
        case .neverHere: "; it will no longer be suggested here"
        case .never: "; it will no longer be suggested"
        }
    }
}

/// `oncue why`
enum WhyCommand {
    static let command = Command(
        CommandDefinition(
            "why", group: "Suggestions", summary: "Explain why something is suggested.",
            discussion: """
                Prints one sentence, and how much each circumstance speaks for or against the suggestion: what sets \
                the times when you played it apart from those when you played something else. Without N, it explains \
                the first suggestion.

                JSON: an item of oncue suggestions.
                """,
            arguments: [SuggestionChoosing.argument], options: [Values.json],
            examples: [
                DocumentedTerm("oncue why", "Explain the first suggestion."),
                DocumentedTerm("oncue why 2 --json", "Explain the second suggestion as JSON."),
            ])
    ) { parsed, context in
        guard let id = try await chosen(parsed, context) else {
            throw CommandFailure(.nothingFound, "nothing is suggested at the moment")
        }
        let suggestion = try await context.service.explainSuggestion(id).suggestion
        if parsed.has("json") {
            return context.console.write(SuggestionView.json(suggestion, number: suggestion.number))
        }
        context.console.write(lines: lines(suggestion, screen: context.console.dataScreen))
    }

    /// Returns the title, the sentence, and a line for each reason.
    static func lines(_ suggestion: SuggestionRecord, screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        let subtitle = suggestion.subtitle.isEmpty ? "" : " — " + TextLayout.printable(suggestion.subtitle)
        return [style.bold(TextLayout.printable(suggestion.title)) + style.dim(subtitle)]
            + TextLayout.wrap(suggestion.sentence, to: screen.tableWidth ?? Int.max / 2)
            + ReasonView.lines(suggestion.reasons, screen: screen)
    }

    private static func chosen(_ parsed: ParsedCommand, _ context: CommandContext) async throws -> String? {
        if let id = try await SuggestionChoosing.id(parsed, context) { return id }
        if let first = try await context.service.offer()?.suggestions.first { return first.id }
        return try await context.service.suggestions(limit: 1).first?.id
    }
}
