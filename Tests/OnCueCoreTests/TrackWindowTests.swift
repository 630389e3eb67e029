// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("The part of the queue that is shown at once")
struct TrackWindowTests {
    private func queue(_ count: Int, current: Int = 0) -> PlaybackQueue {
        var queue = PlaybackQueue()
        queue.append((0..<count).map { Track.numbered($0) })
        queue.currentIndex = count == 0 ? nil : current
        return queue
    }

    private func numbers(_ window: TrackWindow) -> [UInt64] { window.entries.map(\.number) }

    @Test("A queue that fits is shown whole", arguments: [0, 1, 20])
    func small(count: Int) {
        var window = TrackWindow()

        #expect((window.update(queue(count)) == nil) == (count == 0))
        #expect(window.entries.count == count)
    }

    @Test("One entry that comes or goes is told as such, more as a new list")
    func changes() {
        var queue = queue(4)
        var window = TrackWindow()
        _ = window.update(queue)

        queue.append([.numbered(9)])
        #expect(window.update(queue) == .added(.init(5), after: .init(4)))
        queue.remove(.init(2))
        #expect(window.update(queue) == .removed(.init(2)))
        queue.move(.init(5), to: 0)
        #expect(window.update(queue) == .replaced)
        queue.remove(.init(1))
        queue.remove(.init(3))
        #expect(window.update(queue) == .replaced)
        #expect(window.update(queue) == nil)
        queue.clear()
        queue.append([.numbered(1)])
        #expect(window.update(queue) == .replaced)
    }

    @Test("One entry in front of all others comes behind none")
    func front() {
        var queue = queue(2)
        var window = TrackWindow()
        _ = window.update(queue)

        queue.append([.numbered(9)])
        queue.move(.init(3), to: 0)

        #expect(window.update(queue) == .added(.init(3), after: nil))
    }

    @Test("Of a long queue 20 are shown with the current one among them, wherever that is", arguments: [0, 7, 50, 99])
    func long(current: Int) {
        var window = TrackWindow()

        _ = window.update(queue(100, current: current))

        #expect(window.entries.count == 20)
        #expect(window.entries.contains(.init(UInt64(current) + 1)))
    }

    @Test("Going through a long queue moves it about once in ten tracks, and what comes next is in it")
    func moving() {
        var queue = queue(100)
        var window = TrackWindow()
        _ = window.update(queue)
        var moves = 0

        for index in 0..<100 {
            queue.currentIndex = index
            if window.update(queue) != nil { moves += 1 }
            #expect(numbers(window).contains(UInt64(index) + 1))
            if index < 99 { #expect(numbers(window).contains(UInt64(index) + 2)) }
        }

        #expect((6...10).contains(moves))
    }
}

@Suite("Shortened texts")
struct ShortenedTextTests {
    @Test("A text that fits stays, another ends with an ellipsis within the limit, whatever it is made of")
    func shortening() {
        #expect("abc".shortened(toBytes: 3) == "abc")
        #expect("abcdef".shortened(toBytes: 5) == "ab…")
        #expect("ééé".shortened(toBytes: 5) == "é…")
        let marks = "e" + String(repeating: "\u{301}", count: 1000)
        #expect(marks.shortened(toBytes: 64).utf8.count <= 64)
        #expect(String(repeating: "x", count: 1_000_000).shortened(toBytes: 512).utf8.count == 512)
    }

    @Test("A list keeps its first texts as far as they fit")
    func lists() {
        let names = (0..<300).map { "Artist \($0)" }

        let kept = names.bounded(toBytes: 1024, each: 256, count: 32)

        #expect(kept == Array(names.prefix(32)))
        #expect([String(repeating: "x", count: 5000)].bounded(toBytes: 1024, each: 256, count: 32)[0].utf8.count == 256)
        #expect([String]().bounded(toBytes: 10, each: 5, count: 3).isEmpty)
    }
}
