// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The queue that one machine hands over to another, with everything needed to continue it there.
package struct HandedQueue: Sendable, Equatable {
    /// The maximum number of entries that are handed over: those around the current one.
    package static let capacity = 1_000
    /// The number of entries before the current one among them.
    private static let heard = 200

    /// The name of the machine that hands it over.
    package var machine: String
    /// The hash of that machine's certificate, if it is paired with the one that takes the queue over; empty if it is
    /// not, or that is unknown. It is never taken from the other machine.
    package var link = ""
    /// Identifies the run of its daemon: what a later run reports may belong to a saved session.
    package var run: UInt64
    package var entries: [HandedEntry]
    /// The index of the current entry.
    package var current: Int
    /// The position in it: the one being heard if it plays, otherwise the one where it is paused.
    package var position: Duration
    /// Whether it plays, or would without an interruption.
    package var isPlaying: Bool
    package var rate: Double
    package var repeatMode: RepeatMode
    package var shuffleMode: ShuffleMode
    /// The playing order while shuffled, as indices of entries; empty for their own order.
    package var order: [Int]
    /// The title of the source of the entries, and the number of its entries; empty if there is no single source.
    package var context: String
    package var contextCount: Int?
    package var sleep: SleepWish?
    /// Whether playback ends after the current entry.
    package var stopsAfterEntry: Bool
    /// The time since the user left it there: it no longer plays, or the screen is locked; `nil` while the user is
    /// there, and if that is unknown.
    package var absence: Duration?

    package init(
        machine: String, run: UInt64 = 0, entries: [HandedEntry], current: Int, position: Duration = .zero,
        isPlaying: Bool = false,
        rate: Double = 1, repeatMode: RepeatMode = .off, shuffleMode: ShuffleMode = .off, order: [Int] = [],
        context: String = "", contextCount: Int? = nil, sleep: SleepWish? = nil, stopsAfterEntry: Bool = false,
        absence: Duration? = nil
    ) {
        self.machine = machine
        self.run = run
        self.entries = entries
        self.current = current
        self.position = position
        self.isPlaying = isPlaying
        self.rate = rate
        self.repeatMode = repeatMode
        self.shuffleMode = shuffleMode
        self.order = order
        self.context = context
        self.contextCount = contextCount
        self.sleep = sleep
        self.stopsAfterEntry = stopsAfterEntry
        self.absence = absence
    }

    /// Returns the indices of the entries of a queue that are handed over, in the order of the queue: those that play
    /// next, and some of those before.
    ///
    /// - Parameters:
    ///   - count: The number of entries.
    ///   - current: The index of the current one.
    ///   - order: The playing order, as indices; empty for their own order.
    package static func window(count: Int, current: Int, order: [Int]) -> [Int] {
        guard count > capacity else { return Array(0..<count) }
        let turns = order.count == count ? order : Array(0..<count)
        let turn = turns.firstIndex(of: current) ?? 0
        let first = max(0, min(turn - heard, count - capacity))
        return turns[first..<(first + capacity)].sorted()
    }

    /// The queue within its bounds: an index that exists, and an order that contains every entry once, or none.
    package var sound: HandedQueue {
        var queue = self
        queue.entries = entries.prefix(Self.capacity).map(\.bounded)
        queue.machine = machine.shortened(toBytes: HandedEntry.textLimit)
        queue.context = context.shortened(toBytes: HandedEntry.textLimit)
        queue.current = min(max(0, current), max(0, queue.entries.count - 1))
        queue.position = max(.zero, position)
        if !(PlaybackRates.range.contains(rate)) { queue.rate = 1 }
        if order.sorted() != Array(queue.entries.indices) { queue.order = [] }
        return queue
    }
}

/// A queue that was handed over, with the media that were found here.
package struct TakenQueue: Sendable, Equatable {
    package var tracks: [Track]
    /// The indices of the entries that were not found, which are shown and skipped.
    package var missing: Set<Int>
    /// As in ``HandedQueue``.
    package var current: Int
    package var position: Duration
    package var repeatMode: RepeatMode
    package var shuffleMode: ShuffleMode
    package var order: [Int]
    package var context: PlaybackContext?
    /// The number of each track in the context.
    package var numbers: [Int?]
    package var stopsAfterEntry: Bool

    /// - Parameters:
    ///   - queue: A queue within its bounds.
    ///   - tracks: The track of each entry.
    ///   - current: The index of the entry to begin with.
    package init(_ queue: HandedQueue, tracks: [Track], missing: Set<Int>, current: Int) {
        self.tracks = tracks
        self.missing = missing
        self.current = current
        position = current == queue.current ? queue.position : .zero
        repeatMode = queue.repeatMode
        shuffleMode = queue.shuffleMode
        order = queue.order
        context = queue.context.isEmpty ? nil : PlaybackContext(title: queue.context, count: queue.contextCount)
        numbers = queue.entries.map { queue.context.isEmpty ? nil : $0.number }
        stopsAfterEntry = queue.stopsAfterEntry
    }
}
