// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("What the queue was filled from")
struct ContextTests {
    private static let album = PlaybackContext(
        identifier: ContentIdentifier(kind: .album, key: "blue"), title: "Blue", count: 3)

    private func rig(shuffled: ShuffleMode? = nil) throws -> Rig {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...3), startingAt: 1, shuffled: shuffled, from: Self.album))
        rig.startLoaded()
        return rig
    }

    /// The titles in the order of the queue, each with its number in the context.
    private func numbers(_ rig: Rig) -> [String: Int?] {
        Dictionary(uniqueKeysWithValues: rig.machine.queue.entries.map { ($0.track.title, $0.contextNumber) })
    }

    private static let all: [String: Int?] = ["Track 1": 1, "Track 2": 2, "Track 3": 3]

    @Test("is known with it, and each entry has its number, whichever plays first")
    func play() throws {
        let rig = try rig()
        #expect(rig.machine.snapshot.context == Self.album)
        #expect(rig.machine.snapshot.entry?.contextNumber == 2)
        #expect(numbers(rig) == Self.all)
    }

    @Test("stays what it was when entries are moved and played in random order")
    func orders() throws {
        var rig = try rig(shuffled: .tracks)
        #expect(numbers(rig) == Self.all)
        let last = try #require(rig.machine.queue.entries.last)
        try rig.perform(.moveEntry(last.id, to: 0))
        try rig.perform(.setShuffleMode(.off))
        try rig.perform(.removeEntry(try #require(rig.machine.queue.entries.last).id))
        #expect(rig.machine.queue.entries.map(\.contextNumber) == [3, 1])
        #expect(rig.machine.queue.context == Self.album)
    }

    @Test("has no number for what is added later", arguments: [PlaybackQueue.Placement.next, .last])
    func added(placement: PlaybackQueue.Placement) throws {
        var rig = try rig()
        try rig.perform(.enqueue([.numbered(9)], at: placement, shuffled: false))
        #expect(numbers(rig) == Self.all.merging(["Track 9": nil]) { $1 })
    }

    @Test("is gone when something else is played or all is taken out, and comes back when that is undone")
    func replaced() throws {
        var rig = try rig()
        for command in [PlaybackCommand.play([.numbered(9)], startingAt: 0, shuffled: nil), .clearQueue] {
            try rig.perform(command)
            #expect(rig.machine.queue.context == nil)
            #expect(!rig.machine.queue.entries.contains { $0.contextNumber != nil })
            try rig.perform(.undo)
            #expect(rig.machine.queue.context == Self.album)
            #expect(numbers(rig) == Self.all)
        }
    }

    @Test("has no numbers where it is larger than what is played of it at once")
    func cut() throws {
        var rig = Rig()
        let part = PlaybackContext(identifier: Self.album.identifier, title: "Blue")
        try rig.perform(.play(Track.numbered(1...3), startingAt: 0, shuffled: nil, from: part))
        #expect(rig.machine.snapshot.context == part)
        #expect(rig.machine.snapshot.entry?.contextNumber == nil)
    }

    @Test("has the new title when it gets one, which is saved; another thing's title changes nothing")
    func retitled() throws {
        var rig = try rig()
        let (album, other) = (try #require(Self.album.identifier), ContentIdentifier(kind: .album, key: "green"))
        let revision = rig.machine.snapshot.queueRevision

        #expect(rig.machine.noteTitle("Green", of: other) == [])
        #expect(rig.machine.noteTitle("Blue", of: album) == [])
        #expect(rig.machine.snapshot.queueRevision == revision)
        #expect(rig.machine.noteTitle("Blues", of: album) == [.saveSession])

        #expect(rig.machine.snapshot.context == PlaybackContext(identifier: album, title: "Blues", count: 3))
        #expect(rig.machine.snapshot.queueRevision != revision)
        #expect(numbers(rig) == Self.all)
        #expect(Rig(rig.machine.session(at: rig.now)).machine.snapshot.context?.title == "Blues")
    }

    @Test("survives a restart")
    func restart() throws {
        var rig = try rig()
        try rig.perform(.enqueue([.numbered(9)], at: .last, shuffled: false))
        let again = Rig(rig.machine.session(at: rig.now))
        #expect(again.machine.snapshot.context == Self.album)
        #expect(numbers(again) == numbers(rig))
    }
}
