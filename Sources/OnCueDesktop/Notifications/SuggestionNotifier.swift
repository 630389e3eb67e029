// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// Displays the offer as one notification, replaced and never stacked, and closed when the offer ends.
@MediaActor
package final class SuggestionNotifier: SuggestionPublishing {
    private let center: SuggestionCenter
    private let server: NotificationServer
    private let clock: MomentClock
    private let log = Logger("suggestions")
    private var offer: ShownOffer?
    /// Whether an earlier run has left one that has not been updated yet.
    private var isLeft = false
    /// The time of the last press of a button, after which servers close the notification.
    private var pressedAt: ContinuousClock.Instant?
    private static let closingTime: Duration = .seconds(2)

    /// - Parameters:
    ///   - bus: The session bus, by which the notifications are known to the server.
    ///   - patience: How long the server may take for a call.
    package init(bus: MessageBus, center: SuggestionCenter, patience: Duration = .seconds(10)) {
        self.center = center
        clock = center.parts.clock
        server = NotificationServer(bus: bus, patience: patience)
        server.hearsHistory = true
        server.onButton = { [weak self] key, isOurs in self?.press(key, isOurs) }
        server.onClosed = { [weak self] in self?.closed($0) }
        server.onShown = { [weak self] in self?.remember($0) }
        // The notification of a killed service is replaced, or closed.
        let (left, home) = (center.memory.state.notification, center.memory.state.notificationHome)
        if left != 0, let home {
            server.adopt(left, from: home)
            isLeft = center.memory.state.offer != nil
            if !isLeft { server.close() }
        }
        // A restarted server does not display anything yet.
        server.onServer = { [weak self] isThere in if isThere { self?.show() } }
    }

    package func offerChanged(to offer: ShownOffer?) {
        let wasShown = self.offer != nil || isLeft
        (self.offer, isLeft) = (offer, false)
        guard offer != nil, center.settings.notifies else {
            if wasShown { server.close() }
            return
        }
        show()
    }

    /// Displays an offer from the time of the lock again, since not every desktop shows it while locked.
    package func unlocked() {
        if center.settings.notifies { show() }
    }

    package func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {}

    /// Saves the number with its scope, since it has no meaning for another server.
    private func remember(_ id: UInt32) {
        Task { @MediaActor [server, memory = center.memory] in
            let home = id == 0 ? nil : await server.home()
            guard server.id == id else { return }
            memory.note { ($0.notification, $0.notificationHome) = (home == nil ? 0 : id, home) }
        }
    }

    private func show() {
        guard let offer else { return }
        let remaining = max(1, offer.expiresAt - clock.now())
        server.show { SuggestionMessage.arguments(offer, lifetime: .seconds(remaining), replacing: $0, $1) }
    }

    /// Handles a press. A key names its suggestion, so one from before a restart is valid, and one from a history as
    /// long as the suggestion is known; a click on the body is valid only for our present notification.
    private func press(_ key: String, _ isOurs: Bool) {
        if isOurs { pressedAt = .now }
        let body = isOurs && key == SuggestionMessage.bodyKey ? offer.map { $0.suggestions[0].id } : nil
        switch body.map(SuggestionMessage.Button.play) ?? SuggestionMessage.Button(key: key) {
        case .play(let id): play(id)
        case .next(let id) where id == offer?.id: center.showNext()
        case .dismiss(let id) where id == offer?.id: dismiss()
        case .next, .dismiss, nil: break
        }
    }

    private func play(_ id: ShownSuggestion.ID) {
        Task { @MediaActor [center, log] in
            do {
                try await center.acceptShown(id)
            } catch {
                log.warning("cannot play a suggestion", ["error": "\(error)"])
            }
        }
    }

    private func dismiss() {
        Task { @MediaActor [center, log] in
            do throws(ContentError) {
                try await center.dismiss("", .notNow)
            } catch {
                log.warning("cannot dismiss a suggestion", ["error": error.message])
            }
        }
    }

    /// Handles a closed notification: closing it by hand dismisses the offer; if it expires, the offer remains
    /// elsewhere.
    private func closed(_ closing: NotificationServer.Closing) {
        let isAnswer = pressedAt.map { .now - $0 < Self.closingTime } ?? false
        guard closing == .dismissed, !isAnswer, offer != nil else { return }
        dismiss()
    }
}
