// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Waits for the end of the part that is repeated. While nothing is repeated, or nothing sounds, nothing waits.
@MediaActor
final class LoopWaker {
    typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// The shortest wait, for the case that the sound stands still just before the end.
    private static let shortest: Duration = .milliseconds(2)

    /// The end should have been heard; what the engine says decides.
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
