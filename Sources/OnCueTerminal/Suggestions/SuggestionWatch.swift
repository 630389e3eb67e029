// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import TextOutput

/// `oncue suggestions --watch`: prints every offer and its end until the program is ended.
struct SuggestionWatch {
    let context: CommandContext
    let isJSON: Bool

    func run() async throws {
        // Starts the daemon if none is running, and reports one that is too old for this.
        _ = try await context.service.offer()
        context.console.endWhenUnread()
        context.console.tell("Watching; press Ctrl-C to stop")
        for await update in await context.service.suggestionUpdates() {
            switch update {
            case .raised(let offer): write(offer)
            case .ended(let id, let reason): write(end: id, reason)
            // This only affects a list of suggestions.
            case .changed: break
            case .serviceLost:
                context.console.tell("oncued has quit; suggestions are shown once it runs again")
            }
        }
    }

    private func write(_ offer: SuggestionOffer) {
        guard !isJSON else {
            return write([
                "event": "raised", "id": .number(offer.id), "reason": .null, "offer": SuggestionView.json(offer),
                "items": SuggestionView.items(offer.suggestions),
            ])
        }
        let style = context.console.style
        let choices = offer.suggestions.enumerated().map { index, suggestion in
            let title = style.bold(TextLayout.printable(suggestion.title))
            let subtitle = suggestion.subtitle.isEmpty ? "" : ", " + TextLayout.printable(suggestion.subtitle)
            return style.accent("\(SuggestionView.number(suggestion, index))") + " " + title + subtitle
        }
        context.console.write(
            lines: [TextLayout.printable(offer.sentence) + " " + choices.joined(separator: "; ")])
    }

    private func write(end id: UInt64, _ reason: String) {
        guard !isJSON else {
            return write([
                "event": "ended", "id": .number(id), "reason": .string(reason), "offer": .null, "items": .array([]),
            ])
        }
        context.console.write(lines: ["Ended: " + TextLayout.printable(Self.text(reason))])
    }

    /// Writes one line, even on a terminal.
    private func write(_ value: JSONValue) { context.console.write(value.text(.compact) + "\n") }

    /// Returns the reason for the end of an offer; an unknown one is returned unchanged.
    private static func text(_ reason: String) -> String {
        switch reason {
        case "cause-ended": "its occasion has passed"
        case "expired": "it expired"
        case "played-else": "something else was played"
        case "replaced": "other suggestions replaced it"
        case "gone": "its items no longer exist"
        case "stopped": "oncued has quit"
        default: reason
        }
    }
}
