// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueSession
internal import OnCueSuggestions

/// A suggestion in the form for a notification server (Desktop Notifications Specification 1.2).
enum SuggestionMessage {
    /// The action of a button; its key names the suggestion, so that it has the same meaning after a restart.
    enum Button: Equatable {
        case play(ShownSuggestion.ID)
        case next(Trigger.ID)
        case dismiss(Trigger.ID)

        /// - Returns: `nil` for a key that is not ours.
        init?(key: String) {
            let words = key.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 2 else { return nil }
            switch (words[0], Trigger.ID(words[1])) {
            case ("play", _): self = .play(words[1])
            case ("next", let id?): self = .next(id)
            case ("dismiss", let id?): self = .dismiss(id)
            default: return nil
            }
        }

        var key: String {
            switch self {
            case .play(let id): "play \(id)"
            case .next(let id): "next \(id)"
            case .dismiss(let id): "dismiss \(id)"
            }
        }
    }

    /// The key of a click on the notification itself.
    static let bodyKey = "default"

    /// The arguments of `Notify`.
    ///
    /// - Parameter lifetime: How long it is offered yet.
    static func arguments(
        _ offer: ShownOffer, lifetime: Duration, replacing id: UInt32, _ capabilities: Set<String>
    ) -> [BusValue] {
        let first = offer.suggestions[0]
        let hasBody = capabilities.contains("body")
        let verb = first.isActivity ? "Open " : first.position == nil ? "Play " : "Continue "
        let title = verb + (first.targetTitle ?? first.item.title) + "?"
        let about = about(offer, first)
        let summary = NotificationText.plain(hasBody ? title : title + " — " + first.sentence)
        let body = hasBody ? about.map(NotificationText.plain) : []
        let isMarkup = capabilities.contains("body-markup")
        return [
            .string("OnCue"), .uint32(id), .string(ServiceNames.desktopEntry), .string(summary),
            .string(body.map { isMarkup ? NotificationText.escaped($0) : $0 }.joined(separator: "\n")),
            .strings(capabilities.contains("actions") ? actions(offer, first) : []), .dictionary(hints(first)),
            .int32(Int32(clamping: max(1, lifetime.components.seconds) * 1_000)),
        ]
    }

    private static func about(_ offer: ShownOffer, _ first: ShownSuggestion) -> [String] {
        let title = first.targetTitle == nil ? first.item.subtitle : first.item.title
        return [title, first.sentence].filter { !$0.isEmpty }
    }

    private static func actions(_ offer: ShownOffer, _ first: ShownSuggestion) -> [String] {
        let play = Button.play(first.id).key
        let next = offer.suggestions.count > 1 ? [Button.next(offer.id).key, "Next suggestion"] : []
        // Without a label it does not become a button on servers that display one for each label.
        return [bodyKey, "", play, first.isActivity ? "Open" : "Play"] + next + [
            Button.dismiss(offer.id).key, "Not now",
        ]
    }

    private static func hints(_ first: ShownSuggestion) -> [String: BusValue] {
        var hints: [String: BusValue] = [
            "urgency": .byte(1), "desktop-entry": .string(ServiceNames.desktopEntry),
            "category": .string("x-oncue.suggestion"),
            // It is about to play, or silence is wanted.
            "suppress-sound": .bool(true),
            // It stays when the next suggestion is requested, and is closed when the offer ends.
            "resident": .bool(true),
        ]
        if let artwork = first.artwork { hints["image-path"] = .string(artwork.uri) }
        return hints
    }
}
