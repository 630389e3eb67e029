// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Reports when the machine goes to sleep and wakes up; without a source, no handler is called.
@MediaActor
package protocol SleepWatching: AnyObject {
    /// Calls `handler` whenever the machine is about to sleep, until this is stopped; several handlers are called one
    /// after the other. While sleep is delayed, the machine waits for the last one to end, for a few seconds at most.
    func whenSleepComes(_ handler: @escaping @MediaActor () async -> Void)

    /// Sent when the machine is awake again.
    var wakes: Broadcast<Void> { get }

    func start()

    /// Sets whether the machine delays its sleep for the handlers.
    func setHolding(_ isHolding: Bool)

    func stop()
}
