// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("Playback that moves between machines")
struct HandoffTests {
    private func taken(
        _ tracks: [Track], current: Int = 0, missing: Set<Int> = [], _ change: (inout HandedQueue) -> Void = { _ in }
    ) -> TakenQueue {
        var queue = HandedQueue(
            machine: "desk", entries: tracks.map { HandedEntry($0) }, current: current, position: .seconds(70))
        change(&queue)
        return TakenQueue(queue, tracks: tracks, missing: missing, current: current)
    }

    @Test("A queue is taken over paused, at its position, with its order and modes")
    func takeOver() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(
            .takeOver(
                taken(Track.numbered(11...13), current: 1) {
                    ($0.repeatMode, $0.shuffleMode, $0.order) = (.all, .tracks, [2, 1, 0])
                    ($0.context, $0.contextCount, $0.entries[1].number) = ("Album", 12, 7)
                }))

        #expect(rig.loads.map(\.position) == [.seconds(70)])
        #expect(rig.loads.map(\.playing) == [false])
        #expect(rig.title == "Track 12" && rig.machine.status == .paused)
        #expect(rig.machine.snapshot.repeatMode == .all && rig.machine.snapshot.shuffleMode == .tracks)
        #expect(rig.machine.snapshot.next?.track.title == "Track 11")
        #expect(rig.machine.queue.context == PlaybackContext(title: "Album", count: 12))
        #expect(rig.machine.snapshot.entry?.contextNumber == 7)
        #expect(rig.actions.contains(.saveSession))
    }

    @Test("Until it is used, the former queue is what is saved, so that a crash loses nothing")
    func former() throws {
        var rig = try Rig(playing: 2)
        rig.advance(.seconds(9))
        let before = rig.machine.session(at: rig.now)
        try rig.perform(.takeOver(taken(Track.numbered(11...13))))
        rig.advance(.seconds(30))
        #expect(rig.machine.session(at: rig.now) == before)
        try rig.perform(.takeOver(taken(Track.numbered(21...22))))
        #expect(rig.machine.session(at: rig.now) == before, "also when another one comes")

        try rig.perform(.resume)
        #expect(rig.machine.session(at: rig.now).entries.map(\.track.title) == ["Track 21", "Track 22"])
        #expect(rig.actions.contains(.saveSession))
    }

    @Test("What is not here is shown and skipped, but tried when a person wants it")
    func missing() throws {
        var rig = Rig()
        try rig.perform(.takeOver(taken(Track.numbered(1...3), missing: [1])))
        #expect(rig.machine.queue.entries.map(\.track.title) == ["Track 1", "Track 2", "Track 3"])
        #expect(rig.machine.snapshot.next?.track.title == "Track 3")
        try rig.perform(.playEntry(rig.machine.queue.entries[1].id))
        #expect(rig.title == "Track 2")
    }

    @Test("Undoing it brings the former queue back with its modes, where it stood", arguments: [0, 3])
    func undoTakeOver(count: Int) throws {
        var rig = count > 0 ? try Rig(playing: count) : Rig()
        try rig.perform(.setRepeatMode(.one))
        rig.advance(.seconds(9))
        let before = rig.machine.queue
        try rig.perform(.takeOver(taken(Track.numbered(11...13)) { $0.repeatMode = .all }))
        #expect(rig.machine.undoableEdits.first?.edit == ListEdit(.takeOver, title: "Track 11", count: 3))

        try rig.perform(.undo)

        #expect(rig.machine.queue.entries == before.entries && rig.machine.snapshot.repeatMode == .one)
        #expect(rig.position == (count > 0 ? .seconds(9) : .zero))
        try rig.perform(.redo)
        #expect(rig.machine.queue.entries.map(\.track.title) == ["Track 11", "Track 12", "Track 13"])
    }

    @Test("What rested before a queue was taken over rests again when that is undone while it plays")
    func undoPlayingTakeOver() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.pause)
        try rig.perform(.takeOver(taken(Track.numbered(11...13))))
        try rig.perform(.resume)
        #expect(rig.title == "Track 11" && rig.machine.status == .playing)

        try rig.perform(.undo)

        #expect(rig.title == "Track 1" && rig.machine.status == .paused)
    }

    @Test("What a call had silenced plays again when taking over is undone")
    func undoTakeOverInCall() throws {
        var rig = try Rig(playing: 2)
        _ = rig.machine.interrupt(by: .call, now: rig.now)
        try rig.perform(.takeOver(taken(Track.numbered(11...13))))
        try rig.perform(.resume)

        try rig.perform(.undo)

        #expect(rig.title == "Track 1" && rig.machine.status == .playing)
    }

    @Test("An empty queue is refused, and nothing has changed")
    func nothing() throws {
        var rig = try Rig(playing: 2)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.takeOver(taken([]))) }
        #expect(rig.machine.status == .playing && rig.machine.undoableEdits.isEmpty)
    }

    @Test("Handing over pauses; undoing that plays on")
    func handOver() throws {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(20))
        try rig.perform(.handOver)
        #expect(rig.machine.status == .paused && rig.position == .seconds(20))
        #expect(rig.machine.undoableEdits.first?.edit == ListEdit(.handOver, title: "Track 1", count: 3))

        try rig.perform(.undo)

        #expect(rig.machine.status == .playing && rig.loads.map(\.position) == [.seconds(20)])
    }

    @Test("What was paused stays paused when handing it over is undone")
    func handOverPaused() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.pause)
        try rig.perform(.handOver)
        try rig.perform(.undo)
        #expect(rig.machine.status == .paused)
    }

    @Test("A call that ends does not bring back what was handed over meanwhile")
    func call() throws {
        var rig = try Rig(playing: 3)
        _ = rig.machine.interrupt(by: .call, now: rig.now)
        try rig.perform(.handOver)
        let actions = rig.machine.endInterruption(.call, now: rig.now)
        #expect(actions.isEmpty && rig.machine.status == .paused)
        try rig.perform(.undo)
        #expect(rig.machine.status == .playing, "it was meant to play")
    }

    @Test("An empty queue cannot be handed over")
    func handOverNothing() {
        var rig = Rig()
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.handOver) }
    }

    // MARK: Values

    @Test("Of a long queue, what plays next goes along, and a little of what was")
    func window() {
        #expect(HandedQueue.window(count: 3, current: 2, order: []) == [0, 1, 2])
        #expect(HandedQueue.window(count: 5_000, current: 3_000, order: []) == Array(2_800..<3_800))
        #expect(HandedQueue.window(count: 5_000, current: 0, order: []) == Array(0..<1_000))
        #expect(HandedQueue.window(count: 5_000, current: 4_999, order: []) == Array(4_000..<5_000))
        let backwards = Array((0..<5_000).reversed())
        #expect(HandedQueue.window(count: 5_000, current: 3_000, order: backwards) == Array(2_201..<3_201))
    }

    @Test("A queue of another machine is brought within its bounds")
    func sound() {
        let entries = (0..<1_200).map { HandedEntry(title: "\($0)") }
        var queue = HandedQueue(machine: "desk", entries: entries, current: 1_100, position: .seconds(-1))
        (queue.rate, queue.order) = (.nan, [0, 0])
        let sound = queue.sound
        #expect(sound.entries.count == 1_000 && sound.current == 999 && sound.position == .zero)
        #expect(sound.rate == 1 && sound.order.isEmpty)
    }

    @Test("The same recording is known by its tags and its duration", arguments: [0, 2, -2, 3, -3])
    func resembles(difference: Int) {
        var here = Track.numbered(1)
        (here.artists, here.album) = (["Ada"], "Blue")
        var entry = HandedEntry(here)
        entry.duration = .seconds(180 + difference)
        (entry.title, entry.artists) = ("TRACK 1", ["ada"])
        #expect(entry.resembles(here) == (abs(difference) <= 2))
        entry.album = nil
        #expect(entry.resembles(here) == (abs(difference) <= 2))
        entry.artists = ["Bix"]
        #expect(!entry.resembles(here))
    }

    @Test("Another title, another album, an unknown duration are another recording")
    func others() {
        var here = Track.numbered(1)
        here.album = "Blue"
        for change: (inout HandedEntry) -> Void in [
            { $0.title = "Track 2" }, { $0.album = "Green" }, { $0.duration = nil },
            { $0.segment = MediaSegment(start: .seconds(1), end: nil) },
        ] {
            var entry = HandedEntry(here)
            change(&entry)
            #expect(!entry.resembles(here))
        }
    }

    @Test(
        "Addresses that mean the machine itself lead nowhere else",
        arguments: [
            ("http://radio.example/a", true), ("https://u@h:8/a?b", true), ("http://192.168.1.4/a", true),
            ("http://127.0.0.1:80/a", false), ("http://localhost/a", false), ("http://localhost:8000/a", false),
            ("http://u@[::1]/a", false), ("http://2130706433/a", false), ("http://0x7f000001/a", false),
            ("http://0177.0.0.1/a", false), ("http://127.1/a", false), ("http://0/a", false), ("http://[::]/a", false),
            ("http://[::ffff:7f00:1]/a", false), ("http://[0:0:0:0:0:0:0:1]/a", false), ("http://a.localhost/a", false),
            ("http://LOCALHOST./a", false), ("http://localhost.localdomain/a", false), ("http://0x7f.1/a", false),
            ("http://127.0.0.0xa/a", false),
            ("http://ip6-localhost:8080/a", false), ("http://IP6-LOOPBACK/a", false), ("http://localhost6/a", false),
            ("http://%6cocalhost/a", false), ("http://[fd00::2]:80/a", true), ("http://1live.example/a", true),
            ("http://4ad.be/a", true), ("http://10.0.0.1/a", true), ("file:///a", false), ("http:///a", false),
            ("nothing", false), ("http://169.254.169.254/a", false), ("http://169.253.1.1/a", true),
            ("http://[fe80::1%25eth0]/a", false), ("http://[FE80::1]/a", false), ("http://[febf::1]:80/a", false),
            ("http://[fec0::1]/a", true), ("http://[2001:db8:0:0:0:0:0:7]/a", true),
            ("http://[2001:db8::192.0.2.1]/a", true),
            ("http://[1:2:3:4:5:6:7]/a", false), ("http://[1::2::3]/a", false), ("http://[12345::1]/a", false),
            ("http://[+1::1]/a", false), ("http://[]/a", false),
        ])
    func addresses(address: String, isCommon: Bool) {
        var entry = HandedEntry(title: "x")
        entry.address = address
        #expect((entry.commonAddress(on: []) != nil) == isCommon)
    }

    @Test("The names of a machine mean it, too", arguments: ["vm", "VM.", "vm.local", "vm.example.org"])
    func ownNames(name: String) {
        var entry = HandedEntry(title: "x")
        entry.address = "http://\(name):8080/a"
        #expect(entry.commonAddress(on: ["vm", "vm.local", "vm.example.org"]) == nil)
        #expect(entry.commonAddress(on: ["desk"]) != nil)
    }

    @Test(
        "So do its addresses in its networks, in whatever form they are written",
        arguments: [
            ("192.168.1.5", false), ("192.168.1.5.", false), ("192.168.1.6", true), ("[fd00::5]", false),
            ("[FD00:0:0::5]", false), ("[fd00:0000:0:0:0:0:0:0005]", false), ("[fd00::0.0.0.5]", false),
            ("[fd00::6]", true), ("[::ffff:192.168.1.5]", false),
        ])
    func ownAddresses(host: String, isCommon: Bool) {
        var entry = HandedEntry(title: "x")
        entry.address = "http://\(host):8080/a"
        let own: Set = ["vm", "192.168.1.5", "fd00::5", "fe80::1%eth0"]
        #expect((entry.commonAddress(on: own) != nil) == isCommon)
    }

    @Test("A password stays on its machine")
    func password() throws {
        var track = Track.numbered(1)
        track.location = try #require(MediaLocation(uri: "http://ann:secret@h/a"))
        #expect(HandedEntry(track).address == nil)
        track.location = try #require(MediaLocation(uri: "http://h/a"))
        #expect(HandedEntry(track).address == "http://h/a")
    }
}
