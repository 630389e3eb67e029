// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Batches of changes")
struct ContentUpdateTests {
    @Test("The last batch that ends lets go, whoever has opened how many")
    func nesting() {
        var batches = UpdateBatches()
        var results: [Bool] = [batches.end("a")]

        for owner in ["a", "a", "b"] { results.append(batches.begin(owner)) }
        for _ in 0..<3 { results.append(batches.end("a")) }
        #expect(results == [false, true, true, true, false, false, false])
        #expect(batches.isOpen && !batches.isOpen(of: "a"))
        results = [batches.begin("b"), batches.endAll(of: "c"), batches.endAll(of: "b"), batches.endAll(of: "b")]

        #expect(results == [true, false, true, false])
        #expect(!batches.isOpen)
    }

    @Test("One owner opens 64 batches in each other at most")
    func depth() {
        var batches = UpdateBatches()

        let results = (0...UpdateBatches.deepest).map { _ in batches.begin("a") }
        let other = batches.begin("b")

        #expect(results == [Bool](repeating: true, count: UpdateBatches.deepest) + [false])
        #expect(other)
    }

    @Test("An end without a beginning does nothing, and a batch of somebody who has gone ends")
    @MediaActor
    func owners() async throws {
        let manager = ContentManager(source: FakeContentSource(), resolver: FakeMediaResolver())
        var ends = 0
        manager.onUpdate = { if $0 == .batchEnded { ends += 1 } }

        manager.endUpdates()
        #expect(ends == 0)
        try manager.beginUpdates(for: "a")
        try manager.beginUpdates(for: "a")
        try manager.beginUpdates()
        manager.endUpdates()
        #expect(ends == 0 && manager.updates.areHeld)
        manager.clientLeft("a")

        #expect(ends == 1 && !manager.updates.areHeld)
        for _ in 0..<UpdateBatches.deepest { try manager.beginUpdates(for: "a") }
        #expect(throws: ContentError.self) { try manager.beginUpdates(for: "a") }
        manager.clientLeft("a")
    }

    @Test("A list that was seen unchanged at a later revision is known from there on, too")
    func revisions() {
        let entry = {
            ContentListDifference.Entry(identifier: ContentIdentifier(kind: .track, key: $0), fingerprint: 0)
        }
        var watch = ContentWatch([entry("a")], at: ContentTree.Revision(1))

        let outcomes = [
            watch.update([entry("a")], at: ContentTree.Revision(4)), watch.update([], at: ContentTree.Revision(2)),
        ]
        #expect(outcomes == [.same, .same])
        guard case .different = watch.update([entry("b")], at: ContentTree.Revision(6)) else {
            Issue.record("nothing differs")
            return
        }

        for (revision, isKnown) in [(1, true), (2, false), (4, true), (5, false)] {
            let difference = watch.difference(since: ContentTree.Revision(UInt64(revision)))
            #expect((difference != nil) == isKnown)
            if isKnown { #expect(difference?.applied(to: [entry("a").identifier]) == [entry("b").identifier]) }
        }
        watch.mustReload = true
        let outcome = watch.update([entry("b")], at: ContentTree.Revision(6))
        #expect(outcome == .reload)
        #expect(watch.difference(since: ContentTree.Revision(4)) == nil)
    }
}
