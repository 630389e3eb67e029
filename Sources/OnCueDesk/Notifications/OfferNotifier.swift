// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
internal import OnCuePhrases
package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// Shows the offer as one notification of the centre, which is replaced and never stacked, and is removed when the
/// offer ends. A text that is typed into it is played.
@MediaActor
package final class OfferNotifier: SuggestionPublishing {
    package nonisolated static let name = "offer"
    /// The category of offers. Dismissing the notification dismisses the offer; if it only expires, the offer remains
    /// elsewhere.
    package nonisolated static var category: NotificationCategory {
        NotificationCategory(name, tellsDismissal: true)
    }
    private static let request = NotificationRequest.Name(ServiceNames.busName, name)
    /// The time for which the notification shows the result of a text, in seconds.
    private static let resultTime: Int64 = 10

    private let notices: NotificationCoordinator
    private let center: SuggestionCenter
    private let play: @MediaActor (_ words: String) async throws -> PlayedContent
    private let clock: MomentClock
    private let log = Logger("suggestions")
    private var offer: ShownOffer?
    /// Whether a notification of an earlier run is still shown and has not been updated yet.
    private var isLeft: Bool
    /// Whether the offer ends only because the service does, which offers it again at its next start.
    private var isStopping = false
    /// Whether a text is being looked up, whose result will replace the offer.
    private var isAnswering = false
    /// The reason why the last text plays nothing, shown as long as the suggestion that it was typed into is offered.
    private var remark: (suggestion: ShownSuggestion.ID, text: String)?

    /// - Parameters:
    ///   - notices: Shows them.
    ///   - center: The center whose offers these are.
    ///   - play: Plays the item that words name, as `oncue play` does.
    package init(
        notices: NotificationCoordinator, center: SuggestionCenter,
        play: @escaping @MediaActor (_ words: String) async throws -> PlayedContent
    ) {
        (self.notices, self.center, self.play) = (notices, center, play)
        clock = center.clock
        isLeft = center.state.offer != nil
        notices.handle(Self.name) { [weak self] in self?.answered($0) }
        notices.whenStray { [weak self] action, subject in self?.pressedInHistory(action, subject) }
        // The notification of a service that was killed is replaced, or removed.
        if !isLeft { notices.retract(Self.request) }
    }

    package func offerChanged(to offer: ShownOffer?) {
        let wasShown = self.offer != nil || isLeft
        (self.offer, isLeft) = (offer, false)
        if offer != nil { isStopping = false }
        if remark?.suggestion != offer?.suggestions.first?.id { remark = nil }
        guard offer != nil, center.settings.notifies else {
            if wasShown, !isStopping, !isAnswering { notices.retract(Self.request) }
            return
        }
        show()
    }

    package func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) { isStopping = ending == .stopped }

    /// Shows the offer again after an unlock, since not every desktop shows one while the screen is locked.
    package func unlocked() {
        if center.settings.notifies { show() }
    }

    private func show() {
        guard let offer else { return }
        post(content(of: offer))
    }

    private func content(of offer: ShownOffer) -> NotificationContent {
        var content = OfferText.content(
            offer.suggestions, Self.name, expires: notices.now + max(1, offer.expiresAt - clock.now()), takesText: true)
        if let remark { content.subtitle = NotificationContent.line(remark.text) }
        return content
    }

    private func post(_ content: NotificationContent) {
        notices.post(NotificationRequest(Self.request, content))
    }

    /// Handles an answer; other answers do not wait for playback.
    private func answered(_ response: NotificationResponse) {
        let subject = response.content.manner?.subject ?? ""
        switch response.answer.action {
        case .main, .custom(OfferText.play): accept(subject)
        case .custom(OfferText.next): if offer != nil { center.showNext() }
        case .custom(OfferText.ask):
            let text = response.answer.text ?? ""
            Task { @MediaActor [weak self] in await self?.look(for: text) }
        case .custom(OfferText.notNow), .dismiss: dismiss()
        case .custom: break
        }
    }

    /// Handles a button of a notification that is gone or was replaced. It names its suggestion: playing is valid as
    /// long as the suggestion is known, and the other buttons while it is offered.
    private func pressedInHistory(_ action: String, _ subject: String) {
        let isOffered = offer?.suggestions.contains { $0.id == subject } ?? false
        switch NotificationAnswer.Action(name: action) {
        case .main, .custom(OfferText.play): accept(subject)
        case .custom(OfferText.next) where isOffered: center.showNext()
        case .custom(OfferText.notNow) where isOffered, .dismiss where isOffered: dismiss()
        default: break
        }
    }

    private func accept(_ id: ShownSuggestion.ID) {
        Task { @MediaActor [center, log] in
            do {
                try await center.acceptShown(id)
            } catch {
                log.warning("cannot play a suggestion", ["error": "\(error)"])
            }
        }
    }

    private func dismiss() {
        guard offer != nil else { return }
        Task { @MediaActor [center, log] in
            do throws(ContentError) {
                try await center.dismiss("", .notNow)
            } catch {
                log.warning("cannot dismiss a suggestion", ["error": error.message])
            }
        }
    }

    // MARK: Typing

    /// Plays the item that words name, and shows in place of the offer what plays, or why nothing does.
    private func look(for words: String) async {
        isAnswering = true
        defer { isAnswering = false }
        do {
            let played = try await play(words)
            tell(PlayPhrase.text(played, PlayOptions(), nil), body: "")
        } catch {
            let message = ServiceError(error).message
            log.info("nothing plays of a text", ["error": message])
            guard let offer, center.settings.notifies else { return tell("Nothing plays", body: message) }
            // The offer can still be answered, also with another text.
            remark = (offer.suggestions[0].id, message)
            show()
        }
    }

    private func tell(_ title: String, body: String) {
        var content = NotificationContent(
            title: NotificationContent.line(title), body: body.isEmpty ? "" : NotificationContent.line(body),
            category: Self.name, urgency: .low)
        content.expires = notices.now + Self.resultTime
        content.manner = NotificationManner(actions: [], isTransient: true, isLasting: true)
        post(content)
    }
}
