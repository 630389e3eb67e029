// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The queue that comes back when what is played in between has been heard.
package struct InterruptedMark: Sendable, Equatable {
    /// What it was filled from, else its current entry.
    package var title: String
    /// How many entries it has.
    package var count: Int
    /// How many queues wait, with this one.
    package var depth: Int

    package init(title: String, count: Int, depth: Int = 1) {
        self.title = title
        self.count = count
        self.depth = depth
    }
}

extension InterruptedMark {
    /// `nil` while none waits.
    init?(_ wire: WireDictionary) {
        guard let count = wire.count("interruptedCount") else { return nil }
        self.init(
            title: wire.text("interruptedTitle") ?? "", count: count, depth: wire.count("interruptedDepth") ?? 1)
    }
}
