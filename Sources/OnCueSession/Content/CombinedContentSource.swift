// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import FoundationEssentials
package import OnCueCore
internal import Synchronization

/// One tree made of branches, each with a data source of its own.
///
/// Positions below a branch belong to the revision of that branch, so a change in one makes no position in another
/// stale. Branches may come and go; those that stay keep their positions when the others stand behind them.
package final class CombinedContentSource: PlayableContentDataSource {
    private struct State {
        var branches: [ContentBranch]
        var revision: ContentTree.Revision
        var followers: [ContentIdentifier: Task<Void, Never>] = [:]
    }

    private let state: Mutex<State>
    private let hub = ContentChangeHub()

    /// - Parameter revision: The first revision of the tree; higher than in the run before.
    package init(_ branches: [ContentBranch], revision: ContentTree.Revision) {
        state = Mutex(State(branches: branches, revision: revision))
        for branch in branches { follow(branch) }
    }

    deinit {
        state.withLock { for task in $0.followers.values { task.cancel() } }
        hub.finish()
    }

    package var branches: [ContentBranch] { state.withLock { $0.branches } }

    /// Shows a branch behind all others, or in the place of the one with the same identifier.
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
        changed([.root, branch.identifier])
    }

    /// Takes a branch out of the tree; without such a branch there is no effect.
    package func remove(_ identifier: ContentIdentifier) {
        let isFound = state.withLock { state in
            state.followers.removeValue(forKey: identifier)?.cancel()
            guard let index = state.branches.firstIndex(where: { $0.identifier == identifier }) else { return false }
            state.branches.remove(at: index)
            return true
        }
        if isFound { changed([.root, identifier]) }
    }

    private func follow(_ branch: ContentBranch) {
        let (changes, identifier) = (branch.source.changes(), branch.identifier)
        let task = Task { [weak self] in
            for await change in changes {
                guard let self else { return }
                // What a branch calls its root is the branch for everybody else.
                let containers = change.containers.map { Set($0.map { $0 == .root ? identifier : $0 }) }
                // The item of the branch stands in the list of branches.
                self.changed(containers.map { $0.contains(identifier) ? $0.union([.root]) : $0 })
            }
        }
        state.withLock { $0.followers[branch.identifier] = task }
    }

    private func changed(_ containers: Set<ContentIdentifier>?) {
        let revision = state.withLock { state in
            state.revision = ContentTree.Revision(state.revision.number + 1)
            return state.revision
        }
        hub.tell(ContentChange(revision: revision, containers: containers))
    }

    // MARK: Ways to a branch

    private func branch(of identifier: ContentIdentifier) throws(ContentError) -> ContentBranch {
        let branches = branches
        if let branch = branches.first(where: { $0.identifier == identifier }) { return branch }
        if let branch = branches.first(where: { $0.owns(identifier) }) { return branch }
        throw ContentError(.notFound, "there is no \(identifier); it may have left the library")
    }

    private func branch(at path: IndexPath) throws(ContentError) -> (branch: ContentBranch, rest: IndexPath) {
        let branches = branches
        guard let first = path.first, branches.indices.contains(first) else {
            throw ContentError(
                .notFound, "nothing is at \(IndexPathText.text(of: path)); browse to see what is there")
        }
        return (branches[first], path.dropFirst())
    }

    private static func inner(_ identifier: ContentIdentifier, _ branch: ContentBranch) -> ContentIdentifier {
        identifier == branch.identifier ? .root : identifier
    }

    private static func outer(_ item: ContentItem, _ branch: ContentBranch) -> ContentItem {
        guard item.identifier == .root else { return item }
        var item = item
        item.identifier = branch.identifier
        item.title = branch.title
        item.artwork = branch.artwork ?? item.artwork
        return item
    }
}

// MARK: PlayableContentDataSource

extension CombinedContentSource {
    package func revision() async throws(ContentError) -> ContentTree.Revision { state.withLock { $0.revision } }

    package func revision(at indexPath: IndexPath) async throws(ContentError) -> ContentTree.Revision {
        if indexPath.isEmpty { return try await revision() }
        let (branch, rest) = try branch(at: indexPath)
        return try await branch.source.revision(at: rest)
    }

    package func changes() -> AsyncStream<ContentChange> { hub.listen() }

    package func beginLoadingChildren(of identifier: ContentIdentifier) async {
        guard identifier != .root, let branch = try? branch(of: identifier) else { return }
        await branch.source.beginLoadingChildren(of: Self.inner(identifier, branch))
    }

    package func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool {
        guard identifier != .root, let branch = try? branch(of: identifier) else { return false }
        return await branch.source.childrenShowPlaybackProgress(of: Self.inner(identifier, branch))
    }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentItem {
        if identifier == .root { return rootItem }
        let branch = try branch(of: identifier)
        return Self.outer(try await branch.source.item(for: Self.inner(identifier, branch)), branch)
    }

    private var rootItem: ContentItem {
        ContentItem(identifier: .root, title: "OnCue", isContainer: true, childCount: branches.count)
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        if identifier == .root { return try await rootPage(offset, limit) }
        let branch = try branch(of: identifier)
        var page = try await branch.source.children(
            of: Self.inner(identifier, branch), offset: offset, limit: limit, at: revision)
        page.container = Self.outer(page.container, branch)
        return page
    }

    package func childrenAtHand(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        if identifier == .root { return try await rootPage(offset, limit) }
        let branch = try branch(of: identifier)
        var page = try await branch.source.childrenAtHand(
            of: Self.inner(identifier, branch), offset: offset, limit: limit, at: revision)
        page.container = Self.outer(page.container, branch)
        return page
    }

    private func rootPage(_ offset: Int, _ limit: Int) async throws(ContentError) -> ContentPage {
        let revision = try await revision()
        let branches = branches
        var items: [ContentItem] = []
        for branch in branches.dropFirst(offset).prefix(limit) {
            items.append(Self.outer(try await branch.source.item(for: .root), branch))
        }
        return ContentPage(
            revision: revision, container: rootItem, offset: offset, total: branches.count, items: items)
    }

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        if indexPath.isEmpty { return .root }
        let (branch, rest) = try branch(at: indexPath)
        if rest.isEmpty { return branch.identifier }
        do throws(ContentError) {
            return try await branch.source.identifier(at: rest, revision: revision)
        } catch {
            guard error.code == .notFound else { throw error }
            throw ContentError(
                .notFound, "nothing is at \(IndexPathText.text(of: indexPath)); browse to see what is there")
        }
    }

    package func indexPath(of identifier: ContentIdentifier) async -> IndexPath? {
        if identifier == .root { return [] }
        guard let branch = try? branch(of: identifier),
            let index = branches.firstIndex(where: { $0.identifier == branch.identifier })
        else { return nil }
        if identifier == branch.identifier { return [index] }
        guard let rest = await branch.source.indexPath(of: identifier) else { return nil }
        return IndexPath(index: index).appending(rest)
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard let first = titles.first?.lowercased() else { return .root }
        let branches = branches
        var failure: ContentError?
        if let branch = branches.first(where: { $0.title.lowercased() == first }) {
            let rest = Array(titles.dropFirst())
            if rest.isEmpty { return branch.identifier }
            do throws(ContentError) { return try await branch.source.identifier(named: rest) } catch {
                failure = error
            }
        }
        for branch in branches where branch.isTransparent {
            do throws(ContentError) { return try await branch.source.identifier(named: titles) } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? ContentError(.notFound, "there is no \"\(titles[0].prefix(200))\"")
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? {
        for branch in branches {
            if let identifier = try await branch.source.identifier(of: location) { return identifier }
        }
        return nil
    }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        if identifier == .root {
            var tracks: [Track] = []
            for branch in branches where branch.isTransparent { tracks += try await branch.source.tracks(under: .root) }
            return Array(tracks.prefix(ContentTree.selectionLimit))
        }
        let branch = try branch(of: identifier)
        return try await branch.source.tracks(under: Self.inner(identifier, branch))
    }

    package func tracks(
        under identifier: ContentIdentifier, from track: ContentIdentifier
    ) async throws(ContentError) -> [Track] {
        if identifier == .root { return try await tracks(under: identifier) }
        let branch = try branch(of: identifier)
        return try await branch.source.tracks(under: Self.inner(identifier, branch), from: track)
    }

    /// The matches of one branch after those of another; branches of other programs are searched by themselves.
    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        var page = ContentPage(
            revision: try await revision(), container: rootItem, offset: offset, total: 0, items: [])
        for branch in branches where !branch.kinds.contains(.provided) {
            let found = try await branch.source.search(
                words, offset: max(0, offset - page.total), limit: max(1, limit - page.items.count))
            page.items += found.items.prefix(limit - page.items.count)
            page.total += found.total
        }
        return page
    }

    package func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        var groups: [ContentSearchGroup] = []
        for branch in branches where !branch.kinds.contains(.provided) {
            groups += try await branch.source.searchGroups(words, limit: limit)
        }
        return groups
    }
}
