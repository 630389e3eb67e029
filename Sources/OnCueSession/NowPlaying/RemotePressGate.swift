// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Shared by all receivers of external button presses, so that one press counts once.
@MediaActor
package final class RemotePressGate {
    private var presses = RemotePresses()
    private let now: @MediaActor () -> ContinuousClock.Instant
    private let log = Logger("remote")

    /// - Parameter now: The clock.
    package init(now: @escaping @MediaActor () -> ContinuousClock.Instant = { ContinuousClock.now }) {
        self.now = now
    }

    /// Returns whether a press that arrives now counts, as ``RemotePresses`` decides.
    package func lets(_ button: RemotePresses.Button, by way: RemotePresses.Way) -> Bool {
        let counts = presses.counts(button, by: way, at: now())
        if !counts { log.debug("a press came by another way already", ["button": "\(button)", "way": "\(way)"]) }
        return counts
    }
}
