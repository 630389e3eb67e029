// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@Suite("Commands that wait", .timeLimit(.minutes(10)))
struct WaitingTests {
    private static func mute() throws -> HTTPServer {
        var answer = HTTPServer.Response()
        answer.isMute = true
        return try HTTPServer { [answer] _ in answer }
    }

    @Test("What is played from a server that never answers is waited for, and is an error in the end")
    func play() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        let server = try Self.mute()
        let terminal = try PseudoTerminal(width: 100, height: 24)
        let address = server.address + "/radio.mp3"
        let command = "exec '\(Products.program("oncue"))' play \(address) 2>&1"

        let process = try ChildProcess(
            "/bin/sh", words: ["-c", command].map { Array($0.utf8) },
            environment: machine.environment, directory: nil, terminal: terminal.programEnd)
        let ending = try await process.ending()
        let seen = try await terminal.recording()

        #expect(ending == .exit(1))
        #expect(seen.contains("Waiting for 127.0.0.1:\(server.port), at most 20 s\r\n"))
        #expect(seen.contains("oncue: \(address) did not answer within 20 s; check the address, or try again later"))
        #expect(!seen.contains("Playing"), "\(seen)")
    }

    @Test("A server that does not answer is named, before and after the time that it has, and the daemon is not blamed")
    func podcast() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        let server = try Self.mute()
        let terminal = try PseudoTerminal(width: 100, height: 24)
        let address = server.address + "/feed"
        let command = "exec '\(Products.program("oncue"))' podcast add \(address) 2>&1"

        let process = try ChildProcess(
            "/bin/sh", words: ["-c", command].map { Array($0.utf8) },
            environment: machine.environment, directory: nil, terminal: terminal.programEnd)
        async let other = machine.oncue("podcast", "add", server.address + "/other")
        try await machine.done("status")
        let ending = try await process.ending()
        let piped = try await other
        let seen = try await terminal.recording()

        #expect(ending == .exit(1))
        #expect(seen.contains("Waiting for 127.0.0.1:\(server.port), at most 20 s\r\n"))
        #expect(
            seen.contains(
                "oncue: cannot subscribe: \(address) did not answer within 20 s; "
                    + "check the address, or try again later"))
        #expect(!seen.contains("oncued"))
        #expect(piped.status == 1)
        #expect(!piped.errors.contains("Waiting"), "nobody watches a pipe")
    }
}
