// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import Testing

@testable import OnCueTerminal

@Suite("Names of saved covers")
struct ArtNameTests {
    @Test(
        "A cover is not written under the name of another kind of picture",
        arguments: [
            ("cover.png", "oncue art cover.jpg"), ("my cover.PNG", "oncue art \"my cover.jpg\""), ("cover.jpg", nil),
            ("cover.jpeg", nil), ("cover", nil),
        ])
    func kinds(name: String, advice: String?) async throws {
        let session = Session { $0.report = Samples.playing }
        session.makeFile("song one.flac")
        let file = try #require(fopen(session.folder + "/song one.flac", "w"))
        fwrite([0xFF, 0xD8, 0xFF] as [UInt8], 1, 3, file)
        fclose(file)
        session.service.change { $0.artwork = MediaLocation(filePath: Array((session.folder + "/song one.flac").utf8)) }
        defer { remove(session.folder + "/" + name) }

        let status = await session.run("art", name)

        #expect((status == .done) == (advice == nil))
        #expect((access(session.folder + "/" + name, F_OK) == 0) == (advice == nil))
        if let advice { #expect(session.talk.text.contains(advice)) }
    }
}
