// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("The filter of the browser")
struct BrowserFilterTests {
    /// A long list of which a filter has been typed, and nothing answered.
    private func typed(_ text: String, rows: Int = 5000) -> (rig: BrowserRig, steps: [ListFetch]) {
        var rig = BrowserRig(rows: rows)
        var steps: [ListFetch] = []
        for letter in "/" + text {
            for case .fetch(let fetch) in rig.model.handle(.key(.character(letter))) { steps.append(fetch) }
        }
        return (rig, steps)
    }

    @Test("A key is answered at once: it asks for one page and waits for none")
    func oneStep() {
        let (rig, steps) = typed("album 49")
        #expect(steps.map(\.offset) == Array(repeating: 0, count: 8))
        #expect(rig.model.level.filter?.text == "album 49")
        #expect(rig.model.level.count == 0)
    }

    @Test("What is found of a text that was typed over does no harm")
    func late() {
        var (rig, steps) = typed("xy")
        rig.send(.filtered(steps[0], ListFilterStep(rig.listing(steps[0]), ListMatcher("album", round: 999))))
        #expect(rig.model.level.filter?.looked == 0)
        #expect(rig.effects.isEmpty)
    }

    @Test("Moving while a list is read asks for nothing twice")
    func once() {
        var rig = typed("album 4").rig
        let moves = rig.model.handle(.key(.down)) + rig.model.handle(.key(.down))
        #expect(!moves.contains { if case .fetch = $0 { true } else { false } })
    }

    @Test("Matches are shown as they are found")
    func streams() throws {
        var (rig, steps) = typed("album 49")
        let first = try #require(steps.last)
        let effects = rig.model.handle(rig.answer(first))
        #expect(rig.model.level.count == 20)
        #expect(rig.model.level.selection?.identifier == "album:49")
        #expect(effects.contains { if case .fetch(let next) = $0 { next.offset == 1000 } else { false } })
    }

    @Test("A longer text looks only at what the shorter one has found, and a letter taken back reads nothing")
    func narrows() {
        var rig = BrowserRig(rows: 1800)
        rig.type("4")
        let read = rig.fetched
        let found = rig.model.level.count
        rig.type("99")
        #expect(rig.model.level.filter?.matches.map(\.record.identifier).first == "album:499")
        #expect(rig.model.level.count == 2)
        rig.press(.backspace, .backspace)
        #expect(rig.model.level.count == found)
        #expect(rig.fetched == read)
    }

    @Test("A text that is not narrower reads the list from its beginning")
    func widens() {
        var rig = BrowserRig(rows: 3000)
        rig.type("album 7")
        let read = rig.fetched
        rig.press(.control("u"))
        rig.type("album 8")
        #expect(rig.fetched > read)
        #expect(rig.model.level.selection?.identifier == "album:8")
    }

    @Test("When the list changes, what was found stays in view until it has been read anew")
    func renews() {
        var rig = BrowserRig(rows: 2500)
        rig.type("album 12")
        rig.press(.down, .down, .down)
        #expect(rig.model.level.selection?.identifier == "album:121")
        let before = rig.model.level.count
        rig.rows["section:albums"] = 1250
        rig.revision = 18
        var waiting = rig.model.handle(.content(.library, token: 1, .reloaded))
        #expect(rig.model.level.count == before)
        while !waiting.isEmpty {
            let effects = waiting
            waiting = []
            for case .fetch(let fetch) in effects { waiting += rig.model.handle(rig.answer(fetch)) }
        }
        #expect(rig.model.level.count == (0..<1250).count { "\($0)".contains("12") })
        #expect(rig.model.level.selection?.identifier == "album:121")
    }

    @Test("What comes back from a container below is read anew with its filter")
    func comesBack() {
        var rig = BrowserRig(rows: 300)
        rig.type("album 29")
        rig.press(.right)
        rig.rows["section:albums"] = 295
        rig.press(.left)
        #expect(rig.model.level.filter?.text == "album 29")
        #expect(rig.model.level.count == (0..<295).count { "\($0)".contains("29") })
    }
}
