// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession

/// The lock of the screen in the test's hand.
@MediaActor
package final class FakeLockWatch: LockWatching {
    package var isLocked = false {
        didSet { if isLocked != oldValue { for handler in changeHandlers { handler(isLocked) } } }
    }

    private var changeHandlers: [@MediaActor (_ isLocked: Bool) -> Void] = []
    private var unlockHandlers: [@MediaActor () -> Void] = []

    package nonisolated init() {}

    package func whenChanged(_ handler: @escaping @MediaActor (_ isLocked: Bool) -> Void) {
        changeHandlers.append(handler)
    }

    package func whenUnlocked(_ handler: @escaping @MediaActor () -> Void) { unlockHandlers.append(handler) }

    /// The person unlocks the screen.
    package func unlock() {
        guard isLocked else { return }
        isLocked = false
        for handler in unlockHandlers { handler() }
    }

    package func start() {}

    package func stop() {}
}
