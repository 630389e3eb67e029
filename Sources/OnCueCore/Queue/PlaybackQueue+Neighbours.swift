// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// Returns the entries before and after an entry in the playing order; no entry follows the last one, even if the
    /// queue repeats.
    func neighbours(of entry: Entry) -> (before: Entry?, behind: Entry?) {
        if let shuffleOrder {
            guard let turn = shuffleOrder.turn(of: entry.id) else { return (nil, nil) }
            let order = shuffleOrder.order
            func found(_ turn: Int) -> Entry? { order.indices.contains(turn) ? self.entry(order[turn]) : nil }
            return (found(turn - 1), found(turn + 1))
        }
        guard let index = index(of: entry.id) else { return (nil, nil) }
        func found(_ index: Int) -> Entry? { entries.indices.contains(index) ? entries[index] : nil }
        return (found(index - 1), found(index + 1))
    }
}
