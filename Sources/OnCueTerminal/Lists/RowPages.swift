// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The rows of a container near those in view, so that a list of a million rows takes no more memory than a short one.
struct RowPages: Sendable {
    static let size = 100
    /// The most pages that are kept.
    static let limit = 8

    /// The total number of rows; `nil` until the first page is there.
    private(set) var total: Int?
    private(set) var revision: ContentTree.Revision?
    /// The rows by page; unknown rows of a page have to be fetched.
    private var pages: [Int: [ListRow?]] = [:]
    /// Pages that are being fetched.
    private var requested: Set<Int> = []
    /// Pages that are shown until they have been reread.
    private var stale: Set<Int> = []

    subscript(index: Int) -> ListRow? {
        guard index >= 0, let page = pages[index / Self.size] else { return nil }
        let offset = index % Self.size
        return page.indices.contains(offset) ? page[offset] : nil
    }

    /// Returns the offsets of the pages to fetch for these rows, and marks them as requested.
    mutating func missing(for rows: Range<Int>) -> [Int] {
        gaps(for: rows).map { $0.lowerBound / Self.size * Self.size }
    }

    /// Returns the ranges to fetch for these rows, and marks them as requested: whole pages, or their unknown parts.
    mutating func gaps(for rows: Range<Int>) -> [Range<Int>] {
        let last = total.map { max(0, $0 - 1) } ?? 0
        let wanted = max(0, rows.lowerBound) / Self.size...max(0, min(rows.upperBound - 1, last)) / Self.size
        return wanted.compactMap { number in
            guard !requested.contains(number), let gap = gap(inPage: number) else { return nil }
            requested.insert(number)
            return gap
        }
    }

    private func gap(inPage number: Int) -> Range<Int>? {
        let start = number * Self.size
        guard let page = pages[number], !stale.contains(number) else { return start..<start + Self.size }
        guard let first = page.firstIndex(of: nil), let last = page.lastIndex(of: nil) else { return nil }
        return start + first..<start + last + 1
    }

    /// Stores a page, and forgets those of another revision or far away.
    mutating func take(_ listing: ContentListing) { take(ListPage(listing)) }

    /// Stores a page, and forgets those of another revision or far away.
    mutating func take(_ listing: ListPage) {
        let number = listing.offset / Self.size
        requested.remove(number)
        if let revision, revision != listing.revision { stale.formUnion(pages.keys) }
        total = listing.total
        revision = listing.revision
        put(listing, in: number)
        stale.remove(number)
        let lastPage = max(0, listing.total - 1) / Self.size
        pages = pages.filter { $0.key <= lastPage }
        while pages.count > Self.limit, let far = pages.keys.max(by: { abs($0 - number) < abs($1 - number) }) {
            pages[far] = nil
            stale.remove(far)
        }
    }

    private mutating func put(_ listing: ListPage, in number: Int) {
        let offset = listing.offset - number * Self.size
        guard !stale.contains(number), var page = pages[number], listing.rows.count < page.count,
            offset + listing.rows.count <= page.count
        else {
            if offset == 0 { pages[number] = listing.rows }
            return
        }
        page.replaceSubrange(offset..<offset + listing.rows.count, with: listing.rows)
        pages[number] = page
    }

    /// Records that a page could not be read.
    mutating func fail(_ offset: Int) {
        requested.remove(offset / Self.size)
    }

    /// Records that the pages on their way will be ignored.
    mutating func forgetRequests() { requested = [] }

    /// Records that the list has changed; rows stay in view until they have been reread.
    mutating func invalidate() {
        stale = Set(pages.keys)
        // Pages on their way may be older than the change.
        requested = []
    }

    /// Swaps two known rows before the service does.
    mutating func swap(_ one: Int, _ other: Int) {
        guard let first = self[one], let second = self[other] else { return }
        pages[one / Self.size]?[one % Self.size] = second.placed(at: one)
        pages[other / Self.size]?[other % Self.size] = first.placed(at: other)
    }

    /// Moves rows together before the service does, so that the first of them gets an index.
    ///
    /// - Parameter indexes: The indexes of the rows, ascending and not empty.
    /// - Returns: The new indexes of the rows that have moved; `nil`, without any change, unless all of them are known.
    mutating func move(_ indexes: [Int], to target: Int) -> [Int: Int]? {
        let first = min(indexes[0], target)
        let end = max(indexes[indexes.count - 1], target + indexes.count - 1) + 1
        let moved = Set(indexes)
        var order = (first..<end).filter { !moved.contains($0) }
        order.insert(contentsOf: indexes, at: target - first)
        let rows = order.compactMap { self[$0] }
        guard rows.count == order.count else { return nil }
        for (row, index) in zip(rows, first..<end) {
            pages[index / Self.size]?[index % Self.size] = row.placed(at: index)
        }
        return Dictionary(zip(order, first..<end)) { first, _ in first }
    }

    /// Removes a row before the service does; the known rows after it move up.
    mutating func remove(_ index: Int) {
        guard let total, (0..<total).contains(index), self[index] != nil else { return }
        self.total = total - 1
        for number in pages.keys.filter({ $0 >= index / Self.size }).sorted() {
            let place = max(index - number * Self.size, 0)
            if let page = pages[number], page.indices.contains(place) { pages[number]?.remove(at: place) }
            if let next = pages[number + 1]?.first { pages[number]?.append(next) }
        }
    }

    /// All rows, or `nil` unless every one of them is known.
    var all: [ListRow]? {
        guard let total, stale.isEmpty, total <= Self.size * Self.limit else { return nil }
        let rows = (0..<total).compactMap { self[$0] }
        return rows.count == total ? rows : nil
    }

    /// Returns the index of the known row with this identifier, which is that of the row rather than of its item.
    func index(of identifier: String) -> Int? { index { $0.id == identifier } }

    /// Returns the number of known rows with a key.
    func count(ofKey key: String) -> Int {
        pages.values.reduce(0) { count, page in count + page.count { $0?.key == key } }
    }

    /// Returns the index of the first known row that meets a condition.
    func index(where isWanted: (ListRow) -> Bool) -> Int? {
        for (number, page) in pages.sorted(by: { $0.key < $1.key }) {
            if let offset = page.firstIndex(where: { $0.map(isWanted) ?? false }) {
                return number * Self.size + offset
            }
        }
        return nil
    }
}

// MARK: Changes

extension RowPages {
    /// Moves the known rows to their positions after a change; new rows are unknown at first.
    mutating func apply(_ difference: QueueDifference, revision: ContentTree.Revision) {
        guard let before = total else { return }
        pages = pages.filter { !stale.contains($0.key) }
        move(to: difference.positions, count: max(0, before + difference.growth))
        self.revision = revision
        stale = []
        // Pages on their way may be older than the change.
        requested = []
    }

    /// Moves the known rows to their positions after a change, until they have been reread; new rows are unknown at
    /// first.
    ///
    /// - Parameter selected: The index of the selected row.
    /// - Returns: The new index of the row, or that of the row that takes its place.
    mutating func apply(_ difference: ContainerDifference, selected: Int) -> Int {
        guard let before = total else { return selected }
        var places: [String: Int] = [:]
        for (number, page) in pages {
            for (offset, row) in page.enumerated() {
                if let row { places[row.id] = number * Self.size + offset }
            }
        }
        let targets = Dictionary(difference.added.map { ($0.identifier, $0.index) }) { first, _ in first }
        let gone = difference.removed.filter { targets[$0] == nil }.compactMap { places[$0] }.sorted()
        let moves = difference.removed.compactMap { identifier -> QueueDifference.Move? in
            guard let start = places[identifier], let target = targets[identifier] else { return nil }
            return QueueDifference.Move(start: start, target: target, count: 1)
        }
        let starts = Set(moves.map(\.target))
        var inserted: [QueueDifference.Insertion] = []
        for index in difference.added.map(\.index).sorted() where !starts.contains(index) {
            if let last = inserted.last, last.target + last.count == index {
                inserted[inserted.count - 1].count += 1
            } else {
                inserted.append(.init(target: index, count: 1, first: PlaybackQueue.EntryID(0)))
            }
        }
        let steps = QueueDifference(
            removed: gone.map { $0..<$0 + 1 }, moved: moves.sorted { $0.target < $1.target },
            inserted: inserted)
        let count = max(0, before + difference.added.count - difference.removed.count)
        let moved = steps.positions
        move(to: moved, count: count)
        let followed = (selected..<max(selected, before)).lazy.compactMap { moved[$0] }.first
        return max(0, min(followed ?? count, count - 1))
    }

    private mutating func move(to positions: QueueDifference.Positions, count: Int) {
        var moved: [Int: [ListRow?]] = count == 0 ? [0: []] : [:]
        for (number, page) in pages {
            for (offset, row) in page.enumerated() {
                guard let row, let index = positions[number * Self.size + offset], index < count else { continue }
                let start = index / Self.size * Self.size
                let empty: [ListRow?] = Array(repeating: nil, count: min(Self.size, count - start))
                moved[index / Self.size, default: empty][index - start] = row.placed(at: index)
            }
        }
        (pages, total) = (moved, count)
    }
}
