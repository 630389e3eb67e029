// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import WebAccess

/// Changes of the queue by the numbers of entries, for pages that change it at the same time.
///
/// The service moves entries to an index, which another change can make wrong. So pages take turns, and after each move
/// the positions of the entries are checked, since others change the queue, too.
enum QueuePlaces {
    /// The most attempts to move entries to where they should be.
    private static let tries = 4

    /// Moves entries before another one, or to the end.
    ///
    /// - Throws: `noSuchEntry` when one of them was removed.
    static func move(
        _ entries: [PlaybackQueue.EntryID], before: PlaybackQueue.EntryID?, in service: any MediaServiceClient
    ) async throws {
        let moved = Set(entries)
        if let before, moved.contains(before) {
            throw WebRefusal(.invalidValue, "entries cannot be moved before one of themselves")
        }
        for number in 1...tries {
            let place: Place
            do { place = try await find(before, moved, in: service) } catch {
                // The entry before which they should be may have been removed since.
                if number > 1 { return }
                throw error
            }
            if number > 1, place.isSettled { return }
            try await service.perform(.moveEntries(entries, to: place.index))
        }
    }

    /// Adds places before an entry.
    static func add(
        _ places: [String], before: PlaybackQueue.EntryID, _ options: EnqueueOptions,
        in service: any MediaServiceClient
    ) async throws -> PlayedContent {
        var options = options
        options.index = try await find(before, [], in: service).index
        let added = try await service.enqueue(places, options)
        if let position = added.position, (1...PageLimit.largest).contains(added.count) {
            let page = try await service.queue(offset: position, limit: added.count)
            let entries = page.entries.map(\.id)
            let isElsewhere = try await !find(before, Set(entries), in: service).isSettled
            if isElsewhere { try await move(entries, before: before, in: service) }
        }
        return added
    }

    private struct Place {
        /// The index that the first of the entries gets.
        var index: Int
        /// Whether they are there already.
        var isSettled: Bool
    }

    /// - Complexity: O(*n*) in the entries before the place.
    private static func find(
        _ entry: PlaybackQueue.EntryID?, _ moved: Set<PlaybackQueue.EntryID>, in service: any MediaServiceClient
    ) async throws -> Place {
        var (offset, count) = (0, 0)
        /// The entries directly before that are among those to be moved.
        var run = 0
        while true {
            let page = try await service.queue(offset: offset, limit: PageLimit.largest)
            for other in page.entries {
                if other.id == entry { return Place(index: count, isSettled: run == moved.count) }
                let isMoved = moved.contains(other.id)
                run = isMoved ? run + 1 : 0
                if !isMoved { count += 1 }
            }
            offset += page.entries.count
            guard page.entries.isEmpty || offset >= page.total else { continue }
            guard entry == nil else { throw ServiceError(.noSuchEntry, "that entry is no longer in the queue") }
            return Place(index: count, isSettled: run == moved.count)
        }
    }
}

/// Lets changes of the queue that ask for places and then use them happen one after the other.
actor QueueTurns {
    static let shared = QueueTurns()
    private var last: Task<Void, Never>?

    /// Carries a change out when those before it are done.
    func take<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let former = last
        let turn = Task {
            await former?.value
            return try await body()
        }
        last = Task { _ = try? await turn.value }
        return try await turn.value
    }
}
