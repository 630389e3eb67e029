// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// A flag that is set once, and seen by every thread, even while all others hang.
package final class Mark: Sendable {
    private let isMade = Atomic<Bool>(false)

    package init() {}

    package var isSet: Bool { isMade.load(ordering: .acquiring) }

    package func set() { isMade.store(true, ordering: .releasing) }
}
