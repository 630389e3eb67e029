// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

@Suite("oncue-mpd and the daemon", .timeLimit(.minutes(3)))
struct MPDServerTests {
    @Test("Clients that ask at the same time all see the queue as it is")
    func sameTime() async throws {
        let stage = try await MPDStage()
        let first = try await stage.talk()
        let lines = Array(repeating: "add \"\"", count: 60).joined(separator: "\n")
        #expect(try await first.ask("command_list_begin\n\(lines)\ncommand_list_end") == ["OK"])
        var clients: [MPDTalk] = []
        for _ in 0..<8 { clients.append(try await stage.talk()) }
        try await stage.machine.done("queue", "add", "Night Crossing")
        let total = try #require(try await stage.machine.json("queue")["total"]?.intValue)
        #expect(total > 660)

        for client in clients { try await client.send("status") }

        for client in clients { #expect(try await client.reply().contains("playlistlength: \(total)")) }
    }
}
