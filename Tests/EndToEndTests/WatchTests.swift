// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueTestSupport
import Testing

@Suite("Containers that are watched from the terminal")
struct WatchTests {
    @Test("A file that comes and goes is told by browse --watch, across a restart of the daemon too")
    func liveChanges() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", seconds: 1)
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        let watch = try machine.startOncue(["browse", "--watch", "Tracks"].map { Array($0.utf8) })
        _ = try await watch.errors.waitForLine { $0.hasPrefix("Watching") }

        let path = try machine.writeMusic("b.wav", seconds: 1)[0]
        _ = try await watch.output.waitForLine { $0 == "+ b" }
        unlink(path)
        _ = try await watch.output.waitForLine { $0 == "- b" }
        daemon.send(SIGKILL)
        _ = try await watch.errors.waitForLine { $0.hasPrefix("oncued has quit") }
        try machine.writeMusic("c.wav", seconds: 1)
        _ = try await machine.startDaemon()
        _ = try await watch.output.waitForLine { $0 == "+ c" }

        watch.send(SIGINT)
        let ending = try await watch.ending()
        #expect(ending == .signal(SIGINT) || ending == .exit(130))
    }
}
