// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The queue that returns after the one played in between.
package struct InterruptedMark: Sendable, Equatable {
    /// The title of its source, or else of its current entry.
    package var title: String
    /// The number of its entries.
    package var count: Int
    /// The number of queues set aside, including this one.
    package var depth: Int

    package init(title: String, count: Int, depth: Int = 1) {
        self.title = title
        self.count = count
        self.depth = depth
    }
}

/// Written among the fields of now playing.
extension InterruptedMark: WireForm {
    package static var blank: InterruptedMark { InterruptedMark(title: "", count: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("interruptedTitle", &title, .ifSet)
        fields("interruptedCount", &count, .required)
        fields("interruptedDepth", &depth)
    }
}
