// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Lists of chapters")
struct ChapterListTests {
    private let list = ChapterList([
        Chapter(start: .seconds(60), title: "Two"), Chapter(start: .seconds(10), title: "One"),
        Chapter(start: .seconds(60), title: "Two again"), Chapter(start: .seconds(-1), title: "Never"),
        Chapter(start: .seconds(120), title: ""),
    ])

    @Test("chapters are in order, each beginning once, and all have names")
    func order() {
        #expect(list.chapters.map(\.title) == ["One", "Two", "Chapter 3"])
    }

    @Test("the chapter at a position is the last that has begun")
    func index() {
        #expect(list.index(at: .seconds(9)) == nil)
        #expect(list.index(at: .seconds(10)) == 0)
        #expect(list.index(at: .seconds(59.9)) == 0)
        #expect(list.index(at: .seconds(60)) == 1)
        #expect(list.index(at: .seconds(9999)) == 2)
    }

    @Test("the next boundary is behind the position")
    func boundary() {
        #expect(list.boundary(after: .zero) == .seconds(10))
        #expect(list.boundary(after: .seconds(10)) == .seconds(60))
        #expect(list.boundary(after: .seconds(120)) == nil)
        #expect(ChapterList().boundary(after: .zero) == nil)
    }

    @Test("a chapter ends where the next begins, the last one with the medium")
    func end() {
        #expect(list.end(of: 0, in: nil) == .seconds(60))
        #expect(list.end(of: 2, in: .seconds(300)) == .seconds(300))
        #expect(list.end(of: 2, in: nil) == nil)
    }

    @Test("previous leads to the beginning of the chapter, and just behind it to the one before")
    func previous() {
        #expect(list.previousStart(from: .seconds(70)) == .seconds(60))
        #expect(list.previousStart(from: .seconds(63)) == .seconds(10))
        #expect(list.previousStart(from: .seconds(11)) == .seconds(10))
        #expect(list.previousStart(from: .seconds(5)) == .zero)
    }
}
