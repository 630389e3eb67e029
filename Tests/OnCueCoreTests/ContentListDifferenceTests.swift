// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Differences between lists, and limits of endpoints")
struct ContentListDifferenceTests {
    private typealias Entry = ContentListDifference.Entry

    private func entry(_ name: Int, _ fingerprint: UInt64 = 0) -> Entry {
        Entry(identifier: ContentIdentifier(kind: .track, key: String(name)), fingerprint: fingerprint)
    }

    @Test("Applied to the old list a difference gives the new, and back", arguments: 0..<300)
    func roundTrip(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let old = (0..<40).shuffled(using: &random).prefix(Int.random(in: 0...40, using: &random)).map { entry($0) }
        var new = old.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        for name in 40..<(40 + Int.random(in: 0...10, using: &random)) {
            new.insert(entry(name), at: Int.random(in: 0...new.count, using: &random))
        }
        if new.count > 1, Bool.random(using: &random) { new.append(new.removeFirst()) }
        for index in new.indices where Int.random(in: 0..<5, using: &random) == 0 { new[index].fingerprint = 1 }

        let difference = try #require(ContentListDifference.between(old, new))

        #expect(difference.applied(to: old.map(\.identifier)) == new.map(\.identifier))
        #expect(difference.reverted(from: new.map(\.identifier)) == old.map(\.identifier))
        let stayed = Set(old.map(\.identifier)).subtracting(difference.removed.map(\.identifier))
        #expect(
            Set(difference.changed)
                == Set(new.filter { $0.fingerprint == 1 && stayed.contains($0.identifier) }.map(\.identifier)))
    }

    @Test("One item that moves is taken out and put in, and nothing else")
    func move() throws {
        let old = (0..<9).map { entry($0) }
        var new = old
        new.append(new.remove(at: 2))

        let difference = try #require(ContentListDifference.between(old, new))

        #expect(difference.removed == [.init(index: 2, identifier: old[2].identifier)])
        #expect(difference.added == [.init(index: 8, identifier: old[2].identifier)])
    }

    @Test("Items that stand twice in a list have no difference that names could tell")
    func twice() {
        #expect(ContentListDifference.between([entry(1), entry(1)], [entry(1)]) == nil)
        #expect(ContentListDifference.between([entry(1)], [entry(1), entry(1)]) == nil)
    }

    @Test("Nothing is shown beyond any limits", arguments: 0..<200)
    func limits(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let limits = ContentLimits(
            items: Int.random(in: -3...12, using: &random), depth: Int.random(in: -3...5, using: &random))
        let (total, offset) = (Int.random(in: 0...20, using: &random), Int.random(in: 0...25, using: &random))
        let level = Int.random(in: 0...6, using: &random)
        let items = (0..<total).dropFirst(offset).map {
            ContentNode(
                identifier: ContentIdentifier(kind: .album, key: String($0)), title: "x", isContainer: true,
                childCount: 3)
        }
        let container = ContentNode(identifier: .root, title: "root", isContainer: true)
        let page = ContentPage(
            revision: ContentTree.Revision(1), container: container, offset: offset, total: total, items: Array(items))

        let shown = limits.shown(page, at: level)

        #expect(shown.total == min(total, limits.items ?? total))
        #expect(shown.items.isEmpty || offset + shown.items.count <= shown.total)
        if let depth = limits.depth, level + 1 >= depth {
            #expect(shown.items.allSatisfy { !$0.isContainer && $0.isPlayable && $0.childCount == 3 })
        } else {
            #expect(shown.items.allSatisfy { $0.isContainer })
        }
        if !limits.areEnforced { #expect(shown == page) }
    }
}
