// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Lets what begins by itself begin quietly, and not louder than the person wants.
@MediaActor
final class SuggestionFade {
    private static let length: Duration = .seconds(3)

    private let controller: PlaybackController
    /// The volume before the limit took effect, and the limit.
    private var lowered: (from: Double, to: Double)?

    init(controller: PlaybackController) {
        self.controller = controller
    }

    /// Has what begins next rise from silence. The volume itself stays as it is, unless it is beyond the limit.
    ///
    /// - Parameter limit: The volume that is not exceeded; `nil` for that which is set.
    func begin(limit: Double?) {
        controller.fadeInNext(within: Self.length)
        lowered = nil
        let volume = controller.snapshot.volume
        guard let limit, volume > limit else { return }
        lowered = (volume, limit)
        set(limit)
    }

    /// Nothing has begun.
    func end() {
        controller.fadeInNext(within: .zero)
        if let lowered, abs(controller.snapshot.volume - lowered.to) < 0.001 { set(lowered.from) }
        lowered = nil
    }

    private func set(_ volume: Double) { try? controller.perform(.setVolume(volume), by: .user) }
}
