// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The tree of a data source, accessed by identifiers as on the bus, although the data source uses positions.
@MediaActor
final class ProviderTree {
    /// Limits of one search for an item that was not displayed before, and of the items remembered.
    private static let mostItems = 10_000
    private static let mostLevels = 16

    private let source: any PlayableContentDataSource
    private var paths: [String: [Int]] = ["": []]
    private var loads: [[Int]: Task<Void, any Error>] = [:]

    init(_ source: any PlayableContentDataSource) {
        self.source = source
    }

    /// Returns an item as its row shows it.
    func item(_ identifier: String) async throws -> ContentItem {
        if source is any PagingPlayableContentDataSource {
            guard let item = try await source.contentItem(forIdentifier: identifier) else { throw notFound(identifier) }
            return item
        }
        if let path = paths[identifier], let item = try await knownItem(identifier, at: path) { return item }
        if let item = try await source.contentItem(forIdentifier: identifier) { return item }
        let path = try await search(for: identifier)
        guard let item = try await knownItem(identifier, at: path) else { throw notFound(identifier) }
        return item
    }

    /// Returns some of the children of an item, and their total number.
    func children(of identifier: String, offset: Int, limit: Int) async throws -> (total: Int, items: [ContentItem]) {
        if let source = source as? any PagingPlayableContentDataSource {
            let page = try await source.childItems(ofItemWithIdentifier: identifier, offset: offset, limit: limit)
            return (max(0, page.total), Array(page.items.prefix(limit)))
        }
        let path = try await path(of: identifier)
        try await load(path)
        let total = try await source.numberOfChildItems(at: path)
        var items: [ContentItem] = []
        guard offset < total else { return (total, items) }
        let showsProgress = await source.childItemsDisplayPlaybackProgress(at: path)
        for index in offset..<min(offset + limit, total) {
            guard let item = try await source.contentItem(at: path + [index]) else { break }
            remember(item.identifier, path + [index])
            items.append(shown(item, showsProgress))
        }
        return (total, items)
    }

    // MARK: Paths

    private func path(of identifier: String) async throws -> [Int] {
        if identifier.isEmpty { return [] }
        if let path = paths[identifier], try await source.contentItem(at: path)?.identifier == identifier {
            return path
        }
        return try await search(for: identifier)
    }

    /// Returns the item at a path, if it is still there.
    private func knownItem(_ identifier: String, at path: [Int]) async throws -> ContentItem? {
        guard let parent = path.isEmpty ? nil : Array(path.dropLast()) else { return nil }
        guard let item = try await source.contentItem(at: path), item.identifier == identifier else { return nil }
        return shown(item, await source.childItemsDisplayPlaybackProgress(at: parent))
    }

    private func shown(_ item: ContentItem, _ showsProgress: Bool) -> ContentItem {
        var item = item
        if !showsProgress { item.playbackProgress = nil }
        return item
    }

    /// Searches for an item level by level.
    private func search(for identifier: String) async throws -> [Int] {
        var level: [[Int]] = [[]]
        var looked = 0
        for _ in 0..<Self.mostLevels where !level.isEmpty {
            var next: [[Int]] = []
            for path in level {
                try await load(path)
                for index in 0..<max(0, try await source.numberOfChildItems(at: path)) {
                    guard looked < Self.mostItems, let item = try await source.contentItem(at: path + [index]) else {
                        break
                    }
                    looked += 1
                    remember(item.identifier, path + [index])
                    if item.identifier == identifier { return path + [index] }
                    if item.isContainer { next.append(path + [index]) }
                }
            }
            level = next
        }
        throw notFound(identifier)
    }

    private func remember(_ identifier: String, _ path: [Int]) {
        if paths.count >= Self.mostItems { paths = ["": []] }
        paths[identifier] = path
    }

    private func notFound(_ identifier: String) -> PlayableContentError { .notFound("there is no item \(identifier)") }

    // MARK: Loading

    /// Loads children once; a failed load is retried by the next call.
    private func load(_ path: [Int]) async throws {
        let task = loads[path] ?? Task { [source] in try await source.beginLoadingChildItems(at: path) }
        loads[path] = task
        do {
            try await task.value
        } catch {
            loads[path] = nil
            throw error
        }
    }
}
