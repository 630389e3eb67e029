// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@testable import SubsonicLibrary

@Suite("The file in which the program says how its servers are")
struct StateFileTests {
    @Test("All that can be pinned of all servers can be said, and less afterwards")
    func large() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("subsonic.lock")
        let title = String(repeating: "x", count: 1000)
        let pins = JSONValue.array(
            (0..<SubsonicFiles.mostPins).map { ["identifier": .string("song:\($0)"), "title": .string(title)] })
        let state = JSONValue.object((0..<SubsonicFiles.mostServers).map { .init("server_\($0)", ["pins": pins]) })
        let file = try #require(StateFile(taking: path))
        let reader = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }

        file.say(state)
        #expect(state.text().utf8.count > 3 << 20)
        #expect(StateFile.said(in: reader) == state)
        file.say(["servers": .object([])])
        #expect(StateFile.said(in: reader) == ["servers": .object([])])
    }
}
