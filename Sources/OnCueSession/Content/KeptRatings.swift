// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import Synchronization

/// The user's ratings of everything but tracks, whose ratings the catalog knows: few enough to be kept in memory, so
/// that lists need not ask for them.
package final class KeptRatings: Sendable {
    private static let kinds = Set(ContentKind.allCases.filter(\.canBeFavourite)).subtracting([.track])

    private let store: any ListeningStoring
    private let ratings = Mutex<[ContentIdentifier: Stars]>([:])
    private let follower = Mutex<Task<Void, Never>?>(nil)

    package init(store: any ListeningStoring) { self.store = store }

    deinit { follower.withLock { $0?.cancel() } }

    /// Reads all ratings.
    package func load() async {
        do throws(ContentError) {
            let records = try await store.records(of: Self.kinds, favouritesOnly: false)
            ratings.withLock { $0 = records.compactMapValues(\.stars) }
        } catch {
            Logger("listening").warning("cannot read ratings", ["error": error.message])
        }
    }

    /// Follows the store; `onChange` gets the items whose ratings have changed.
    func follow(_ onChange: @escaping @Sendable (Set<ContentIdentifier>) -> Void) {
        let changes = store.changes()
        let task = Task { [weak self] in
            for await change in changes { await self?.take(change, onChange) }
        }
        follower.withLock { $0 = task }
    }

    private func take(_ change: ContentChange, _ onChange: @Sendable (Set<ContentIdentifier>) -> Void) async {
        let before = ratings.withLock { $0 }
        if let items = change.containers?.filter({ Self.kinds.contains($0.kind) }) {
            guard !items.isEmpty, let records = try? await store.records(for: Array(items)) else { return }
            ratings.withLock { ratings in
                for item in items { ratings[item] = records[item]?.stars }
            }
        } else {
            await load()
        }
        let after = ratings.withLock { $0 }
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        if !changed.isEmpty { onChange(changed) }
    }

    /// Returns an item with its rating.
    func rated(_ item: ContentNode) -> ContentNode {
        guard item.kind != .track, let stars = ratings.withLock({ $0[item.identifier] }) else { return item }
        var item = item
        item.stars = stars
        return item
    }

    /// Returns items with their ratings.
    func rated(_ items: [ContentNode]) -> [ContentNode] {
        ratings.withLock { $0.isEmpty } ? items : items.map { rated($0) }
    }
}
