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
}
