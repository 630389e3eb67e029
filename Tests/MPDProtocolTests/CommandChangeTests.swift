// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MPDProtocol
import Testing

@Suite("Commands of MPD that change nothing")
struct CommandChangeTests {
    @Test(
        "Whether a command changes something is not a matter of its permission alone",
        arguments: [
            ("status", true), ("ping", true), ("idle", true), ("play", false), ("setvol 3", false), ("update", false),
            ("config", true), ("sticker get song a rating", true), ("sticker list song a", true),
            ("sticker find song \"\" rating", true), ("sticker set song a rating 3", false),
            ("sticker delete song a rating", false), ("sticker what song a", false), ("enableoutput 0", false),
        ])
    func changes(line: String, changesNothing: Bool) throws {
        let request = try RequestLine(Array(line.utf8)[...])

        #expect(try CommandRule.rule(for: request).changesNothing(request) == changesNothing)
    }
}
