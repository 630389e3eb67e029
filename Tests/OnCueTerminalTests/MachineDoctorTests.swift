// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue doctor, of everything")
struct MachineDoctorTests {
    // MARK: The command

    @Test("Each check is a line with what to do next, and one that failed is the exit status")
    func lines() async {
        let session = Session {
            $0.health = [
                HealthCheck("bus", .ok, "the session bus"),
                HealthCheck("formats.wma", .warning, "cannot play WMA", advice: "sudo apt install x"),
                HealthCheck("library.folder", .failed, "/a\u{1B}[2Jb is not there", advice: "bring /a\u{1B}[2J back"),
            ]
        }

        #expect(await session.run("doctor") == .failed)

        #expect(
            session.data.text.hasPrefix("ok       bus             the session bus\nwarning  formats.wma     cannot"))
        #expect(session.data.text.contains("next: sudo apt install x\n"))
        #expect(!session.data.text.contains("\u{1B}"))
        #expect(session.talk.text == "1 ok, 1 warning, 1 failed\n")
    }

    @Test("Warnings alone are no failure, and JSON has null where there is nothing to say")
    func json() async throws {
        let session = Session { $0.health = [HealthCheck("clock", .warning, "", advice: "")] }

        #expect(await session.run("doctor", "--json") == .done)

        #expect(
            try JSONValue(parsing: session.data.text)["items"]?[0]?.text(.compact)
                == #"{"name":"clock","verdict":"warning","detail":null,"advice":null}"#)
    }
}
