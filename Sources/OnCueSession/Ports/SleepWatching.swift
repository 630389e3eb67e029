// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Knows when the machine goes to sleep and wakes up. Where nobody tells, nothing is called.
@MediaActor
package protocol SleepWatching: AnyObject {
    /// Has `handler` called when the machine is about to sleep, until this is stopped; several may listen, and are called
    /// one after the other. While the machine is held, it waits for the end of the last, a few seconds at most.
    func whenSleepComes(_ handler: @escaping @MediaActor () async -> Void)

    /// Has `handler` called when the machine is awake again, until this is stopped.
    func whenAwake(_ handler: @escaping @MediaActor () -> Void)

    func start()

    /// Makes the machine wait for what is done when sleep comes, or no longer.
    func setHolding(_ isHolding: Bool)

    func stop()
}
