// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Reports whether the user's screen is locked; without a source, it is not.
@MediaActor
package protocol LockWatching: AnyObject {
    var isLocked: Bool { get }

    /// Calls `handler` with every change until this is stopped; there may be several handlers.
    func whenChanged(_ handler: @escaping @MediaActor (_ isLocked: Bool) -> Void)

    /// Calls `handler` whenever the user has unlocked the screen, until this is stopped, but not when the sources that
    /// reported the lock disappear.
    func whenUnlocked(_ handler: @escaping @MediaActor () -> Void)

    func start()

    func stop()
}
