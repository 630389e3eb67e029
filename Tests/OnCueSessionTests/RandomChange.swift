// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession

/// Changes one of the trees of a rig, or what its clients have, in one of all ways.
@MediaActor
struct RandomChange {
    let rig: TreeRig

    func make(_ random: inout SplitMix64) {
        let tree = rig.trees[Int.random(in: rig.trees.indices, using: &random)]
        let nodes = tree.nodes
        let containers = nodes.keys.filter { nodes[$0]?.children != nil }.sorted()
        let items = nodes.keys.filter { $0 != 0 }.sorted()
        let parent = containers.randomElement(using: &random) ?? 0
        guard let item = items.randomElement(using: &random), Int.random(in: 0..<3, using: &random) > 0 else {
            let count = nodes[parent]?.children?.count ?? 0
            return tree.insert(
                title(&random), isContainer: Int.random(in: 0..<3, using: &random) == 0, into: parent,
                at: Int.random(in: 0...count, using: &random))
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: tree.remove(item)
        case 1...4 where !holds(item, parent, nodes):
            tree.move(item, to: parent, isFirst: Bool.random(using: &random))
        default: tree.rename(item, to: title(&random))
        }
    }

    /// Watches a container of some tree, or notes the list that it has now.
    func watchOrRemember(_ random: inout SplitMix64) async throws {
        let index = Int.random(in: rig.trees.indices, using: &random)
        let nodes = rig.trees[index].nodes
        let containers = nodes.keys.filter { nodes[$0]?.children != nil }.sorted()
        let container = rig.identifier(containers.randomElement(using: &random) ?? 0, in: index)
        if rig.mirrors[container] == nil {
            try await rig.watch(container)
        }
        try await rig.remember(container)
    }

    private func title(_ random: inout SplitMix64) -> String { "title \(Int.random(in: 0..<10_000, using: &random))" }

    /// True when a container is an item, or lies somewhere below it.
    private func holds(_ item: Int, _ container: Int, _ nodes: [Int: ReferenceTree.Node]) -> Bool {
        var at = container
        while at != 0 {
            if at == item { return true }
            at = nodes[at]?.parent ?? 0
        }
        return false
    }
}
