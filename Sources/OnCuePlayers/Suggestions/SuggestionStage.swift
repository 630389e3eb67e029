// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// Stages the offer where players show the current track, once there has been silence for a while.
@MediaActor
package final class SuggestionStage: SuggestionPublishing {
    /// The time within which cars press Play by themselves after starting. As this is not the user's choice, nothing is
    /// staged there before it is over.
    private static let automaticPlay: Duration = .seconds(10)

    private let center: SuggestionCenter
    private let players: [any SuggestionScreen]
    private let vehicles: [any SuggestionScreen]
    private let log = Logger("suggestions")
    private var offer: (shown: ShownOffer, since: ContinuousClock.Instant)?
    private var alarm: Task<Void, Never>?

    /// - Parameters:
    ///   - players: Screens on which a press of Play is always the user's.
    ///   - vehicles: Screens on which the car itself may press Play.
    package init(
        center: SuggestionCenter, players: [any SuggestionScreen], vehicles: [any SuggestionScreen]
    ) {
        self.center = center
        (self.players, self.vehicles) = (players, vehicles)
        for screen in players + vehicles { screen.answerStaged { [weak self] in self?.press($0) ?? false } }
    }

    isolated deinit { alarm?.cancel() }

    package func offerChanged(to offer: ShownOffer?) {
        let since = self.offer.flatMap { $0.shown.id == offer?.id ? $0.since : nil } ?? .now
        // The Play button plays something, which an activity cannot offer.
        var playable = offer
        playable?.suggestions.removeAll(where: \.isActivity)
        self.offer = playable.flatMap { $0.suggestions.isEmpty ? nil : ($0, since) }
        stage()
    }

    package func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {}

    /// Displays the offer, now or after enough silence.
    private func stage() {
        alarm?.cancel()
        guard center.settings.stages, let offer else {
            for screen in players + vehicles { screen.stage(nil) }
            return
        }
        let staged = StagedSuggestion(offer.shown)
        let pauses = (player: remainingGuard, vehicle: max(remainingGuard, remainingAutomaticPlay))
        for screen in players { screen.stage(pauses.player > .zero ? nil : staged) }
        for screen in vehicles { screen.stage(pauses.vehicle > .zero ? nil : staged) }
        guard let pause = [pauses.player, pauses.vehicle].filter({ $0 > .zero }).min() else { return }
        alarm = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: pause)) != nil else { return }
            self?.stage()
        }
    }

    private var remainingGuard: Duration {
        center.silence.map { max(.zero, center.settings.stagingGuard - $0) } ?? .zero
    }

    private var remainingAutomaticPlay: Duration {
        guard let offer, offer.shown.trigger.kind == .car else { return .zero }
        return max(.zero, Self.automaticPlay - (.now - offer.since))
    }

    private func press(_ button: RemotePresses.Button) -> Bool {
        if button == .next {
            center.showNext()
            return true
        }
        let staged = offer?.shown.suggestions.first?.id ?? ""
        Task { @MediaActor [center, log] in
            do {
                _ = try await center.accept(staged)
            } catch {
                log.warning("cannot play a suggestion", ["error": "\(error)"])
            }
        }
        return true
    }
}
