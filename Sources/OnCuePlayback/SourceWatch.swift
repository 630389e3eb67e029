// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import Synchronization

/// Whether the player is finding out what a source holds.
///
/// In playbin3 1.22 that thread and a change of state each hold a lock that the other one waits for, and neither goes
/// on again. So nothing is ended before its source is known, if that does not take too long.
final class SourceWatch: Sendable {
    /// After this a source is taken for one that gives no data, which does no harm either.
    private static let patience: Duration = .milliseconds(500)

    private let isBusy = Atomic<Bool>(false)

    /// The player has made an element. On a streaming thread.
    func elementAdded(_ factory: String) {
        switch factory {
        case "urisourcebin": isBusy.store(true, ordering: .releasing)
        // Made for the streams of a source, so they are known.
        case "multiqueue": isBusy.store(false, ordering: .releasing)
        default: break
        }
    }

    /// Waits until no source is being looked at. Blocks.
    func waitUntilKnown() {
        let end = ContinuousClock.now + Self.patience
        while isBusy.load(ordering: .acquiring), ContinuousClock.now < end { usleep(500) }
        isBusy.store(false, ordering: .releasing)
    }
}
