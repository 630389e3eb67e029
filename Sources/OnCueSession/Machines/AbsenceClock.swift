// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Measures how long the user has been away from this machine, as far as it can know: since the screen was locked.
@MediaActor
package final class AbsenceClock {
    private let clock = ContinuousClock()
    private var locked: ContinuousClock.Instant?

    package init() {}

    /// Takes the lock of a screen into account.
    package func follow(_ lock: any LockWatching) {
        locked = lock.isLocked ? clock.now : nil
        lock.changes.listen { [weak self] isLocked in
            guard let self else { return }
            locked = isLocked ? locked ?? clock.now : nil
        }
    }

    /// The time since the screen was locked; `nil` if it is not locked.
    package var absence: Duration? { locked.map { clock.now - $0 } }
}
