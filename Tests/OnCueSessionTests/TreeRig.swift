// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// Two branches that change at random, and clients that follow them through the real manager.
@MediaActor
final class TreeRig {
    /// The list of a container as a client has it by what it was told.
    struct Mirror: Sendable {
        var revision: ContentTree.Revision
        var names: [ContentIdentifier]
        var titles: [ContentIdentifier: String]
    }

    /// A list that a client had once.
    struct Memory: Sendable {
        var container: ContentIdentifier
        var revision: ContentTree.Revision
        var names: [ContentIdentifier]
    }

    static let client = ":1.7"

    let trees = [
        ReferenceTree(container: .folder, leaf: .track), ReferenceTree(container: .podcast, leaf: .episode),
    ]
    let manager: ContentManager
    let notices = EventLog<ContentSubscriptions.Notice>()
    let subscriptions: ContentSubscriptions
    private(set) var mirrors: [ContentIdentifier: Mirror] = [:]
    var memories: [Memory] = []
    private var seen = 0

    init() async throws {
        let kinds: [Set<ContentKind>] = [[.folder, .track], [.podcast, .episode]]
        let content = CombinedContentSource(
            zip(trees, kinds).enumerated().map { index, part in
                ContentBranch(
                    identifier: Self.root(index), title: "Branch \(index)", kinds: part.1, keys: ["branch\(index)"],
                    source: part.0)
            }, revision: ContentTree.Revision(1))
        manager = ContentManager(source: content, resolver: FakeMediaResolver())
        subscriptions = manager.makeSubscriptions(gathering: .milliseconds(1)) { [notices] in notices.append($0) }
        for index in trees.indices { try await watch(Self.root(index)) }
    }

    static func root(_ tree: Int) -> ContentIdentifier { ContentIdentifier(kind: .section, key: "branch\(tree)") }

    /// What a node of a tree is called in the whole.
    func identifier(_ number: Int, in tree: Int) -> ContentIdentifier {
        number == 0 ? Self.root(tree) : trees[tree].identifier(number)
    }

    // MARK: As a client

    func watch(_ container: ContentIdentifier) async throws {
        _ = try await subscriptions.subscribe(Self.client, to: container)
        mirrors[container] = try await fetch(container)
    }

    func fetch(_ container: ContentIdentifier) async throws -> Mirror {
        let page = try await manager.children(at: .identifier(container), offset: 0, limit: 1000).page
        return Mirror(
            revision: page.revision, names: page.items.map(\.identifier),
            titles: Dictionary(uniqueKeysWithValues: page.items.map { ($0.identifier, $0.title) }))
    }

    /// Notes the list of a container as a client does that goes away and may come back.
    func remember(_ container: ContentIdentifier) async throws {
        let list = try await fetch(container)
        memories.append(Memory(container: container, revision: list.revision, names: list.names))
    }

    /// Takes over what was told, until every list is that of its tree.
    ///
    /// - Returns: What was told.
    func settle() async throws -> [ContentSubscriptions.Notice] {
        let first = seen
        while true {
            for notice in notices.events.dropFirst(seen) {
                seen += 1
                try await apply(notice)
            }
            if isUpToDate { return Array(notices.events[first..<seen]) }
            try await notices.wait(from: seen, "a notice of what has changed") { _ in true }
        }
    }

    private func apply(_ notice: ContentSubscriptions.Notice) async throws {
        guard var mirror = mirrors[notice.container] else { return }
        guard let difference = notice.difference else {
            // It has gone, or must be fetched anew.
            mirrors[notice.container] = try? await fetch(notice.container)
            return
        }
        #expect(notice.revision > mirror.revision || difference.applied(to: mirror.names) == mirror.names)
        let now = try? await fetch(notice.container)
        mirror.names = difference.applied(to: mirror.names)
        for name in difference.added.map(\.identifier) + difference.changed { mirror.titles[name] = now?.titles[name] }
        mirror.revision = max(mirror.revision, notice.revision)
        mirrors[notice.container] = mirror
    }

    private var isUpToDate: Bool {
        for (container, mirror) in mirrors {
            guard let (tree, node) = node(container), let children = node.children else { return false }
            let names = children.map { identifier($0, in: tree) }
            let nodes = trees[tree].nodes
            guard mirror.names == names,
                names.map({ mirror.titles[$0] }) == children.map({ nodes[$0]?.title })
            else { return false }
        }
        return true
    }

    /// The node that an identifier names, and the tree that it is in.
    func node(_ identifier: ContentIdentifier) -> (tree: Int, node: ReferenceTree.Node)? {
        for tree in trees.indices {
            let number = identifier == Self.root(tree) ? 0 : Int(identifier.key) ?? -1
            if let node = trees[tree].nodes[number], self.identifier(number, in: tree) == identifier {
                return (tree, node)
            }
        }
        return nil
    }
}
