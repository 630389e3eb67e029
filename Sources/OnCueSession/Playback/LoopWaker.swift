// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Waits for the end of the part that is repeated. No timer runs while no part is repeated, or while no sound is heard.
@MediaActor
final class LoopWaker {
    typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// The shortest wait, in case the sound stops just before the end.
    private static let shortest: Duration = .milliseconds(2)

    /// Called when the end should have been heard; the position of the engine decides.
    var onEnd: (@MediaActor () -> Void)?

    private let now: @MediaActor () -> ContinuousClock.Instant
    private let wait: Sleep
    private var end: ContinuousClock.Instant?
    private var task: Task<Void, Never>?

    /// - Parameters:
    ///   - now: Another clock in tests.
    ///   - wait: Another one in tests.
    init(
        now: @escaping @MediaActor () -> ContinuousClock.Instant = { ContinuousClock.now },
        wait: @escaping Sleep = { try await MediaActor.sleep(for: $0) }
    ) {
        self.now = now
        self.wait = wait
    }

    /// Updates the moment of the end; `nil` for none.
    func update(_ wanted: ContinuousClock.Instant?) {
        guard wanted != end else { return }
        end = wanted
        task?.cancel()
        task = nil
        guard let wanted else { return }
        task = Task { @MediaActor [weak self, wait] in
            guard let left = self.map({ wanted - $0.now() }) else { return }
            guard (try? await wait(max(left, Self.shortest))) != nil, !Task.isCancelled else { return }
            self?.reach(wanted)
        }
    }

    private func reach(_ moment: ContinuousClock.Instant) {
        guard end == moment else { return }
        end = nil
        onEnd?()
    }
}
