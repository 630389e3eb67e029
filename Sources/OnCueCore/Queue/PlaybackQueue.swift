// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The entries that play one after the other, the current one, and the playing order.
///
/// Entries keep their identity when others are moved or removed. The same track may occur twice.
package struct PlaybackQueue: Sendable, Equatable {
    /// The maximum number of entries in a queue.
    package static let capacity = 100_000

    /// The largest number of a saved entry; larger ones are damage, and numbers of new entries could overflow after
    /// them.
    private static let largestNumber = UInt64(Int64.max)

    package internal(set) var entries = QueueEntries()
    /// The position of the current entry; `nil` only while there are no entries.
    package internal(set) var currentIndex: Int?
    package var repeatMode: RepeatMode = .off
    /// The source of the entries that have a number in it; `nil` if there is no single source.
    package internal(set) var context: PlaybackContext?
    /// The number that the next new entry gets; grows only.
    package internal(set) var nextEntryNumber: UInt64 = 1
    package internal(set) var shuffleMode: ShuffleMode = .off
    /// The mode that returns with the next contents, if ``shuffleMode`` was requested for these entries only; `nil` if
    /// that is the lasting one.
    package internal(set) var lastingShuffleMode: ShuffleMode?
    /// The playing order while shuffled; `nil` if entries play in their own order.
    var shuffleOrder: ShuffleOrder?

    package init() {}

    package init(_ session: SavedSession, seed: UInt64) {
        entries = Self.sound(session.entries)
        repeatMode = session.repeatMode
        context = session.context
        // Queues set aside have used numbers, too.
        let used = session.waiting.map { $0.queue.nextEntryNumber - 1 } + [entries.ids.max()?.number ?? 0]
        let highest = used.max() ?? 0
        nextEntryNumber = min(max(session.nextEntryNumber, highest + 1), Self.largestNumber)
        currentIndex = session.current.flatMap(index(of:)) ?? (entries.isEmpty ? nil : 0)
        shuffleMode = session.shuffleMode
        lastingShuffleMode = session.lastingShuffleMode
        guard shuffleMode != .off else { return }
        shuffleOrder =
            ShuffleOrder(saved: session.shuffleOrder, of: entries.ids, seed: session.shuffleSeed)
            ?? newOrder(first: current, seed: seed)
    }

    /// Returns saved entries without those that can only be explained by damage.
    private static func sound(_ saved: QueueEntries) -> QueueEntries {
        var seen: Set<EntryID> = []
        let isSound = { (id: EntryID) in id.number < largestNumber && seen.insert(id).inserted }
        if saved.count <= capacity, saved.ids.allSatisfy(isSound) { return saved }
        seen = []
        return QueueEntries(saved.prefix(capacity).filter { isSound($0.id) })
    }

    package var current: EntryID? { currentIndex.map { entries.id(at: $0) } }

    package var currentEntry: Entry? { currentIndex.map { entries[$0] } }

    /// - Complexity: O(n), but O(1) for the current entry and its neighbours, which are requested most.
    package func index(of id: EntryID) -> Int? {
        if let currentIndex {
            for index in [currentIndex, currentIndex + 1, currentIndex - 1] {
                if entries.indices.contains(index), entries.id(at: index) == id { return index }
            }
        }
        return entries.index(of: id)
    }

    package func entry(_ id: EntryID) -> Entry? { index(of: id).map { entries[$0] } }
}

// MARK: Editing

extension PlaybackQueue {
    /// Replaces all entries; the one at `start` becomes current.
    ///
    /// - Parameters:
    ///   - context: The source of the tracks, which are all of its contents in order.
    ///   - start: The index to start at; `nil` starts at the beginning of the playing order: while shuffled, with any
    ///     track or album.
    ///   - mode: The mode for these entries only; `nil` for the lasting mode.
    package mutating func replace(
        with tracks: [Track], from context: PlaybackContext? = nil, startingAt start: Int?,
        shuffled mode: ShuffleMode? = nil, seed: UInt64
    ) {
        setShuffleModeOfEntries(mode)
        entries = []
        currentIndex = nil
        shuffleOrder = nil
        append(tracks)
        fill(from: context)
        if let start, entries.indices.contains(start) { currentIndex = start }
        guard shuffleMode != .off else { return }
        shuffleOrder = newOrder(first: start == nil ? nil : current, seed: seed)
        if start == nil { currentIndex = shuffleOrder?.first.flatMap(index(of:)) }
    }

    /// Appends entries and returns their positions. Entries beyond the capacity are left out.
    @discardableResult
    package mutating func append(_ tracks: [Track], areSimilar: Bool = false) -> Range<Int> {
        let start = entries.count
        entries.append(contentsOf: makeEntries(tracks, areSimilar: areSimilar))
        if currentIndex == nil, !entries.isEmpty { currentIndex = 0 }
        let (albums, current) = (albums, current)
        shuffleOrder?.insert(entries[start...].map(\.id), of: albums, after: current)
        return start..<entries.count
    }

    /// Creates entries for tracks, as many as there is room for.
    mutating func makeEntries(_ tracks: [Track], areSimilar: Bool = false) -> [Entry] {
        tracks.prefix(Self.capacity - entries.count).map { track in
            defer { nextEntryNumber += 1 }
            return Entry(id: EntryID(nextEntryNumber), track: track, isSimilar: areSimilar)
        }
    }

    /// Removes an entry. If it was the current one, the entry that would follow becomes current.
    ///
    /// - Returns: `false` if the entry does not exist.
    @discardableResult
    package mutating func remove(_ id: EntryID) -> Bool {
        guard let index = index(of: id) else { return false }
        let follower = current == id ? neighbour(behind: id) : current
        entries.remove(at: index)
        shuffleOrder?.remove(id)
        let last = entries.isEmpty ? nil : max(0, index - 1)
        currentIndex = follower.flatMap(self.index(of:)) ?? last
        if follower == nil, repeatMode == .all { rewind() }
        return true
    }

    /// Moves an entry to a final `position`; a larger position means the end.
    ///
    /// - Returns: `false` if the entry does not exist.
    @discardableResult
    package mutating func move(_ id: EntryID, to position: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        let current = current
        let entry = entries.remove(at: index)
        entries.insert(entry, at: min(max(0, position), entries.count))
        currentIndex = current.flatMap(self.index(of:))
        return true
    }

    package mutating func clear() {
        entries = []
        currentIndex = nil
        context = nil
        setShuffleModeOfEntries(nil)
        shuffleOrder = shuffleMode == .off ? nil : newOrder(first: nil, seed: shuffleSeed)
    }
}
