// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The cached answers of one provider. Their number is limited, and the oldest are removed first.
struct ProviderPages {
    /// The known properties of one container.
    struct Container {
        /// The provider's revision of the container.
        var revision: UInt64
        /// The number of children that the provider announced, or that were found.
        var total: Int
        /// The positions of rows that cannot be used, in ascending order.
        var useless: [Int] = []

        /// The number of displayed children.
        var shown: Int { max(0, total - useless.count) }

        /// Returns the provider's position of the child at a displayed index.
        func position(of index: Int) -> Int {
            var position = index
            for useless in useless where useless <= position { position += 1 }
            return position
        }
    }

    struct Key: Hashable {
        var container: String
        var chunk: Int
    }

    private(set) var containers: [String: Container] = [:]
    private var chunks: [Key: [ProviderRow?]] = [:]
    private var order: [Key] = []
    private var items: [String: ContentNode] = [:]
    /// The times when the items arrived.
    private var arrivals: [String: ContinuousClock.Instant] = [:]
    private var itemOrder: [String] = []

    func chunk(_ key: Key) -> [ProviderRow?]? { chunks[key] }

    /// Returns whether a cached row of a container contains its playback progress.
    func showsProgress(_ container: String) -> Bool {
        chunks.contains { key, rows in
            key.container == container && rows.contains { $0?.item.playbackProgress != nil }
        }
    }

    /// Returns the displayed index of an item in a container, as far as rows are cached; the first one if there are
    /// several.
    func index(of own: String, in container: String) -> Int? {
        let positions = chunks.compactMap { key, rows in
            key.container == container
                ? rows.firstIndex { $0?.own == own }.map { key.chunk * ProviderLimits.chunk + $0 } : nil
        }
        return positions.min().map { position in
            position - (containers[container]?.useless.count { $0 < position } ?? 0)
        }
    }

    func item(_ own: String) -> ContentNode? { items[own] }

    /// Returns the time when an item arrived.
    func arrival(of own: String) -> ContinuousClock.Instant? { arrivals[own] }

    /// The cached items that have a location, in the order in which they arrived.
    var located: [ContentNode] {
        itemOrder.compactMap { items[$0] }.filter { $0.location != nil }
    }

    /// Keeps an answer.
    ///
    /// - Returns: `true` if the children differ from those shown before.
    mutating func keep(_ page: ContentProviderClient.Page, for key: Key, asked: Int) -> Bool {
        var isNews = false
        if let known = containers[key.container], known.revision != page.revision {
            forget(key.container)
            isNews = true
        }
        let isNew = containers[key.container] == nil
        var container = containers[key.container] ?? Container(revision: page.revision, total: page.total)
        let start = key.chunk * ProviderLimits.chunk
        let before = container
        container.total = page.total
        // If there are fewer children than announced, the number delivered is used.
        if page.rows.count < min(asked, max(0, page.total - start)) { container.total = start + page.rows.count }
        for (index, row) in page.rows.enumerated()
        where row == nil && container.useless.count < ProviderLimits.uselessRows {
            if !container.useless.contains(start + index) { container.useless.append(start + index) }
        }
        container.useless.sort()
        containers[key.container] = container
        if !isNew { isNews = isNews || before.shown != container.shown }
        store(page.rows, key)
        return isNews
    }

    private mutating func store(_ rows: [ProviderRow?], _ key: Key) {
        if chunks.updateValue(rows, forKey: key) == nil { order.append(key) }
        for row in rows { if let row { keep(row) } }
        while order.count > ProviderLimits.keptChunks { chunks[order.removeFirst()] = nil }
        // A container without a cached chunk is kept as long as there are few containers.
        if containers.count > ProviderLimits.keptItems {
            containers = containers.filter { name, _ in name == key.container }
        }
    }

    mutating func keep(_ row: ProviderRow) {
        if items.updateValue(row.item, forKey: row.own) == nil { itemOrder.append(row.own) }
        arrivals[row.own] = .now
        if itemOrder.count > ProviderLimits.keptItems {
            let half = ProviderLimits.keptItems / 2
            for own in itemOrder.prefix(half) { (items[own], arrivals[own]) = (nil, nil) }
            itemOrder.removeFirst(half)
        }
    }

    /// Changes an item in every place where it is cached.
    ///
    /// - Returns: The containers in which it is shown.
    mutating func change(_ own: String, _ change: (inout ContentNode) -> Void) -> Set<String> {
        if var item = items[own] {
            change(&item)
            items[own] = item
        }
        var containers: Set<String> = []
        for (key, rows) in chunks {
            guard let index = rows.firstIndex(where: { $0?.own == own }), let row = rows[index] else { continue }
            chunks[key]?[index] = row.changed(change)
            containers.insert(key.container)
        }
        return containers
    }

    mutating func forget(_ container: String) {
        containers[container] = nil
        let gone = order.filter { $0.container == container }
        for key in gone { chunks[key] = nil }
        order.removeAll { $0.container == container }
    }

    mutating func forgetAll() {
        self = ProviderPages()
    }
}
