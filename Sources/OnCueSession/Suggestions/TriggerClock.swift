// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The time that passes between the events of triggers, regardless of the wall clock.
package struct TriggerClock: Sendable {
    /// Returns the time since a fixed beginning.
    package var passed: @Sendable () -> Duration
    /// Waits until this time has passed since that beginning.
    package var sleep: @Sendable (_ due: Duration) async throws -> Void

    package init(
        passed: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ due: Duration) async throws -> Void
    ) {
        (self.passed, self.sleep) = (passed, sleep)
    }

    /// The clock of this machine, from now on.
    package static var system: TriggerClock {
        let clock = ContinuousClock()
        let start = clock.now
        return TriggerClock(
            passed: { clock.now - start },
            sleep: { try await MediaActor.sleep(for: max(.zero, $0 - (clock.now - start))) })
    }
}
