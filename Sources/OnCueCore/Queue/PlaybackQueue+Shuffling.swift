// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    package var isShuffled: Bool { shuffleMode != .off }

    /// The entries in the playing order while shuffled; empty otherwise.
    package var shuffledEntries: [EntryID] { shuffleOrder?.order ?? [] }

    /// The playing order while shuffled, as indices of entries; empty otherwise.
    package var turns: [Int] {
        guard let shuffleOrder else { return [] }
        let places = Dictionary(uniqueKeysWithValues: zip(entries.ids, entries.indices))
        return shuffleOrder.order.compactMap { places[$0] }
    }

    /// The seed of the next round while shuffled; 0 otherwise.
    package var shuffleSeed: UInt64 { shuffleOrder?.seed ?? 0 }

    /// Turns shuffling on (the current entry first) or off, for these entries and all later ones.
    package mutating func setShuffleMode(_ mode: ShuffleMode, seed: UInt64) {
        lastingShuffleMode = nil
        guard mode != shuffleMode else { return }
        shuffleMode = mode
        shuffleOrder = mode == .off ? nil : newOrder(first: current, seed: seed)
    }

    /// Sets the shuffle mode of the next entries; `nil` for the lasting mode.
    mutating func setShuffleModeOfEntries(_ mode: ShuffleMode?) {
        let lasting = lastingShuffleMode ?? shuffleMode
        shuffleMode = mode ?? lasting
        lastingShuffleMode = shuffleMode == lasting ? nil : lasting
    }

    /// Sets the lasting modes of a queue that has come back; entries with a shuffle mode of their own keep it.
    mutating func setModes(_ repeatMode: RepeatMode, _ shuffleMode: ShuffleMode, seed: UInt64) {
        self.repeatMode = repeatMode
        if lastingShuffleMode == nil {
            setShuffleMode(shuffleMode, seed: seed)
        } else {
            lastingShuffleMode = self.shuffleMode == shuffleMode ? nil : shuffleMode
        }
    }

    func newOrder(first: EntryID?, seed: UInt64) -> ShuffleOrder {
        ShuffleOrder(entries.ids, of: albums, first: first, seed: seed)
    }

    /// The round after the current one; only while shuffled.
    var nextRound: ShuffleOrder {
        let order = shuffleOrder ?? newOrder(first: nil, seed: 0)
        return order.nextRound(of: entries.ids, albums)
    }

    /// The albums that stay together; `nil` unless they are shuffled.
    ///
    /// - Complexity: O(n) while albums are shuffled.
    var albums: ShuffleOrder.Albums {
        guard shuffleMode == .albums else { return nil }
        var albums: [EntryID: AlbumKey] = [:]
        albums.reserveCapacity(entries.count)
        for entry in entries { albums[entry.id] = AlbumKey(entry.track) }
        return albums
    }
}
