// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Playlists and stations on the bus")
@MediaActor
struct ListInterfacesTests {
    @Test("Playlists are made, in a format that can be named")
    func create() async throws {
        let rig = try await ServiceRig()

        let answer = try await rig.call("Create", of: ServiceNames.playlists, [.string("Mix"), .string("")])
        try await rig.call("Create", of: ServiceNames.playlists, [.string("X"), .string("xspf")])
        let format = await rig.failure {
            try await rig.call("Create", of: ServiceNames.playlists, [.string("Y"), .string("pls")])
        }
        let name = await rig.failure {
            try await rig.call("Create", of: ServiceNames.playlists, [.string(""), .string("")])
        }

        #expect(answer == [.string("playlist:made")])
        #expect(rig.lists.calls == ["create Mix m3u8", "create X xspf"])
        #expect(format?.name == ServiceNames.errorPrefix + "InvalidValue")
        #expect(name?.name == ServiceNames.errorPrefix + "Refused")
    }

    @Test("The queue is kept as a playlist; an empty one is not")
    func saveQueue() async throws {
        let rig = try await ServiceRig()
        let empty = await rig.failure { try await rig.call("SaveQueue", of: ServiceNames.playlists, [.string("Q")]) }
        try await rig.play()

        let answer = try await rig.call("SaveQueue", of: ServiceNames.playlists, [.string("Q")])

        #expect(empty?.name == ServiceNames.errorPrefix + "NotPlayable")
        #expect(answer == [.string("playlist:made"), .uint32(2)])
        #expect(rig.lists.calls == ["create Q m3u8", "add 2 playlist:made end"])
    }

    @Test("What is no playlist or station is not found, and nothing is changed")
    func unknown() async throws {
        let rig = try await ServiceRig()
        let calls: [(String, String, [BusValue])] = [
            ("Delete", ServiceNames.playlists, [.string("album:blue")]),
            ("Rename", ServiceNames.playlists, [.string("no such"), .string("x")]),
            ("Add", ServiceNames.playlists, [.string("playlist:none"), .string("album:blue"), .int32(-1)]),
            ("Remove", ServiceNames.playlists, [.string("/9/9"), .uint32(0), .uint32(1)]),
            ("Move", ServiceNames.playlists, [.string("Blue"), .uint32(0), .uint32(1)]),
            ("Remove", ServiceNames.radio, [.string("album:blue")]),
            ("Rename", ServiceNames.radio, [.string("station:none"), .string("x")]),
        ]

        for (member, interface, arguments) in calls {
            let error = await rig.failure { try await rig.call(member, of: interface, arguments) }
            #expect(error?.name == ServiceNames.errorPrefix + "NotFound", "\(member)")
        }
        #expect(rig.lists.calls.isEmpty)
    }

    @Test("Stations are added by an address")
    func stations() async throws {
        let rig = try await ServiceRig()

        let answer = try await rig.call("Add", of: ServiceNames.radio, [.string("Jazz"), .string("http://h/x")])
        let error = await rig.failure {
            try await rig.call("Add", of: ServiceNames.radio, [.string("Jazz"), .string("no address")])
        }

        #expect(answer == [.string("station:made")])
        #expect(rig.lists.calls == ["station Jazz http://h/x"])
        #expect(error?.name == ServiceNames.errorPrefix + "InvalidValue")
    }
}
