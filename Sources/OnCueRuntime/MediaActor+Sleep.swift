// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

extension MediaActor {
    /// Waits until `duration` has passed; other work of the actor continues meanwhile.
    ///
    /// To be used in place of `Task.sleep`, which leaves its timer to Dispatch: a process that has slept that way once
    /// wakes up every second from then on, because Dispatch manages its threads.
    ///
    /// - Throws: As soon as the task is cancelled.
    package static func sleep(for duration: Duration) async throws(CancellationError) {
        try await sleep { executor.addAlarm(after: duration, $0) }
    }

    /// Like ``sleep(for:)``, but time in which the system slept counts, too; setting the clock changes nothing.
    ///
    /// - Throws: As soon as the task is cancelled.
    package static func sleepThroughSuspend(for duration: Duration) async throws(CancellationError) {
        try await sleep { executor.addLastingAlarm(after: duration, $0) }
    }

    /// Waits until the wall clock shows a time, or is set: the caller must check the clock again.
    ///
    /// - Parameter seconds: Seconds since 1970. A time in the past ends the wait at once.
    /// - Throws: As soon as the task is cancelled.
    package static func sleep(untilClock seconds: Int) async throws(CancellationError) {
        try await sleep { executor.addWallClockAlarm(at: seconds, $0) }
    }

    /// - Parameter add: Sets an alarm and returns its number.
    private static func sleep(
        _ add: @escaping @Sendable (@escaping @Sendable () -> Void) -> UInt64
    ) async throws(CancellationError) {
        let sleeper = Sleeper()
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper.begin($0, add) }
        } onCancel: {
            sleeper.cancel()
        }
        if !isOver { throw CancellationError() }
    }
}

/// One sleep, from any thread.
private final class Sleeper: Sendable {
    private enum State {
        case awake
        case sleeping(CheckedContinuation<Bool, Never>, alarm: UInt64)
        case cancelled
    }

    private let state = Mutex(State.awake)

    /// Resumes with true when the time is over, with false when the sleep is cancelled.
    func begin(
        _ continuation: CheckedContinuation<Bool, Never>, _ add: (@escaping @Sendable () -> Void) -> UInt64
    ) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            // The lock is held, so that an alarm that goes off at once finds the continuation.
            let alarm = add { self.wakeUp() }
            state = .sleeping(continuation, alarm: alarm)
            return false
        }
        if isCancelled { continuation.resume(returning: false) }
    }

    func cancel() {
        guard let (continuation, alarm) = end(as: .cancelled) else { return }
        MediaActor.executor.removeAlarm(alarm)
        continuation.resume(returning: false)
    }

    private func wakeUp() {
        end(as: .awake)?.continuation.resume(returning: true)
    }

    private func end(as end: State) -> (continuation: CheckedContinuation<Bool, Never>, alarm: UInt64)? {
        state.withLock { state in
            let before = state
            state = end
            guard case .sleeping(let continuation, let alarm) = before else { return nil }
            return (continuation, alarm)
        }
    }
}
