// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession

/// Sleep in the test's hand.
@MediaActor
package final class FakeSleepWatch: SleepWatching {
    package var onSleep: (@MediaActor () async -> Void)?
    package var onWake: (@MediaActor () -> Void)?
    package private(set) var isHolding = false

    package nonisolated init() {}

    package func start() {}

    package func setHolding(_ isHolding: Bool) { self.isHolding = isHolding }

    package func stop() {}
}
