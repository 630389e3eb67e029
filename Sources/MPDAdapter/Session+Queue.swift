// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The queue.
extension Session {
    /// The maximum number of places in one call of the service.
    static let batch = 10_000

    static let queueHandlers: [String: Handler] = [
        "add": { session, words in
            try await session.insert(try await session.places(at: words[0]), words.dropFirst().first)
        },
        "addid": { session, words in
            let song = try await session.singlePlace(at: words[0])
            guard let entry = try await session.insert([song], words.dropFirst().first) else {
                throw CommandRefusal(.notThere, "No such song")
            }
            session.reply.add("Id", Int(truncatingIfNeeded: entry.number))
        },
        "clear": { session, _ in try await session.end(.clearQueue) },
        "delete": { session, words in
            let queue = try await session.mirror.currentQueue()
            let range = try ArgumentNumber.range(words[0]).positions(in: queue.entries.count)
            guard !range.isEmpty else { return }
            try await session.perform(.removeEntries(range.map(queue.entries.id(at:))))
        },
        "deleteid": { session, words in
            try await session.perform(.removeEntries([try await session.entry(id: words[0]).id]))
        },
        "move": { session, words in try await session.move(words[0], to: words[1]) },
        "moveid": { session, words in
            let (entry, position) = try await session.entry(id: words[0])
            try await session.move(entry, from: position, to: words[1])
        },
        "swap": { session, words in
            let first = try await session.entry(position: words[0])
            try await session.swap(first, try await session.entry(position: words[1]))
        },
        "swapid": { session, words in
            let first = try await session.entry(id: words[0]).id
            try await session.swap(first, try await session.entry(id: words[1]).id)
        },
        "shuffle": { session, words in try await session.shuffle(words.first) },
        "playlistinfo": { session, words in
            let range = try words.first.map { try ArgumentNumber.range($0) }
            try await session.list { queue in
                try range.map { Array(try $0.positions(in: queue.entries.count)) } ?? Array(queue.entries.indices)
            }
        },
        "playlistid": { session, words in
            let number = try words.first.map { try ArgumentNumber.count($0) }
            try await session.list { queue in
                guard let number else { return Array(queue.entries.indices) }
                return [try Session.position(of: number, in: queue)]
            }
        },
        "playlist": { session, _ in
            let (queue, positions, songs) = try await session.mirror.currentQueue { Array($0.entries.indices) }
            for position in positions {
                session.reply.add("\(position):file", session.song(at: position, of: queue, songs).uri)
                try await session.flush()
            }
        },
        "playlistfind": { session, words in try await session.find(words, foldsCase: false) },
        "playlistsearch": { session, words in try await session.find(words, foldsCase: true) },
        "plchanges": { session, words in
            try await session.list { try Session.changes(of: $0, words) }
        },
        "plchangesposid": { session, words in
            let queue = try await session.mirror.currentQueue()
            for position in try Session.changes(of: queue, words) {
                session.reply.add("cpos", position)
                session.reply.add("Id", queue.entries.number(at: position))
                try await session.flush()
            }
        },
        "prio": { session, words in
            try await session.prefer(words) { try Session.addIDs(in: $0, at: $1, to: &$2) }
        },
        "prioid": { session, words in
            try await session.prefer(words) { try Session.addIDs(in: $0, of: $1, to: &$2) }
        },
        "rangeid": { session, words in
            _ = try ArgumentNumber.count(words[0])
            let isWhole = try ArgumentNumber.isWholeSong(words[1])
            let entry = try await session.entry(id: words[0]).id
            let report = try await session.mirror.nowPlaying().report
            if report.status != .stopped, report.entry?.id == entry {
                throw CommandRefusal(.permission, "Cannot edit the current song")
            }
            guard isWhole else {
                throw CommandRefusal(.permission, "OnCue plays songs of the queue as a whole")
            }
        },
        "addtagid": { _, _ in throw CommandRefusal(.permission, "OnCue keeps the tags of songs in their files") },
        "cleartagid": { _, _ in throw CommandRefusal(.permission, "OnCue keeps the tags of songs in their files") },
    ]

    // MARK: Entries

    func entry(position text: String) async throws -> PlaybackQueue.EntryID {
        let queue = try await mirror.currentQueue()
        let position = try ArgumentNumber.count(text)
        guard position < queue.entries.count else { throw CommandRefusal(.argument, "Bad song index") }
        return queue.entries.id(at: position)
    }

    func entry(id text: String) async throws -> (id: PlaybackQueue.EntryID, position: Int) {
        let number = try ArgumentNumber.count(text)
        let queue = try await mirror.currentQueue()
        let position = try Self.position(of: number, in: queue)
        return (queue.entries.id(at: position), position)
    }

    private static func position(of number: Int, in queue: QueueView) throws -> Int {
        guard let position = queue.position(of: number) else { throw CommandRefusal(.notThere, "No such song") }
        return position
    }

    private func currentPosition(_ queue: QueueView) async throws -> Int? {
        try await mirror.nowPlaying().report.entry.flatMap {
            queue.position(of: Int(truncatingIfNeeded: $0.id.number))
        }
    }

    /// - Parameter positions: Returns the positions of a queue to list, in ascending order.
    private func list(_ positions: (QueueView) throws -> [Int]) async throws {
        try await mirror.updatePriorities()
        let (queue, positions, songs) = try await mirror.currentQueue(with: positions)
        for position in positions {
            if let song = songs.song(identifier: queue.entries.identifier(at: position)) {
                reply.add(song, mask)
            } else {
                reply.add(song(at: position, of: queue, songs), mask)
            }
            addPlace(position, queue.entries.number(at: position))
            try await flush()
        }
    }

    private func find(_ words: [String], foldsCase: Bool) async throws {
        let budget = PatternBudget()
        let filter = try SongFilter(words, foldsCase: foldsCase, patterns: budget.patterns)
        try await mirror.updatePriorities()
        let (queue, positions, songs) = try await mirror.currentQueue { Array($0.entries.indices) }
        for position in positions {
            let song = song(at: position, of: queue, songs)
            let isWanted = filter.matches(song)
            try Self.check(budget)
            if isWanted { add(song, at: position, queue.entries.number(at: position)) }
            try await flush()
            try await rest()
        }
    }

    private static func changes(of queue: QueueView, _ words: [String]) throws -> [Int] {
        let positions = queue.changes(since: try ArgumentNumber.count(words[0]))
        guard words.count == 2 else { return positions }
        let range = try ArgumentNumber.range(words[1])
        return positions.filter { $0 >= range.start && $0 < range.end ?? .max }
    }

    // MARK: Changes

    /// Inserts the contents of places into the queue.
    ///
    /// - Parameter position: The position; at the end if `nil`.
    /// - Returns: The first new entry.
    @discardableResult
    func insert(_ places: [String], _ position: String?) async throws -> PlaybackQueue.EntryID? {
        var index: Int?
        if let position {
            let before = try await mirror.currentQueue()
            index = try ArgumentNumber.position(
                position, of: before.entries.count, current: try await currentPosition(before))
        }
        var first: PlaybackQueue.EntryID?
        for start in stride(from: 0, to: places.count, by: Self.batch) {
            let part = Array(places[start..<min(places.count, start + Self.batch)])
            mirror.noteCommand()
            defer { mirror.noteCommand() }
            let added = try await service.enqueue(part, EnqueueOptions(index: index))
            mirror.noteAnswer()
            first = first ?? added.firstEntry
            if let failure = added.failures?.first, added.count == 0 { throw failure.error }
            index = index.map { $0 + added.count }
        }
        // The entries are in the queue, even if ordering them fails.
        if first != nil { try? await orderByPriority() }
        return first
    }

    private func move(_ range: String, to target: String) async throws {
        let queue = try await mirror.currentQueue()
        let positions = try ArgumentNumber.range(range).positions(in: queue.entries.count)
        guard !positions.isEmpty else { throw CommandRefusal(.argument, "Bad song index") }
        let index = try await self.target(target, in: queue, moving: positions)
        try await perform(.moveEntries(positions.map(queue.entries.id(at:)), to: index))
    }

    private func move(_ entry: PlaybackQueue.EntryID, from position: Int, to target: String) async throws {
        let queue = try await mirror.currentQueue()
        let index = try await self.target(target, in: queue, moving: position..<(position + 1))
        try await perform(.moveEntries([entry], to: index))
    }

    /// Returns the index that the first moved entry will have.
    private func target(_ text: String, in queue: QueueView, moving: Range<Int>) async throws -> Int {
        let last = queue.entries.count - moving.count
        guard text.hasPrefix("+") || text.hasPrefix("-") else {
            let index = try ArgumentNumber.count(text)
            guard index <= last else { throw CommandRefusal(.argument, "Number too large: \(text)") }
            return index
        }
        guard let current = try await currentPosition(queue) else {
            throw CommandRefusal(.playerSync, "No current song")
        }
        guard !moving.contains(current) else {
            throw CommandRefusal(.argument, "Cannot move current song relative to itself")
        }
        let here = current < moving.lowerBound ? current : current - moving.count
        let number = try ArgumentNumber.count(String(text.dropFirst()))
        let index = text.hasPrefix("+") ? here + 1 + number : here - number
        guard (0...last).contains(index) else { throw CommandRefusal(.argument, "Bad song index") }
        return index
    }

    private func swap(_ one: PlaybackQueue.EntryID, _ other: PlaybackQueue.EntryID) async throws {
        let queue = try await mirror.currentQueue()
        guard let first = queue.position(of: Int(truncatingIfNeeded: one.number)),
            let second = queue.position(of: Int(truncatingIfNeeded: other.number)), first != second
        else { return }
        let (low, high) = (min(first, second), max(first, second))
        try await perform(.rearrangeEntries([queue.entries.id(at: high), queue.entries.id(at: low)]))
    }

    private func shuffle(_ range: String?) async throws {
        let queue = try await mirror.currentQueue()
        guard let range else {
            if queue.entries.count > 1 { try await perform(.sortQueue(.random)) }
            return
        }
        let positions = try ArgumentNumber.range(range).positions(in: queue.entries.count)
        guard positions.count > 1 else { return }
        try await perform(.rearrangeEntries(positions.map { queue.entries.id(at: $0) }.shuffled()))
    }

    // MARK: Priorities

    /// Adds the entries with some numbers. A loop with ``entry(id:)`` in it crashes the optimiser of Swift 6.3.1.
    private static func addIDs(
        in queue: QueueView, of numbers: ArraySlice<String>, to ids: inout [PlaybackQueue.EntryID]
    ) throws {
        for text in numbers {
            guard let position = queue.position(of: try ArgumentNumber.count(text)) else {
                throw CommandRefusal(.notThere, "No such song")
            }
            ids.append(queue.entries.id(at: position))
        }
    }

    /// Adds the entries in some ranges.
    private static func addIDs(
        in queue: QueueView, at ranges: ArraySlice<String>, to ids: inout [PlaybackQueue.EntryID]
    ) throws {
        for text in ranges {
            let positions = try ArgumentNumber.range(text).positions(in: queue.entries.count)
            ids += positions.map { queue.entries.id(at: $0) }
        }
    }

    /// Sets the priority of entries, including those named before a wrong word.
    ///
    /// - Parameters:
    ///   - words: The priority, and the words for the entries.
    ///   - find: Adds the entries for the words.
    private func prefer(
        _ words: [String],
        _ find: (QueueView, ArraySlice<String>, inout [PlaybackQueue.EntryID]) throws -> Void
    ) async throws {
        let priority = try ArgumentNumber.count(words[0], upTo: EntryPriorities.highest)
        let queue = try await mirror.currentQueue()
        var ids: [PlaybackQueue.EntryID] = []
        var refusal: (any Error)?
        do { try find(queue, words.dropFirst(), &ids) } catch { refusal = error }
        let changed = try await mirror.prefer(ids, priority)
        if !changed.isEmpty { try await orderByPriority(before: priority == 0 ? changed : []) }
        if let refusal { throw refusal }
    }

    /// Gives entries with a priority the next turns of random order, the highest priority first.
    ///
    /// - Parameter released: Entries that no longer have a priority; they follow the others.
    func orderByPriority(before released: [PlaybackQueue.EntryID] = []) async throws(ServiceError) {
        guard mirror.hasPriorities else { return }
        let report = try await mirror.nowPlaying().report
        let ids = (mirror.preferred + released).filter { $0 != report.entry?.id }
        guard report.shuffleMode != .off, !ids.isEmpty else { return }
        do throws(ServiceError) { try await perform(.playNext(ids)) } catch {
            // The entries have gone meanwhile.
            guard error.code == .noSuchEntry else { throw error }
        }
    }
}
