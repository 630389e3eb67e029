// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Lets what begins by itself begin quietly, and not louder than the person wants.
@MediaActor
final class SuggestionFade {
    private static let length: Duration = .seconds(3)

    private let controller: PlaybackController

    init(controller: PlaybackController) {
        self.controller = controller
    }

    /// Has what begins next rise from silence. The person's volume itself stays as it is.
    ///
    /// - Parameter limit: The volume that is not exceeded, whatever device the sound goes to; `nil` for that which is set.
    func begin(limit: Double?) {
        controller.fadeInNext(within: Self.length)
        controller.limitVolume(to: limit)
    }

    /// Nothing has begun.
    func end() {
        controller.fadeInNext(within: .zero)
        controller.limitVolume(to: nil)
    }
}
