// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Reports whether the user's screen is locked; without a source, it is not.
@MediaActor
package protocol LockWatching: AnyObject {
    var isLocked: Bool { get }

    /// Sent with whether the screen is locked, whenever that has changed.
    var changes: Broadcast<Bool> { get }

    /// Sent when the user has unlocked the screen, but not when the sources that reported the lock disappear.
    var unlocks: Broadcast<Void> { get }

    func start()

    func stop()
}
