// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("org.oncue.Artwork1")
struct ArtworkInterfaceTests {
    @Test(
        "A size is made the next that is not smaller; 0 is the picture as it is",
        arguments: [(0, 0), (1, 128), (128, 128), (129, 256), (257, 512), (512, 512), (4_000_000_000, 512)])
    @MediaActor
    func sizes(_ wanted: Int, _ made: Int) async throws {
        let rig = try await ServiceRig()

        let answer = try await rig.call(
            "GetArtwork", of: "org.oncue.Artwork1", [.string("track:b1"), .uint32(UInt32(wanted))])

        #expect(answer == [.string("file:///cache/b1-\(made).png")])
    }

    @Test("Wrong places and arguments have named errors, and the service lives on")
    @MediaActor
    func wrong() async throws {
        let rig = try await ServiceRig()
        let own = ServiceNames.errorPrefix
        let cases: [([BusValue], String)] = [
            ([.string(""), .uint32(0)], own + "InvalidPlace"), ([.string("track:none"), .uint32(0)], own + "NotFound"),
            ([.string("no such thing"), .uint32(0)], own + "NothingMatches"),
            ([.string(String(repeating: "x", count: 1 << 20)), .uint32(0)], own + "InvalidValue"),
            ([.string("track:b1")], "org.freedesktop.DBus.Error.InvalidArgs"),
            ([.string("track:b1"), .int32(-1)], "org.freedesktop.DBus.Error.InvalidArgs"),
        ]

        for (arguments, name) in cases {
            let error = await rig.failure {
                try await rig.call("GetArtwork", of: "org.oncue.Artwork1", arguments)
            }
            #expect(error?.name == name)
        }
        #expect(
            try await rig.call("GetArtwork", of: "org.oncue.Artwork1", [.string("track:b1"), .uint32(0)]).count == 1)
    }
}
