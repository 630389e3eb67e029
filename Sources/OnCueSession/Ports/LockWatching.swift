// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Knows whether the person's screen is locked. Where nobody tells, it is not.
@MediaActor
package protocol LockWatching: AnyObject {
    var isLocked: Bool { get }

    /// Has `handler` called with every change until this is stopped; several may listen.
    func whenChanged(_ handler: @escaping @MediaActor (_ isLocked: Bool) -> Void)

    /// Has `handler` called when the person has unlocked the screen, until this is stopped: not when those are gone who
    /// said that it was locked.
    func whenUnlocked(_ handler: @escaping @MediaActor () -> Void)

    func start()

    func stop()
}
