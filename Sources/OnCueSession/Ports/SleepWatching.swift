// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Knows when the machine goes to sleep and wakes up. Where nobody tells, nothing is called.
@MediaActor
package protocol SleepWatching: AnyObject {
    /// Called when the machine is about to sleep. While it is held, it waits for the end of this, a few seconds at most.
    var onSleep: (@MediaActor () async -> Void)? { get set }

    /// Called when the machine is awake again.
    var onWake: (@MediaActor () -> Void)? { get set }

    func start()

    /// Makes the machine wait for `onSleep`, or no longer.
    func setHolding(_ isHolding: Bool)

    func stop()
}
