// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import Synchronization

/// The plainest tree there is: titles and lists of numbers, changed at will; what the real parts are compared with.
final class ReferenceTree: ContentSource {
    /// An item by its number; 0 is the root.
    struct Node {
        var title: String
        /// `nil` for something that plays.
        var children: [Int]?
        var parent: Int
    }

    struct State {
        var nodes: [Int: Node]
        var number: UInt64 = 1
        var lastNode = 0
    }

    /// The kinds of containers and of what plays; each branch of a tree has its own.
    let container: ContentKind
    let leaf: ContentKind
    private let state = Mutex(State(nodes: [0: Node(title: "root", children: [], parent: 0)]))
    private let hub = ContentChangeHub()

    init(container: ContentKind, leaf: ContentKind) {
        (self.container, self.leaf) = (container, leaf)
    }

    var nodes: [Int: Node] { state.withLock { $0.nodes } }

    func identifier(_ number: Int) -> ContentIdentifier {
        if number == 0 { return .root }
        return ContentIdentifier(kind: nodes[number]?.children == nil ? leaf : container, key: String(number))
    }

    private func number(_ identifier: ContentIdentifier) throws(ContentError) -> Int {
        if identifier == .root { return 0 }
        guard let number = Int(identifier.key), self.identifier(number) == identifier, nodes[number] != nil else {
            throw ContentError(.notFound, "there is no \(identifier)")
        }
        return number
    }

    // MARK: Changes

    /// Puts something new into a container.
    func insert(_ title: String, isContainer: Bool, into parent: Int, at index: Int) {
        change { state in
            state.lastNode += 1
            state.nodes[state.lastNode] = Node(title: title, children: isContainer ? [] : nil, parent: parent)
            state.nodes[parent]?.children?.insert(state.lastNode, at: index)
            return [parent, state.nodes[parent]?.parent ?? 0]
        }
    }

    /// Takes an item away with all it holds.
    func remove(_ number: Int) {
        change { state in
            let parent = state.nodes[number]?.parent ?? 0
            state.nodes[parent]?.children?.removeAll { $0 == number }
            var (gone, told) = ([number], [parent, state.nodes[parent]?.parent ?? 0])
            while let next = gone.popLast() {
                if let children = state.nodes[next]?.children {
                    told.append(next)
                    gone += children
                }
                state.nodes[next] = nil
            }
            return told
        }
    }

    /// Moves an item to the end or the beginning of a container that it does not hold.
    func move(_ number: Int, to target: Int, isFirst: Bool) {
        change { state in
            let parent = state.nodes[number]?.parent ?? 0
            state.nodes[parent]?.children?.removeAll { $0 == number }
            let end = state.nodes[target]?.children?.count ?? 0
            state.nodes[target]?.children?.insert(number, at: isFirst ? 0 : end)
            state.nodes[number]?.parent = target
            return [parent, target, state.nodes[parent]?.parent ?? 0, state.nodes[target]?.parent ?? 0]
        }
    }

    func rename(_ number: Int, to title: String) {
        change { state in
            state.nodes[number]?.title = title
            return [state.nodes[number]?.parent ?? 0]
        }
    }

    /// Carries out a change, and tells the containers that it names.
    private func change(_ body: (inout State) -> [Int]) {
        let (containers, number) = state.withLock { state in
            state.number += 1
            return (body(&state), state.number)
        }
        let told = containers.map { $0 == 0 ? .root : ContentIdentifier(kind: container, key: String($0)) }
        hub.tell(ContentChange(revision: ContentTree.Revision(number), containers: Set(told)))
    }
}

// MARK: ContentSource

extension ReferenceTree {
    func changes() -> AsyncStream<ContentChange> { hub.listen() }

    func revision() async throws(ContentError) -> ContentTree.Revision {
        ContentTree.Revision(state.withLock { $0.number })
    }

    func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        item(try number(identifier), nodes)
    }

    private func item(_ number: Int, _ nodes: [Int: Node]) -> ContentNode {
        let node = nodes[number]
        let isContainer = node?.children != nil
        let identifier =
            number == 0
            ? ContentIdentifier.root : ContentIdentifier(kind: isContainer ? container : leaf, key: String(number))
        return ContentNode(
            identifier: identifier, title: node?.title ?? "", isContainer: isContainer, isPlayable: !isContainer,
            childCount: node?.children?.count)
    }

    func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let number = try number(identifier)
        let (nodes, current) = state.withLock { ($0.nodes, ContentTree.Revision($0.number)) }
        if let revision, revision != current { throw stale(current) }
        guard let children = nodes[number]?.children else {
            throw ContentError(.notContainer, "\(identifier) has no children")
        }
        return ContentPage(
            revision: current, container: item(number, nodes), offset: offset, total: children.count,
            items: children.dropFirst(offset).prefix(limit).map { item($0, nodes) })
    }

    func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        let (nodes, current) = state.withLock { ($0.nodes, ContentTree.Revision($0.number)) }
        if indexPath.count > 1, let revision, revision != current { throw stale(current) }
        var number = 0
        for index in indexPath {
            guard let children = nodes[number]?.children, children.indices.contains(index) else {
                throw ContentError(.notFound, "there is nothing at \(IndexPathText.text(of: indexPath))")
            }
            number = children[index]
        }
        return item(number, nodes).identifier
    }

    func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        let nodes = nodes
        var number = 0
        for title in titles {
            guard let next = nodes[number]?.children?.first(where: { nodes[$0]?.title == title }) else {
                throw ContentError(.notFound, "there is no \"\(title)\"")
            }
            number = next
        }
        return identifier(number)
    }

    func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? { nil }

    func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] { [] }

    func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        try await children(of: .root, offset: offset, limit: limit, at: nil)
    }

    private func stale(_ current: ContentTree.Revision) -> ContentError {
        ContentError(.staleIndexPath(current: current), "the tree has revision \(current) by now")
    }
}
