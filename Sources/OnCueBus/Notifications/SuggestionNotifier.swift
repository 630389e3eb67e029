// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// Shows what is offered as one notification, replaced and never stacked, and taken away when the offer is over.
@MediaActor
package final class SuggestionNotifier: SuggestionPublishing {
    private let center: SuggestionCenter
    private let server: NotificationServer
    private let clock: MomentClock
    private let log = Logger("suggestions")
    private var offer: ShownOffer?
    /// An earlier run has left one, of which nothing was said yet.
    private var isLeft = false
    /// When a button was pressed, after which servers close what is shown.
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
        // What a service left that was killed is replaced, or taken away.
        let (left, home) = (center.memory.state.notification, center.memory.state.notificationHome)
        if left != 0, let home {
            server.adopt(left, from: home)
            isLeft = center.memory.state.offer != nil
            if !isLeft { server.close() }
        }
        // One that comes anew shows nothing yet.
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

    /// What was offered while the screen was locked is shown again, since not every desktop shows it before.
    package func unlocked() {
        if center.settings.notifies { show() }
    }

    package func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {}

    /// The number alone means nothing to another server.
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

    /// A key names what it is about, so one from before a restart is as good, and one out of a history as long as the
    /// suggestion is known; a click on the body is only ours.
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

    /// Who closes it does not want it now; one that goes by itself is offered elsewhere all the same.
    private func closed(_ closing: NotificationServer.Closing) {
        let isAnswer = pressedAt.map { .now - $0 < Self.closingTime } ?? false
        guard closing == .dismissed, !isAnswer, offer != nil else { return }
        dismiss()
    }
}
