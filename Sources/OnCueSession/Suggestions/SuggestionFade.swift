// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Fades in automatic playback, and limits its volume as set by the user.
@MediaActor
final class SuggestionFade {
    private static let length: Duration = .seconds(3)

    private let controller: PlaybackController

    init(controller: PlaybackController) {
        self.controller = controller
    }

    /// Fades in the next playback from silence. The user's own volume is not changed.
    ///
    /// - Parameter limit: The highest volume, regardless of the device that the sound goes to; `nil` for the present
    ///   volume.
    func begin(limit: Double?) {
        controller.fadeInNext(within: Self.length)
        self.limit(to: limit)
    }

    /// Limits the volume without fading; `nil` ends that.
    func limit(to limit: Double?) {
        // An alarm has a limit of its own.
        if !controller.isVolumeRaised { controller.limitVolume(to: limit) }
    }

    /// Ends the fade and the limit, since nothing has begun to play.
    func end() {
        controller.fadeInNext(within: .zero)
        limit(to: nil)
    }
}
