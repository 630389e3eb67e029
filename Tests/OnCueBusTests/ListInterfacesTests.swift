// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// What clients of this project do not use or cannot see; ``ServiceContractTests`` has the rest.
@Suite("Playlists and stations on the bus")
@MediaActor
struct ListInterfacesTests {
    @Test("The format of a playlist and the address of a station are kept")
    func values() async throws {
        let rig = try await ServiceRig()

        try await rig.call("Create", of: ServiceNames.playlists, [.string("Mix"), .string("")])
        try await rig.call("Create", of: ServiceNames.playlists, [.string("X"), .string("xspf")])
        try await rig.call("Add", of: ServiceNames.radio, [.string("Jazz"), .string("http://h/x")])

        #expect(rig.lists.calls == ["create Mix m3u8", "create X xspf", "station Jazz http://h/x"])
    }

    @Test("A playlist that plays and is renamed has its new title where it is told what plays")
    func renamedWhilePlaying() async throws {
        let rig = try await ServiceRig()
        try await rig.call("Create", of: ServiceNames.playlists, [.string("Mix"), .string("")])
        try await rig.call(
            "Add", of: ServiceNames.playlists, [.string("playlist:mix"), .string("album:blue"), .int32(-1)])
        try await rig.call("Play", of: ServiceNames.playback, [.string("playlist:mix"), .dictionary([:])])
        #expect(rig.controller.snapshot.context?.title == "Mix")

        try await rig.call("Rename", of: ServiceNames.playlists, [.string("playlist:mix"), .string("Night")])

        #expect(rig.controller.snapshot.context?.title == "Night")
        #expect(rig.controller.snapshot.context?.identifier?.description == "playlist:mix")
    }

    @Test("A single place can be added to a playlist that there is")
    func add() async throws {
        let rig = try await ServiceRig()
        try await rig.call("Create", of: ServiceNames.playlists, [.string("Mix"), .string("")])
        func add(to playlist: String) async throws -> [BusValue] {
            try await rig.call(
                "Add", of: ServiceNames.playlists, [.string(playlist), .string("album:blue"), .int32(-1)])
        }

        #expect(try await add(to: "playlist:mix") == [.uint32(2)])
        let error = await rig.failure { _ = try await add(to: "playlist:none") }

        #expect(error?.name == ServiceNames.errorPrefix + "NotFound")
        #expect(rig.lists.calls == ["create Mix m3u8", "add 2 playlist:mix end"])
    }
}
