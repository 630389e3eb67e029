// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import SnapcastControl
import Testing

@Suite("The rooms of a Snapcast server")
struct SnapcastRoomsTests {
    private func status() throws -> SnapcastStatus { try SnapcastStatusTests.status() }

    @Test("are its clients, in the order of their names, with the volume that is heard")
    func rooms() throws {
        let rooms = try status().rooms(prefix: "s/", stream: "OnCue")

        #expect(rooms.map(\.identifier) == ["s/room1", "s/room2#2"])
        #expect(
            rooms[0] == Room(identifier: "s/room1", title: "Kitchen", isPlaying: true, group: "s/g1", output: "s/OnCue")
        )
        #expect(rooms[1].isMuted && !rooms[1].isPlaying && !rooms[1].isConnected && rooms[1].volume == 0.4)
        #expect(rooms[1].groupTitle == "Upstairs")
    }

    @Test("are told apart where several have the same name")
    func sameName() throws {
        var status = try status()
        status.groups[1].clients[0].title = "Kitchen"

        let rooms = status.rooms(prefix: "", stream: "OnCue")

        #expect(rooms.map(\.title) == ["Kitchen (room1)", "Kitchen (room2#2)"])
    }

    @Test("are changed by calls for what differs only")
    func changes() throws {
        let status = try status()
        func calls(_ change: RoomChange, _ client: String = "room1") throws -> [SnapcastCall] {
            try status.calls(for: change, client: client, stream: "OnCue")
        }

        #expect(try calls(RoomChange()) == [])
        #expect(try calls(RoomChange(volume: 1, isMuted: false, isPlaying: true)) == [])
        #expect(try calls(RoomChange(volume: 0.333)) == [.setVolume(client: "room1", percent: 33, isMuted: false)])
        #expect(
            try calls(RoomChange(isMuted: false), "room2#2")
                == [.setVolume(client: "room2#2", percent: 40, isMuted: false), .setMuted(group: "g2", false)])
        #expect(try calls(RoomChange(isPlaying: true), "room2#2") == [.setStream(group: "g2", stream: "OnCue")])
        #expect(try calls(RoomChange(isPlaying: false)) == [.setStream(group: "g1", stream: "default")])
        #expect(throws: RoomError.self) { try calls(RoomChange(volume: 1), "nobody") }
    }

    @Test("cannot be left to something else where there is nothing else")
    func nothingElse() throws {
        var status = try status()
        status.streams.removeLast()

        let error = #expect(throws: RoomError.self) {
            try status.calls(for: RoomChange(isPlaying: false), client: "room1", stream: "OnCue")
        }

        #expect(error?.code == .refused)
    }

    @Test("become a group of exactly those that are named")
    func groups() throws {
        var status = try status()
        #expect(
            try status.calls(toGroup: ["room1", "room2#2"]) == [.setClients(group: "g1", ["room1", "room2#2"])])
        #expect(try status.calls(toGroup: ["room1"]) == [])
        #expect(try status.calls(toGroup: []) == [])
        #expect(throws: RoomError.self) { try status.calls(toGroup: ["room1", "nobody"]) }

        let bath = status.groups[1].clients.removeLast()
        status.groups[0].clients.append(bath)
        #expect(try status.calls(toGroup: ["room1"]) == [.setClients(group: "g1", ["room2#2"])])
        #expect(try status.calls(toGroup: ["room2#2", "room1"]) == [])
    }

    @Test("are made to hear what is sent if none does and they hear nothing else")
    func hear() throws {
        var status = try status()
        #expect(status.calls(toHear: "OnCue") == [])
        #expect(status.calls(toHear: "nothing") == [])

        status.groups[0].stream = "gone"
        #expect(status.calls(toHear: "OnCue") == [.setStream(group: "g1", stream: "OnCue")])
    }
}
