// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

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

    @Test("What is pinned last comes first, once")
    func pinned() {
        var said = SaidBook()
        for item in ["a", "b", "a"] { expect(said.setPinned(item, true), is: true) }
        #expect(said.pinned == ["a", "b"])
        expect(said.setPinned("a", false), is: true)
        #expect(said.pinned == ["b"])
    }
}
