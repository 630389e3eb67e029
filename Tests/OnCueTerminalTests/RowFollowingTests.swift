// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

/// A screen with a list that others change, and its service.
private struct ListRig {
    /// An entry of the list, and the item that it is.
    struct Entry: Equatable {
        var number: Int
        var item: Int
    }

    var pane: TreePane
    var entries: [Entry]
    let isPlaylist: Bool
    private var revision: UInt64 = 1

    init(_ items: [Int], isPlaylist: Bool = false) {
        pane = TreePane(.library, path: "/1", identifier: "section:albums", title: "Albums")
        entries = items.enumerated().map { Entry(number: $0, item: $1) }
        self.isPlaylist = isPlaylist
        serve(pane.resize(height: 10, showsPreview: false) + pane.appear())
        // All pages are known.
        for index in stride(from: 0, to: items.count, by: RowPages.size) { serve(pane.move(to: index)) }
        serve(pane.move(to: 0))
    }

    var selected: Int { pane.level.selected }

    mutating func choose(_ index: Int) { serve(pane.move(to: index)) }

    mutating func serve(_ effects: [AppEffect]) {
        for case .fetch(let fetch) in effects { serve(pane.take(page(fetch), for: fetch)) }
    }

    private func page(_ fetch: ListFetch) -> ListPage {
        let end = min(entries.count, fetch.offset + fetch.limit)
        let range = min(fetch.offset, end)..<end
        var counts: [Int: Int] = [:]
        let rows = range.map { index in
            let item = entries[index].item
            counts[item, default: 0] += 1
            let identifier = "track:\(item)"
            let record = ContentRecord(identifier: identifier, kind: "track", title: "Song \(item)", isPlayable: true)
            guard isPlaylist else { return ListRow(record) }
            let id = counts[item] == 1 ? identifier : "\(identifier)#\(counts[item] ?? 0)"
            return ListRow(record, id: id, place: index)
        }
        var page = ListPage(total: entries.count, rows: rows, offset: fetch.offset)
        page.revision = ContentTree.Revision(revision)
        page.container = ContentRecord(identifier: "section:albums", kind: "section", title: "Albums")
        return page
    }

    /// Changes the list, and lets the screen hear of it: by the difference, if the list has no item twice.
    ///
    /// - Returns: The index at which the chosen row, or the one that took its place, is afterwards.
    mutating func change(_ change: (inout [Entry]) -> Void) -> Int {
        let old = entries
        change(&entries)
        revision += 1
        let rest = old[min(selected, old.count)...].compactMap { entry in
            entries.firstIndex { $0.number == entry.number }
        }
        let expected = rest.first ?? max(0, entries.count - 1)
        serve(pane.take(update(from: old), for: pane.level.token))
        return expected
    }

    private func update(from old: [Entry]) -> ContentUpdate {
        func listed(_ entries: [Entry]) -> [ContentListDifference.Entry] {
            entries.compactMap { entry in
                ContentIdentifier("track:\(entry.item)").map { .init(identifier: $0, fingerprint: 0) }
            }
        }
        guard let difference = ContentListDifference.between(listed(old), listed(entries)) else { return .reloaded }
        return .changed(
            ContainerDifference(of: "section:albums", revision: ContentTree.Revision(revision), difference))
    }

    /// The indexes around one at which the same item stands side by side.
    func run(around index: Int) -> ClosedRange<Int> {
        var (first, last) = (index, index)
        while first > 0, entries[first - 1].item == entries[index].item { first -= 1 }
        while last + 1 < entries.count, entries[last + 1].item == entries[index].item { last += 1 }
        return first...last
    }
}

@Suite("The chosen row of a list that changes")
struct RowFollowingTests {
    @Test("stays chosen when a row appears or goes above it")
    func above() {
        var rig = ListRig(Array(0..<8))
        rig.choose(3)
        _ = rig.change { $0.insert(.init(number: 100, item: 100), at: 0) }
        #expect(rig.selected == 4)
        #expect(rig.pane.level.selection?.title == "Song 3")
        _ = rig.change { $0.removeFirst(2) }
        #expect(rig.selected == 2)
        #expect(rig.pane.level.selection?.title == "Song 3")
    }

    @Test("stays chosen when its list was read again before the change was told")
    func early() {
        var rig = ListRig(Array(0..<8))
        rig.choose(3)
        _ = rig.change { $0.insert(.init(number: 100, item: 100), at: 0) }
        let late = ContainerDifference(
            of: "section:albums", revision: ContentTree.Revision(2), added: [.init(index: 0, identifier: "track:100")])
        rig.serve(rig.pane.take(.changed(late), for: rig.pane.level.token))
        #expect(rig.pane.level.selection?.title == "Song 3")
    }

    @Test("gives way to the row behind it when it goes, and stays with that when it returns")
    func removed() {
        var rig = ListRig(Array(0..<8))
        rig.choose(2)
        _ = rig.change { $0.remove(at: 2) }
        #expect(rig.pane.level.selection?.title == "Song 3")
        #expect(rig.selected == 2)
        _ = rig.change { $0.insert(.init(number: 2, item: 2), at: 2) }
        #expect(rig.pane.level.selection?.title == "Song 3")
        #expect(rig.selected == 3)
    }

    @Test("gives way to the row behind it when one of two equal entries of a playlist goes")
    func double() {
        var rig = ListRig([0, 1, 2, 5, 3, 5, 4], isPlaylist: true)
        rig.choose(3)
        _ = rig.change { $0.remove(at: 3) }
        #expect(rig.selected == 3)
        #expect(rig.pane.level.selection?.title == "Song 3")

        rig = ListRig([0, 1, 5, 5, 3, 4, 3], isPlaylist: true)
        rig.choose(3)
        _ = rig.change { $0.remove(at: 3) }
        #expect(rig.selected == 3)
        #expect(rig.pane.level.selection?.title == "Song 3")
    }

    @Test("stays in its place when all rows are others")
    func replaced() {
        #expect(RowMove.place(of: 1, in: ["a", "b", "c"], after: ["x", "y", "z"]) == 1)
        #expect(RowMove.place(of: 2, in: ["a", "b", "c"], after: ["x", "y"]) == 1)
        #expect(RowMove.place(of: 2, in: ["a", "b", "c"], after: []) == 0)
        #expect(RowMove.place(of: 2, in: ["a", "b", "c"], after: ["a", "b"]) == 1)
    }

    @Test("is the same after any changes of a list of items that are all different", arguments: 1...20)
    func randomChanges(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var rig = ListRig(Array(0..<230))
        for step in 0..<60 {
            rig.choose(Int.random(in: 0..<max(1, rig.entries.count), using: &numbers))
            let expected = rig.change { entries in
                for _ in 0...Int.random(in: 0...2, using: &numbers) {
                    let place = Int.random(in: 0..<max(1, entries.count), using: &numbers)
                    switch Int.random(in: 0...2, using: &numbers) {
                    case 0: entries.insert(.init(number: 1000 + step, item: 1000 + step), at: place)
                    case 1 where !entries.isEmpty: entries.remove(at: place)
                    default:
                        guard !entries.isEmpty else { break }
                        let entry = entries.remove(at: place)
                        entries.insert(entry, at: Int.random(in: 0...entries.count, using: &numbers))
                    }
                    if entries.count(where: { $0.number == 1000 + step }) > 0 { break }
                }
            }
            #expect(rig.selected == expected, "step \(step)")
            #expect(rig.pane.level.selection?.title == "Song \(rig.entries[expected].item)")
        }
    }

    @Test("is the same after any changes of a playlist that has items several times", arguments: 1...20)
    func randomDoubles(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var rig = ListRig((0..<12).map { $0 % 5 }, isPlaylist: true)
        for step in 0..<60 {
            rig.choose(Int.random(in: 0..<max(1, rig.entries.count), using: &numbers))
            let place = Int.random(in: 0..<max(1, rig.entries.count), using: &numbers)
            let isRemoval = rig.entries.count > 4 && Bool.random(using: &numbers)
            let wasChosen = place == rig.selected
            let item = Int.random(in: 0..<5, using: &numbers)
            let wasInRun = !wasChosen && isRemoval && rig.run(around: rig.selected).contains(place)
            let expected = rig.change { entries in
                if isRemoval {
                    entries.remove(at: place)
                } else {
                    entries.insert(.init(number: 1000 + step, item: item), at: place)
                }
            }
            // Of equal entries side by side no one can say which was removed.
            let isRight = rig.selected == expected || rig.run(around: expected).contains(rig.selected)
            #expect(wasInRun ? abs(rig.selected - expected) <= 1 : isRight, "step \(step)")
            if wasChosen, isRemoval { #expect(rig.selected == expected, "step \(step)") }
        }
    }
}

private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
