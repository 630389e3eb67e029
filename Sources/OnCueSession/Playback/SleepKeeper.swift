// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Silences playback before the machine sleeps, with its position on disk, and resumes it when the machine is awake
/// again.
@MediaActor
package final class SleepKeeper {
    /// Waits for a time, and throws if it is cancelled.
    package typealias Pause = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// The time after which devices that disappeared during sleep have been reported.
    package nonisolated static let wakingTime: Duration = .seconds(1)

    private let controller: PlaybackController
    private let watch: any SleepWatching
    private let outputs: OutputKeeper?
    private let wakingTime: Duration
    private let pause: Pause
    private let log = Logger("sleep")
    private var waking: Task<Void, Never>?

    /// - Parameter pause: Waits until devices have been reported; replaced in tests.
    package init(
        controller: PlaybackController, watch: any SleepWatching, outputs: OutputKeeper?,
        wakingTime: Duration = SleepKeeper.wakingTime,
        pause: @escaping Pause = { try await MediaActor.sleep(for: $0) }
    ) {
        self.pause = pause
        self.controller = controller
        self.watch = watch
        self.outputs = outputs
        self.wakingTime = wakingTime
    }

    /// Starts to follow the sleep of the machine.
    package func start() {
        watch.whenSleepComes { [weak self] in await self?.fallAsleep() }
        watch.wakes.listen { [weak self] in self?.wakeUp() }
        watch.start()
    }

    package func close() {
        waking?.cancel()
        watch.stop()
    }

    /// Processes the present state of playback: the machine delays its sleep only during playback.
    package func update(_ snapshot: PlaybackSnapshot) {
        watch.setHolding(snapshot.status == .playing)
    }

    private func fallAsleep() async {
        log.info("the machine goes to sleep")
        waking?.cancel()
        outputs?.sleep()
        controller.interrupt(by: .suspend)
        await controller.savePosition()
    }

    private func wakeUp() {
        log.info("the machine is awake")
        waking?.cancel()
        waking = Task { @MediaActor [weak self, wakingTime, pause] in
            guard (try? await pause(wakingTime)) != nil, let self else { return }
            outputs?.wake()
            controller.endInterruption(.suspend)
        }
    }
}
