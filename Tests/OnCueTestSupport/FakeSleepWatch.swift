// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession

/// Sleep in the test's hand.
@MediaActor
package final class FakeSleepWatch: SleepWatching {
    package private(set) var isHolding = false
    package let wakes = Broadcast<Void>()

    private var sleepHandlers: [@MediaActor () async -> Void] = []

    package nonisolated init() {}

    package func whenSleepComes(_ handler: @escaping @MediaActor () async -> Void) { sleepHandlers.append(handler) }

    /// The machine goes to sleep; returns when it would.
    package func sleep() async {
        for handler in sleepHandlers { await handler() }
    }

    /// The machine is awake again.
    package func wake() { wakes.send(()) }

    package func start() {}

    package func setHolding(_ isHolding: Bool) { self.isHolding = isHolding }

    package func stop() {}
}
