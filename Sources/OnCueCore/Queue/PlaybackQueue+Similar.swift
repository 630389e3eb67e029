// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// Returns the current entry and those before it in the playing order, latest first, at most `count`.
    func lastEntries(_ count: Int) -> [Entry] {
        guard let current, let currentIndex else { return [] }
        if let shuffleOrder, let turn = shuffleOrder.turn(of: current) {
            return shuffleOrder.order[...turn].suffix(count).reversed().compactMap(entry)
        }
        return entries[...currentIndex].suffix(count).reversed()
    }
}
