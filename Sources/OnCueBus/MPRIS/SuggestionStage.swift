// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// Puts what is offered where players show the current track, unless something was heard a moment ago.
@MediaActor
package final class SuggestionStage: SuggestionPublishing {
    private let center: SuggestionCenter
    private weak var player: MPRISObject?
    private let log = Logger("suggestions")

    package init(center: SuggestionCenter, player: MPRISObject) {
        self.center = center
        self.player = player
        player.answerStaged { [weak self] in self?.press($0) }
    }

    package func offerChanged(to offer: ShownOffer?) {
        player?.stage(isFree ? offer.map(StagedSuggestion.init) : nil)
    }

    package func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {}

    private var isFree: Bool {
        guard center.settings.stages else { return false }
        return center.silence.map { $0 >= center.settings.stagingGuard } ?? true
    }

    private func press(_ button: RemotePresses.Button) {
        switch button {
        case .next: center.showNext()
        default:
            Task { @MediaActor [center, log] in
                do {
                    _ = try await center.accept("")
                } catch {
                    log.warning("cannot play a suggestion", ["error": "\(error)"])
                }
            }
        }
    }
}
