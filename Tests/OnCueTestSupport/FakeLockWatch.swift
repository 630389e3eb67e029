// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession

/// The lock of the screen in the test's hand.
@MediaActor
package final class FakeLockWatch: LockWatching {
    package var isLocked = false {
        didSet { if isLocked != oldValue { changes.send(isLocked) } }
    }

    package let changes = Broadcast<Bool>()
    package let unlocks = Broadcast<Void>()

    package nonisolated init() {}

    /// The person unlocks the screen.
    package func unlock() {
        guard isLocked else { return }
        isLocked = false
        unlocks.send(())
    }

    package func start() {}

    package func stop() {}
}
