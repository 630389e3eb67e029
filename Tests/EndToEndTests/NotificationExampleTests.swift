// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The example of a program with notifications, and the real daemon", .timeLimit(.minutes(5)))
struct NotificationExampleTests {
    private let name = "org.example.PythonBackup"
    private let program = Products.source + "/Examples/python-notifications/backup.py"

    @Test("A program completes what is shown, and is started by the answer, which it gets once, also after kill -9")
    func startedByAnswer() async throws {
        let home = try TemporaryDirectory()
        // The bus ends when it is released.
        let (machine, bus) = try await Machine.starting(program, named: name, in: home)
        var daemon = try await machine.startDaemon()
        let log = home.file("backup.log")
        func tell() async throws {
            let told = try await ChildProcess.run(program, ["--done"], environment: machine.environment)
            #expect(told.status == 0, "\(told.errors)")
        }

        try await tell()
        let shown = try await machine.done("notifications", "show", "today")
        #expect(shown.contains("The backup is done") && shown.contains("note TEXT (Note)"), "\(shown)")
        try await machine.done("notifications", "answer", "today", "note", "Keep", "it")
        try await waitUntil("the answer is handled") { (try? Machine.text(of: log)) == "note blue Keep it\n" }

        // Shown as it may be now, it is completed by the program.
        try await machine.done("notifications", "settings", "Backup", "--alert", "on")
        try await tell()
        try await waitUntil("it is completed") {
            try await machine.done("notifications", "show", "today").contains("12,000 files on blue")
        }
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        daemon = try await machine.startDaemon()
        try await machine.done("notifications", "answer", "today", "verify")
        try await waitUntil("the answer is handled") {
            (try? Machine.text(of: log)) == "note blue Keep it\nverify blue\n"
        }
        #expect(try await machine.json("notifications")["total"] == 0, "nor is it asked whether it may any longer")
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
        #expect(try Machine.text(of: log) == "note blue Keep it\nverify blue\n", "and once")
        try await bus.kill()
    }
}
