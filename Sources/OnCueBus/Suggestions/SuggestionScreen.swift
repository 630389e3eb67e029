// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// Where players are shown and have buttons: desktops and lock screens, headsets and cars.
@MediaActor
package protocol SuggestionScreen: AnyObject {
    /// Shows a suggestion in the place of the current track, or no longer.
    func stage(_ suggestion: StagedSuggestion?)

    /// Has somebody answer for what is staged.
    ///
    /// - Parameter answer: Hears of Play and Next; false when the button means what it means otherwise.
    func answerStaged(_ answer: @escaping @MediaActor (RemotePresses.Button) -> Bool)
}

/// What is staged on a screen, and what its buttons mean while it is.
@MediaActor
final class StagedScreen {
    var suggestion: StagedSuggestion?
    var answer: (@MediaActor (RemotePresses.Button) -> Bool)?

    private let controller: PlaybackController

    init(controller: PlaybackController) {
        self.controller = controller
    }

    /// What is seen: what plays goes before everything else.
    var shown: StagedSuggestion? { controller.snapshot.status == .playing ? nil : suggestion }

    /// What is staged is what is meant, as long as nothing plays; what cannot be done with it is without effect.
    ///
    /// - Parameter method: Of `org.mpris.MediaPlayer2.Player`.
    /// - Returns: False when it means what it means otherwise.
    func takes(_ method: String) -> Bool {
        guard shown != nil else { return false }
        switch method {
        case "Play", "PlayPause": return answer?(.playPause) ?? false
        case "Next": return answer?(.next) ?? false
        // What is behind it can be ended all the same.
        case "Stop": return false
        default: return true
        }
    }
}
