// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue output, for rooms")
struct RoomCommandTests {
    private static let rooms = [
        Room(identifier: "s/k", title: "Kitchen", isPlaying: true, volume: 0.6, group: "a", output: "s/o"),
        Room(
            identifier: "s/b", title: "Bath room", isPlaying: true, volume: 1, isMuted: true, group: "a", output: "s/o"),
        Room(identifier: "s/h", title: "Hall", isConnected: false, volume: 0.05, group: "b", output: "s/o"),
    ]

    private func session(_ rooms: [Room] = rooms) -> Session {
        Session { $0.rooms = rooms }
    }

    @Test("lists rooms with their volumes, their groups, and where OnCue is heard")
    func lists() async {
        let session = session()

        await session.run("output", "rooms")

        #expect(
            session.data.lines == [
                "▶  1  Kitchen      60%  A",
                "▶  2  Bath room  muted  A",
                "   3  Hall          5%     not connected",
            ])
    }

    @Test("says so where there is no server")
    func none() async {
        let session = session([])

        await session.run("output", "rooms")

        #expect(session.data.lines.isEmpty)
        #expect(session.talk.text.contains("No Snapcast server"))
    }

    @Test(
        "changes a room that is named by a number, a name, a part of one or an identifier",
        arguments: [
            ("1", "40", "Kitchen: 40%"), ("kitchen", "+10", "Kitchen: 70%"), ("kit", "-70", "Kitchen: 0%"),
            ("s/b", "unmute", "Bath room: 100%"), ("BATH ROOM", "50", "Bath room: muted"),
            ("hall", "mute", "Hall: muted"),
        ])
    func changes(room: String, level: String, answer: String) async {
        let session = session()

        await session.run("output", "volume", room, level)

        #expect(session.talk.lines == [answer])
    }

    @Test("groups rooms and takes them apart, lets them play and leaves them")
    func groups() async {
        let session = session()

        var answers: [String] = []
        for words in [["group", "hall", "kitchen"], ["ungroup", "hall"], ["join", "hall"], ["leave", "hall"]] {
            await session.run(["output"] + words)
            answers += session.talk.lines
        }

        #expect(
            answers == [
                "Hall, Kitchen play the same", "Hall plays by itself", "Hall plays what OnCue sends",
                "Hall plays something else",
            ])
        #expect(
            session.service.calls.filter { $0 != "rooms" } == ["group s/h s/k", "group s/h", "room s/h", "room s/h"])
    }

    @Test(
        "says what is wrong with words that mean no room, several, or no volume",
        arguments: [
            (["volume", "attic", "1"], "there is no such room"), (["volume", "k", "1"], "Kitchen"),
            (["volume", "h", "1"], "matches several rooms: \"Kitchen\", \"Bath room\", \"Hall\""),
            (["volume", "1", "loud"], "0 to 100"), (["group", "1", "attic"], "there is no such room"),
            (["volume", "4", "1"], "there is no such room"),
        ])
    func wrong(words: [String], answer: String) async {
        let session = session()

        await session.run(["output"] + words)

        #expect(session.talk.text.contains(answer), "\(session.talk.text)")
    }
}
