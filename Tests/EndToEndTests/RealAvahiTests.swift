// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Glibc
import MachineLink
import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Paired machines in two networks with real Avahis", .timeLimit(.minutes(10)))
struct RealAvahiTests {
    private static let isPossible =
        TestEffort.isLong && getuid() == 0
        && access("/usr/sbin/avahi-daemon", X_OK) == 0 && access("/usr/bin/nsenter", X_OK) == 0

    /// Runs `oncue` on a machine, in the network of a process.
    private func oncue(_ machine: Machine, in process: String, _ words: String...) async throws -> ChildProcess.Result {
        try await ChildProcess.run(
            "nsenter", ["--target", process, "--net", Products.program("oncue")] + words,
            environment: machine.environment)
    }

    @Test(
        "A machine is found by its key at an address that nobody has named, although another one has its name",
        .enabled(if: isPossible))
    func found() async throws {
        let folder = try TemporaryDirectory()
        let networks = try ChildProcess(
            "/bin/bash", [Products.source + "/Tests/Programs/two-networks.sh", folder.path])
        let line = try await networks.output.waitForLine(within: .seconds(60)) { $0.hasPrefix("ready ") }
        let processes = line.split(separator: " ").dropFirst().map(String.init)
        let stage = try await PairedMachinesStage(
            systems: ("unix:path=" + folder.file("a"), "unix:path=" + folder.file("b")))
        try await stage.begin(["a"], ["a"])
        _ = try PairedMachinesStage.files(stage.desk).change { (book: inout MachineBook) in
            if let kitchen = book.machine(named: "kitchen") {
                book.place(kitchen.identifier, host: "127.0.0.1", port: stage.ports.kitchen)
            }
        }
        // Both are called as this machine is.
        for (machine, process) in zip([stage.desk, stage.kitchen], processes) {
            #expect(try await oncue(machine, in: process, "handoff", "listen", "on").status == 0)
        }
        try await stage.desk.done("play", "Tracks/a")
        var result = try await oncue(stage.desk, in: processes[0], "handoff", "to", "kitchen", "--json")
        for _ in 0..<20 where result.status != 0 {
            result = try await oncue(stage.desk, in: processes[0], "handoff", "to", "kitchen", "--json")
        }
        #expect(result.status == 0 && result.output.contains("\"by\":\"pairing\""), "\(result.errors)")
        #expect(try await stage.playing() == ["kitchen"])
        #expect(try await stage.desk.json("handoff", "machines")["items"]?[0]?["host"] == "10.77.0.2")
        let back = try await oncue(stage.kitchen, in: processes[1], "handoff", "to", "desk")
        #expect(back.status == 0, "\(back.errors)")
        #expect(try await stage.playing() == ["desk"])
        try await networks.end()
    }
}
