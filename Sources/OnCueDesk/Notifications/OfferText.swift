// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueNotifications
internal import OnCueSession

/// Suggestions as notifications.
enum OfferText {
    static let play = "play"
    static let next = "next"
    static let notNow = "not-now"
    /// The action that plays the item named by a typed text.
    static let ask = "ask"

    /// Returns the content of a notification of suggestions.
    ///
    /// - Parameters:
    ///   - suggestions: The one to show first is at the front; never empty.
    ///   - expires: Seconds since 1970.
    ///   - takesText: Whether something else can be typed.
    static func content(
        _ suggestions: [ShownSuggestion], _ category: String, expires: Int64, takesText: Bool
    ) -> NotificationContent {
        let first = suggestions[0]
        let verb = verb(first)
        let about = first.targetTitle == nil ? first.item.subtitle : first.item.title
        var content = NotificationContent(
            title: NotificationContent.line(verb.question + (first.targetTitle ?? first.item.title) + "?"),
            subtitle: about.isEmpty ? "" : NotificationContent.line(about),
            body: first.sentence.isEmpty ? "" : NotificationContent.line(first.sentence), category: category)
        if let artwork = first.artwork, artwork.uri.utf8.count <= NotificationLimits.addressBytes {
            content.attachments = [artwork.uri]
        }
        content.expires = expires
        // It stays when the next suggestion is requested, and is removed when the offer ends.
        content.manner = NotificationManner(
            actions: actions(suggestions, takesText: takesText), subject: first.id, isResident: true, isLasting: true)
        return content
    }

    /// Returns the beginning of a question, and the label of the button. The title of a task already contains the verb.
    private static func verb(_ suggestion: ShownSuggestion) -> (question: String, button: String) {
        guard suggestion.isActivity else { return (suggestion.position == nil ? "Play " : "Continue ", "Play") }
        return suggestion.item.rare.isTask ? ("", "Do it") : ("Open ", "Open")
    }

    private static func actions(_ suggestions: [ShownSuggestion], takesText: Bool) -> [NotificationAction] {
        var actions = [NotificationAction(play, verb(suggestions[0]).button)]
        if suggestions.count > 1 { actions.append(NotificationAction(next, "Next suggestion")) }
        actions.append(NotificationAction(notNow, "Not now"))
        if takesText {
            actions.append(
                NotificationAction(
                    ask, "Play something else", takesText: true, placeholder: "What would you like to hear?"))
        }
        return actions
    }
}
