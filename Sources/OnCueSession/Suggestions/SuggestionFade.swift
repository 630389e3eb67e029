// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Lets what begins by itself begin quietly, and not louder than the person wants.
@MediaActor
final class SuggestionFade {
    /// How long it takes to the full volume, in how many steps.
    private static let steps = 10
    private static let pause: Duration = .milliseconds(300)

    private let controller: PlaybackController
    private var task: Task<Void, Never>?
    private var target: Double?

    init(controller: PlaybackController) {
        self.controller = controller
    }

    /// Begins at a tenth of the volume and rises from there; who changes the volume meanwhile has it as they want.
    ///
    /// - Parameter limit: The volume that is not exceeded; `nil` for that which is set.
    func begin(limit: Double?) {
        task?.cancel()
        let full = min(target ?? controller.snapshot.volume, limit ?? 1)
        target = full
        set(full / Double(Self.steps))
        task = Task { @MediaActor [weak self] in
            for step in 2...Self.steps {
                guard (try? await MediaActor.sleep(for: Self.pause)) != nil, let self else { return }
                guard isUntouched else { break }
                set(full * Double(step) / Double(Self.steps))
            }
            self?.target = nil
        }
    }

    /// Sets the volume that was the aim.
    func end() {
        task?.cancel()
        if let target, isUntouched { set(target) }
        target = nil
    }

    private var last = 0.0

    private var isUntouched: Bool { abs(controller.snapshot.volume - last) < 0.001 }

    private func set(_ volume: Double) {
        last = volume
        try? controller.perform(.setVolume(volume), by: .user)
    }
}
