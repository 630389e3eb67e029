// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import Synchronization

/// A tree made of branches, each with its own data source.
///
/// Positions below a branch belong to the revision of that branch, so that a change in one does not make positions in
/// another stale. Branches may be added and removed; the positions of the others do not change if they come after them.
package final class CombinedContentSource: ContentSource {
    private struct State {
        var branches: [ContentBranch]
        var revision: ContentTree.Revision
        var followers: [ContentIdentifier: Task<Void, Never>] = [:]
    }

    private let state: Mutex<State>
    let hub = ContentChangeHub()
    private let ratings: KeptRatings?

    /// - Parameters:
    ///   - revision: The first revision of the tree; higher than in the run before.
    ///   - ratings: Ratings of items whose branches do not know them.
    package init(_ branches: [ContentBranch], revision: ContentTree.Revision, ratings: KeptRatings? = nil) {
        state = Mutex(State(branches: branches, revision: revision))
        self.ratings = ratings
        for branch in branches { follow(branch) }
        ratings?.follow { [weak self] items in
            guard let self else { return }
            let scopes = self.branches.map(\.scope).filter { items.contains(where: $0.contains) }
            for scope in scopes { self.changed([.root], scope) }
        }
    }

    /// Returns items with the ratings that their branches do not know.
    func rated(_ items: [ContentNode]) -> [ContentNode] { ratings?.rated(items) ?? items }

    deinit {
        state.withLock { for task in $0.followers.values { task.cancel() } }
        hub.finish()
    }

    package var branches: [ContentBranch] { state.withLock { $0.branches } }

    /// The present revision of the tree, which is that of the root.
    var current: ContentTree.Revision { state.withLock { $0.revision } }

    /// Shows a branch after all others, or in the place of the one with the same identifier.
    package func add(_ branch: ContentBranch) {
        state.withLock { state in
            state.followers.removeValue(forKey: branch.identifier)?.cancel()
            if let index = state.branches.firstIndex(where: { $0.identifier == branch.identifier }) {
                state.branches[index] = branch
            } else {
                state.branches.append(branch)
            }
        }
        follow(branch)
        changed([.root], branch.scope)
    }

    /// Removes a branch from the tree; does nothing if there is no such branch.
    package func remove(_ identifier: ContentIdentifier) {
        let removed = state.withLock { state -> ContentBranch? in
            state.followers.removeValue(forKey: identifier)?.cancel()
            let index = state.branches.firstIndex { $0.identifier == identifier }
            return index.map { state.branches.remove(at: $0) }
        }
        if let removed { changed([.root], removed.scope) }
    }

    private func follow(_ branch: ContentBranch) {
        let changes = branch.source.changes()
        let (identifier, scope) = (branch.identifier, branch.scope)
        let task = Task { [weak self] in
            for await change in changes {
                guard let self else { return }
                // The root lists the item of the branch.
                guard let inner = change.containers else {
                    self.changed([.root], scope)
                    continue
                }
                // The root of the branch's own source is the branch in this tree.
                let containers = Set(inner.map { $0 == .root ? identifier : $0 })
                self.changed(containers.contains(identifier) ? containers.union([.root]) : containers)
            }
        }
        state.withLock { $0.followers[branch.identifier] = task }
    }

    /// Announces a change of containers, and of everything in one branch.
    private func changed(_ containers: Set<ContentIdentifier>, _ scope: ContentScope? = nil) {
        let revision = state.withLock { state in
            state.revision = ContentTree.Revision(state.revision.number + 1)
            return state.revision
        }
        hub.tell(ContentChange(revision: revision, containers: containers, scopes: Set([scope].compactMap(\.self))))
    }

    // MARK: Ways to a branch

    func branch(of identifier: ContentIdentifier) throws(ContentError) -> ContentBranch {
        let branches = branches
        if let branch = branches.first(where: { $0.identifier == identifier }) { return branch }
        if let branch = branches.first(where: { $0.owns(identifier) }) { return branch }
        throw ContentError(.notFound, "there is no \(identifier); it may have been removed from the library")
    }

    func branch(at path: IndexPath) throws(ContentError) -> (branch: ContentBranch, rest: IndexPath) {
        let branches = branches
        guard let first = path.first, branches.indices.contains(first) else {
            throw ContentError(
                .notFound, "there is nothing at \(IndexPathText.text(of: path)); browse to see what is there")
        }
        return (branches[first], path.dropFirst())
    }

    static func inner(_ identifier: ContentIdentifier, _ branch: ContentBranch) -> ContentIdentifier {
        identifier == branch.identifier ? .root : identifier
    }

    static func outer(_ item: ContentNode, _ branch: ContentBranch) -> ContentNode {
        guard item.identifier == .root else { return item }
        var item = item
        item.identifier = branch.identifier
        item.title = branch.title
        item.artwork = branch.artwork ?? item.artwork
        item.iconName = branch.iconName ?? item.iconName
        return item
    }
}
