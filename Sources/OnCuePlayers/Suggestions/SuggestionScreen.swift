// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// A display of players that has buttons: desktops and lock screens, headsets and cars.
@MediaActor
package protocol SuggestionScreen: AnyObject {
    /// Shows a suggestion in place of the current track; `nil` removes it.
    func stage(_ suggestion: StagedSuggestion?)

    /// Sets the handler for buttons pressed on the staged suggestion.
    ///
    /// - Parameter answer: Handles Play and Next; returns false if the button keeps its usual meaning.
    func answerStaged(_ answer: @escaping @MediaActor (RemotePresses.Button) -> Bool)
}

/// The staged suggestion of a screen, and the meaning of its buttons.
@MediaActor
final class StagedScreen {
    var suggestion: StagedSuggestion?
    var answer: (@MediaActor (RemotePresses.Button) -> Bool)?

    private let controller: PlaybackController

    init(controller: PlaybackController) {
        self.controller = controller
    }

    /// The displayed suggestion; `nil` while something is playing, which takes precedence.
    var shown: StagedSuggestion? { controller.snapshot.status == .playing ? nil : suggestion }

    /// Handles a method of a player: it applies to the staged suggestion while nothing is playing. Methods that are not
    /// possible for the suggestion have no effect.
    ///
    /// - Parameter method: A method of `org.mpris.MediaPlayer2.Player`.
    /// - Returns: `false` if it keeps its usual meaning.
    func takes(_ method: String) -> Bool {
        guard shown != nil else { return false }
        switch method {
        case "Play", "PlayPause": return answer?(.playPause) ?? false
        case "Next": return answer?(.next) ?? false
        // The playback behind the suggestion can still be stopped.
        case "Stop": return false
        default: return true
        }
    }
}
