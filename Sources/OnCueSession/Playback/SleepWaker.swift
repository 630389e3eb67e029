// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Waits for the end of a sleep timer, and fades out before it. Without a timer nothing waits.
@MediaActor
final class SleepWaker {
    typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// The duration of the fade; half of the remaining time if that is less.
    static let fadeTime = Duration.seconds(20)
    private static let steps = 20
    /// The time for the remaining sound to fall silent before the volume returns.
    private static let silenceTime = Duration.seconds(1)

    /// Receives the fraction of the user's volume at which to play: 1 to 0.
    var onFade: (@MediaActor (Double) -> Void)?
    /// Called when the time is over.
    var onEnd: (@MediaActor () -> Void)?

    private let now: @MediaActor () -> ContinuousClock.Instant
    private let wait: Sleep
    private var end: ContinuousClock.Instant?
    private var task: Task<Void, Never>?
    /// Whether the time is over, and the volume is about to return.
    private var isOver = false

    /// - Parameters:
    ///   - now: The clock, which continues while the machine sleeps; another one in tests.
    ///   - wait: Waits for a time, in which sleep of the machine counts; replaced in tests.
    init(
        now: @escaping @MediaActor () -> ContinuousClock.Instant = { ContinuousClock.now },
        wait: @escaping Sleep = { try await MediaActor.sleepThroughSuspend(for: $0) }
    ) {
        self.now = now
        self.wait = wait
    }

    /// Updates the timer.
    func update(_ timer: SleepTimer?) {
        var wanted: ContinuousClock.Instant?
        if case .time(let moment) = timer { wanted = moment }
        guard wanted != end else { return }
        end = wanted
        if wanted == nil, isOver { return }
        task?.cancel()
        isOver = false
        guard let wanted else { return }
        task = Task { @MediaActor [weak self] in await self?.run(until: wanted) }
    }

    func cancel() {
        task?.cancel()
    }

    private func run(until end: ContinuousClock.Instant) async {
        let fadeTime = min(Self.fadeTime, max(.zero, end - now()) / 2)
        guard await reach(end - fadeTime) else { return }
        for step in 1...Self.steps {
            onFade?(1 - Double(step) / Double(Self.steps))
            guard await reach(end - fadeTime * (Self.steps - step) / Self.steps) else { return }
        }
        isOver = true
        onEnd?()
        guard (try? await wait(Self.silenceTime)) != nil, !Task.isCancelled else { return }
        isOver = false
        onFade?(1)
    }

    /// Waits for a moment.
    ///
    /// - Returns: False when the timer was changed or ended meanwhile.
    private func reach(_ moment: ContinuousClock.Instant) async -> Bool {
        // The wait may end early.
        while now() < moment {
            guard (try? await wait(moment - now())) != nil, !Task.isCancelled else { return false }
        }
        return !Task.isCancelled
    }
}
