// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Entries in groups that stay together when they are shuffled: the entries of an album, and each entry without one.
struct ShuffleGroups: Sendable, Equatable {
    private(set) var groups: [[PlaybackQueue.EntryID]] = []

    /// Creates groups in the order of their first entries; within each, the entries keep their order.
    init(_ ids: some Sequence<PlaybackQueue.EntryID>, of albums: [PlaybackQueue.EntryID: AlbumKey]) {
        var places: [AlbumKey: Int] = [:]
        for id in ids {
            let album = albums[id]
            if let album, let place = places[album] {
                groups[place].append(id)
            } else {
                if let album { places[album] = groups.count }
                groups.append([id])
            }
        }
    }

    /// Removes and returns the group of an entry; empty if there is none.
    mutating func remove(of id: PlaybackQueue.EntryID) -> [PlaybackQueue.EntryID] {
        groups.firstIndex { $0.contains(id) }.map { groups.remove(at: $0) } ?? []
    }

    /// Adds new entries to their albums if those are present, and inserts the other groups at random places.
    mutating func merge(
        _ new: [PlaybackQueue.EntryID], of albums: [PlaybackQueue.EntryID: AlbumKey],
        using generator: inout SplitMix64
    ) {
        var places: [AlbumKey: Int] = [:]
        for (place, group) in groups.enumerated() { if let album = albums[group[0]] { places[album] = place } }
        var others: [PlaybackQueue.EntryID] = []
        for id in new {
            if let place = albums[id].flatMap({ places[$0] }) { groups[place].append(id) } else { others.append(id) }
        }
        groups.mix(in: ShuffleGroups(others, of: albums).groups.shuffled(using: &generator), using: &generator)
    }

    mutating func shuffle(using generator: inout SplitMix64) {
        groups.shuffle(using: &generator)
    }

    /// Puts the group of an entry last if it is the first of several.
    mutating func postpone(_ id: PlaybackQueue.EntryID) {
        guard groups.count > 1, groups[0].contains(id) else { return }
        groups.swapAt(0, groups.count - 1)
    }

    /// All entries, group by group.
    var order: [PlaybackQueue.EntryID] { Array(groups.joined()) }
}
