// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The manager against a simple tree that changes at random")
struct TreeChangeTests {
    @Test("What is told, applied to any older list, gives the list of now", arguments: 0..<8)
    @MediaActor
    func differences(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let rig = try await TreeRig()
        var answered = 0

        for step in 0..<30 {
            let change = RandomChange(rig: rig)
            switch step % 6 {
            case 4: try await batch(rig, change, &random)
            case 5:
                rig.manager.reload(TreeRig.root(0))
                let told = try await rig.notices.wait(from: rig.notices.count) { $0.difference == nil }
                #expect(told.container == TreeRig.root(0))
            default: change.make(&random)
            }
            _ = try await rig.settle()
            try await change.watchOrRemember(&random)
            answered += try await checkMemories(rig)
        }

        try await checkIdentities(rig)
        #expect(answered > 20)
    }

    /// Several changes at once make at most one notice for each container, and none before the end.
    @MediaActor
    private func batch(_ rig: TreeRig, _ change: RandomChange, _ random: inout SplitMix64) async throws {
        let before = rig.notices.count
        try rig.manager.beginUpdates()
        for _ in 0..<5 {
            try rig.manager.beginUpdates()
            change.make(&random)
            rig.manager.endUpdates()
            // Reads a list in between, as somebody else may.
            if let memory = rig.memories.randomElement(using: &random) {
                _ = try? await rig.subscriptions.changes(of: memory.container, since: memory.revision)
            }
            #expect(rig.notices.count == before)
        }
        rig.manager.endUpdates()
        _ = try await rig.settle()
        let told = rig.notices.events.dropFirst(before)
        #expect(Set(told.map(\.container)).count == told.count)
    }

    /// - Returns: How many were told by their difference.
    @MediaActor
    private func checkMemories(_ rig: TreeRig) async throws -> Int {
        var answered = 0
        for memory in rig.memories.suffix(12) where rig.node(memory.container) != nil {
            let changes = try await rig.subscriptions.changes(of: memory.container, since: memory.revision)
            guard let difference = changes.difference else { continue }
            answered += 1
            #expect(changes.revision >= memory.revision)
            let now = try await rig.fetch(memory.container).names
            #expect(difference.applied(to: memory.names) == now)
        }
        return answered
    }

    /// Everything is still called what it was called, and stands where its tree has it.
    @MediaActor
    private func checkIdentities(_ rig: TreeRig) async throws {
        for (index, tree) in rig.trees.enumerated() {
            for (number, node) in tree.nodes where number != 0 {
                let name = rig.identifier(number, in: index)
                let item = try await rig.manager.item(at: .identifier(name)).item
                #expect(item.title == node.title)
                var (path, at) = ([Int](), number)
                while at != 0, let above = tree.nodes[at] {
                    path.insert(tree.nodes[above.parent]?.children?.firstIndex(of: at) ?? -1, at: 0)
                    at = above.parent
                }
                let place = ContentPlace.indexPath(IndexPath(indexes: [index] + path), revision: nil)
                #expect(try await rig.manager.item(at: place).item.identifier == name)
            }
        }
    }

    @Test("A view never shows more than it may, however the tree changes", arguments: 0..<8)
    @MediaActor
    func views(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let rig = try await TreeRig()
        let change = RandomChange(rig: rig)

        for _ in 0..<6 {
            for _ in 0..<12 { change.make(&random) }
            let limits = ContentLimits(
                items: Int.random(in: 0...6, using: &random), depth: Int.random(in: 0...4, using: &random))
            let view = try rig.manager.views.open(limits, for: TreeRig.client)
            #expect(rig.manager.context.enforcedTreeDepth == limits.depth ?? 0)
            let walk = ViewWalk(rig: rig, view: view, limits: limits)
            try await walk.open(.root, at: 0)
            #expect(walk.opened > 1 || limits.depth == 1)
            try rig.manager.views.close(view, of: TreeRig.client)
        }
        #expect(!rig.manager.context.endpointAvailable)
    }
}

/// Opens everything that a view lets be opened.
@MediaActor
private final class ViewWalk {
    private let rig: TreeRig
    private let view: UInt32
    private let limits: ContentLimits
    private(set) var opened = 0

    init(rig: TreeRig, view: UInt32, limits: ContentLimits) {
        (self.rig, self.view, self.limits) = (rig, view, limits)
    }

    func open(_ container: ContentIdentifier, at level: Int) async throws {
        opened += 1
        let place = ContentPlace.identifier(container)
        let viewed = try await rig.manager.children(
            at: place, offset: 0, limit: 1000, in: view, of: TreeRig.client)
        let rest = try await rig.manager.children(
            at: place, offset: viewed.page.total, limit: 1000, in: view, of: TreeRig.client)

        #expect(viewed.all == (container == .root ? 2 : rig.node(container)?.node.children?.count))
        #expect(viewed.page.total == min(viewed.all, limits.items ?? .max))
        #expect(viewed.page.items.count == viewed.page.total)
        #expect(rest.page.items.isEmpty)
        for item in viewed.page.items {
            if item.isContainer {
                #expect(level + 1 < limits.depth ?? .max)
                try await open(item.identifier, at: level + 1)
            } else if rig.node(item.identifier)?.node.children != nil {
                #expect(level + 1 == limits.depth && item.isPlayable)
                await #expect(throws: ContentError.self) {
                    _ = try await rig.manager.children(
                        at: .identifier(item.identifier), offset: 0, limit: 10, in: view, of: TreeRig.client)
                }
            }
        }
    }
}
