// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import MachineLink
import OnCueTestSupport
import Testing

@Suite("Waiting to be paired")
struct PairingWaitTests {
    /// Expects that both see the same digits, and are paired when both say yes.
    private func expectPaired(_ people: [PairingPerson]) async throws {
        var digits: Set<String> = []
        for person in people { digits.insert(try await person.digits()) }
        #expect(digits.count == 1 && digits.first != "", "\(digits)")
        for person in people { person.terminal.type("y\n") }
        for person in people { #expect(try await person.process.result().status == 0) }
    }

    @Test("Two people who begin at the same moment see the same digits, and their machines are paired")
    func together() async throws {
        let network = try await PrivateBus()
        let avahi = try await FakeAvahi(on: network, probes: true)
        let stage = try await PairedMachinesStage(isPaired: false, systems: (network.address, network.address))

        let people = try [stage.desk, stage.kitchen].map { machine in
            try PairingPerson(machine, ["--port", String(try FreePort.next())])
        }

        try await expectPaired(people)
        for machine in [stage.desk, stage.kitchen] {
            #expect(try await machine.json("handoff", "machines")["total"] == 1)
        }
        withExtendedLifetime(avahi) {}
    }

    // A search takes a second and a half.
    @Test("A machine that is found at several addresses is called at the one where it answers", .steadyMachine)
    func addresses() async throws {
        let network = try await PrivateBus()
        // Nobody can connect to a group of machines, and nothing is sent to one.
        let avahi = try await FakeAvahi(on: network, addresses: ["ff0e::1", "224.0.0.1", "127.0.0.1"])
        let recording = try await BusRecording(of: network)
        let stage = try await PairedMachinesStage(isPaired: false, systems: (network.address, network.address))
        let kitchen = try PairingPerson(stage.kitchen, ["--port", String(try FreePort.next())])
        try await recording.waitUntilAnnounced()

        let desk = try PairingPerson(stage.desk, ["--port", String(try FreePort.next())])

        try await expectPaired([kitchen, desk])
        #expect(!desk.terminal.screen.hasLine("Waiting for 2 minutes"))
        withExtendedLifetime(avahi) {}
    }

    @Test("Strangers who call and say no, nothing or little do not keep the right machine waiting")
    func strangers() async throws {
        let stage = try await PairedMachinesStage(isPaired: false)
        let stranger = try await Machine(beside: stage.kitchen)
        _ = try PairedMachinesStage.files(stranger).identity(name: "OnCue", now: 1_700_000_000)
        let port = Int(try FreePort.next())
        let kitchen = try PairingPerson(stage.kitchen, ["--port", String(port)])
        try await kitchen.waitUntilWaiting()
        func call(_ words: String) throws -> ChildProcess {
            let script = """
                (\(words)) | openssl s_client -connect 127.0.0.1:\(port) -bind 127.0.0.2:0 -cert "$0" -key "$0" -quiet \
                2>/dev/null
                """
            return try ChildProcess("/bin/sh", ["-c", script, PairedMachinesStage.key(stranger)])
        }
        let no = try call("printf '\\000\\000\\000\\016{\"same\":false}'; sleep 60")
        try await kitchen.terminal.wait("the no is heard") { $0.hasLine("the other side said no") }
        // It is heard next, and sends a message of 64 bytes, two of them a second.
        let drops = try call("printf '\\000\\000\\000\\100'; while sleep 0.5; do printf ' '; done")
        try await waitUntil("it is heard") { drops.output.text.contains("\"oncue\":\"pair\"") }
        let silent = try #require(PairedMachinesStage.connect(from: "127.0.0.2", to: port))
        defer { close(silent) }

        let desk = try PairingPerson(stage.desk, ["127.0.0.1:\(port)"])

        try await expectPaired([desk, kitchen])
        #expect(kitchen.terminal.screen.hasLine("A call from 127.0.0.2 came to nothing: the other end takes too long"))
        withExtendedLifetime(no) {}
    }
}
