// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// Puts what is offered where players show the current track, as soon as nothing was heard for a while.
@MediaActor
package final class SuggestionStage: SuggestionPublishing {
    /// Many a car presses Play by itself when it is started; that is nobody's choice.
    private static let automaticPlay: Duration = .seconds(10)

    private let center: SuggestionCenter
    private let screens: [any SuggestionScreen]
    private let log = Logger("suggestions")
    private var offer: (shown: ShownOffer, since: ContinuousClock.Instant)?
    private var alarm: Task<Void, Never>?

    /// - Parameters:
    ///   - players: Where a press of Play is always the person's.
    ///   - vehicles: Where Play may be pressed by a car itself.
    package init(
        center: SuggestionCenter, players: [any SuggestionScreen], vehicles: [any SuggestionScreen]
    ) {
        self.center = center
        screens = players + vehicles
        for screen in players { screen.answerStaged { [weak self] in self?.press($0) ?? false } }
        for screen in vehicles {
            screen.answerStaged { [weak self] in
                guard let self, !mayBeAutomatic else { return false }
                return press($0)
            }
        }
    }

    isolated deinit { alarm?.cancel() }

    package func offerChanged(to offer: ShownOffer?) {
        let since = self.offer.flatMap { $0.shown.id == offer?.id ? $0.since : nil } ?? .now
        self.offer = offer.map { ($0, since) }
        stage()
    }

    package func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {}

    /// Shows what is offered, now or when the silence has lasted for long enough.
    private func stage() {
        alarm?.cancel()
        let pause = center.settings.stages && offer != nil ? remainingGuard : nil
        let staged = pause == .zero ? offer.map { StagedSuggestion($0.shown) } : nil
        for screen in screens { screen.stage(staged) }
        guard let pause, pause > .zero else { return }
        alarm = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: pause)) != nil else { return }
            self?.stage()
        }
    }

    private var remainingGuard: Duration {
        center.silence.map { max(.zero, center.settings.stagingGuard - $0) } ?? .zero
    }

    private var mayBeAutomatic: Bool {
        guard let offer, offer.shown.trigger.kind == .car else { return false }
        return .now - offer.since < Self.automaticPlay
    }

    private func press(_ button: RemotePresses.Button) -> Bool {
        if button == .next {
            center.showNext()
            return true
        }
        Task { @MediaActor [center, log] in
            do {
                _ = try await center.accept("")
            } catch {
                log.warning("cannot play a suggestion", ["error": "\(error)"])
            }
        }
        return true
    }
}
