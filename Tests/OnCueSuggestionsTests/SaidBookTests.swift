// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueSuggestions
import Testing

@Suite("What the person has said of items")
struct SaidBookTests {
    private static let headphones = Trigger(id: 1, kind: .headphones, device: TriggerStage.headset)
    private static let arrival = Trigger(id: 2, kind: .arrival, name: "Home")

    @Test("Never here is never for this device or place alone")
    func neverHere() {
        var said = SaidBook()
        said.refuse("a", for: Self.headphones)
        said.refuse("b", for: Self.arrival)
        #expect(said.excludes("a", for: Self.headphones))
        #expect(!said.excludes("a", for: Self.arrival))
        #expect(said.excludes("b", for: Trigger(id: 9, kind: .arrival, name: "home")))
        #expect(!said.excludes("b", for: nil))
    }

    @Test("Never is never, until it is pinned or forgotten")
    func never() {
        var said = SaidBook()
        said.refuse("a")
        #expect(said.excludes("a", for: nil) && said.excludes("a", for: Self.headphones))
        expect(said.setPinned("a", true), is: true)
        #expect(!said.excludes("a", for: nil))
        said.refuse("a")
        #expect(said.pinned.isEmpty)
        said.forget("a")
        #expect(!said.excludes("a", for: nil))
    }

    @Test("What a message pins takes the place of what one with its identifier has pinned, never of what the user has")
    func proposals() {
        var said = SaidBook()
        expect(said.setPinned("own", true), is: true)
        for item in ["own", "a", "a", "b"] { expect(said.propose(item, "evening"), is: true) }
        #expect(said.pinned == ["b", "own"])
        expect(said.propose("c", nil), is: true)
        expect(said.propose("d", "morning"), is: true)
        #expect(said.pinned == ["d", "c", "b", "own"])

        // The user pins it, too: it is theirs.
        expect(said.setPinned("b", true), is: true)
        expect(said.propose("e", "evening"), is: true)
        #expect(said.pinned == ["e", "b", "d", "c", "own"])
        // The user unpins it, and pins it later.
        expect(said.setPinned("e", false), is: true)
        #expect(said.proposals.map(\.item) == ["d"])
    }

    @Test("Pins of messages are kept, and a book of an earlier version has none")
    func kept() throws {
        var said = SaidBook()
        expect(said.propose("a", "evening"), is: true)
        expect(try JSONDecoder().decode(SaidBook.self, from: JSONEncoder().encode(said)), is: said)

        let old = #"{"pinned":["a"],"never":["b"],"neverHere":{}}"#
        let read = try JSONDecoder().decode(SaidBook.self, from: Data(old.utf8))
        #expect(read.pinned == ["a"] && read.never == ["b"] && read.proposals.isEmpty)
    }

    @Test("What is pinned last comes first, once")
    func pinned() {
        var said = SaidBook()
        for item in ["a", "b", "a"] { expect(said.setPinned(item, true), is: true) }
        #expect(said.pinned == ["a", "b"])
        expect(said.setPinned("a", false), is: true)
        #expect(said.pinned == ["b"])
    }
}
