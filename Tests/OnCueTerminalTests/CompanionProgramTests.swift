// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueClient
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("A program beside the daemon")
struct CompanionProgramTests {
    @Test("One that says why it does not run has ended by then, and no longer appears to be running")
    func failure() throws {
        let directory = try TemporaryDirectory()
        // It runs until its input has ended.
        let script = """
            #!/bin/sh
            echo '{"fault": "busy", "process": '$$'}'
            cat > /dev/null

            """
        let path = try directory.write("program", script.utf8)
        #expect(chmod(path, 0o700) == 0)
        let folder = try #require(ClientEnvironment.programFolder())
        let root = String(repeating: "../", count: folder.split(separator: "/").count)

        let line = try CompanionProgram(root + path).startApart(["serve"])

        let answer = try JSONValue(parsing: line)
        #expect(answer["fault"] == "busy")
        let process = try #require(answer["process"]?.intValue)
        #expect(kill(pid_t(process), 0) == -1 && errno == ESRCH)
    }
}
