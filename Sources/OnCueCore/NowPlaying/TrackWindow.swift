// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The part of the queue that is shown to clients that read all tracks at once: at most 20 around the current one.
///
/// It stays in place until the current entry comes near one of its ends, so that going through a long queue changes it
/// about once in ten tracks.
package struct TrackWindow: Sendable {
    /// The size that the MPRIS specification recommends.
    package static let size = 20
    /// The number of entries that precede the current one in a window that has just moved.
    private static let lead = 5
    /// The distance of the current entry from an end of the window at which the window moves, if the queue continues
    /// there.
    private static let margin = 3

    /// A change to announce.
    package enum Change: Sendable, Equatable {
        case added(PlaybackQueue.EntryID, after: PlaybackQueue.EntryID?)
        case removed(PlaybackQueue.EntryID)
        /// More than one entry has changed, or their order.
        case replaced
    }

    package private(set) var entries: [PlaybackQueue.EntryID] = []
    private var start = 0

    package init() {}

    /// Updates the window from the queue.
    ///
    /// - Returns: `nil` if the window shows the same entries.
    /// - Complexity: O(``size``).
    package mutating func update(_ queue: PlaybackQueue) -> Change? {
        let count = queue.entries.count
        start = newStart(current: queue.currentIndex ?? 0, count: count)
        let now = (start..<min(start + Self.size, count)).map { queue.entries.id(at: $0) }
        defer { entries = now }
        return Self.change(from: entries, to: now)
    }

    private func newStart(current: Int, count: Int) -> Int {
        guard count > Self.size else { return 0 }
        let end = start + Self.size
        let isInFront = current >= start + (start == 0 ? 0 : Self.margin)
        let isBehind = current < end - (end == count ? 0 : Self.margin)
        if end <= count, isInFront, isBehind { return start }
        return min(max(0, current - Self.lead), count - Self.size)
    }

    private static func change(
        from old: [PlaybackQueue.EntryID], to new: [PlaybackQueue.EntryID]
    ) -> Change? {
        guard old != new else { return nil }
        let same = zip(old, new).prefix { $0 == $1 }.count
        if new.count == old.count + 1, new[(same + 1)...].elementsEqual(old[same...]) {
            return .added(new[same], after: same == 0 ? nil : new[same - 1])
        }
        if old.count == new.count + 1, old[(same + 1)...].elementsEqual(new[same...]) { return .removed(old[same]) }
        return .replaced
    }
}
