// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueDesk
import OnCueInterface
import OnCueTestSupport
import Synchronization
import Testing

@Suite("Paired machines, at the desk", .timeLimit(.minutes(5)))
struct MachineDeskTests {
    /// A kitchen that answers when the test lets it, with what holds when it is asked.
    private final class Kitchen: Sendable {
        let isReachable = Mutex(true)
        let askers = EventLog<Int>()
        let questions = EventLog<Int>()
        let answers = EventLog<Int>()

        var machines: OtherMachines {
            var machines = OtherMachines(names: { [] }, move: { _, _ in [] }, together: { _ in [] })
            machines.paired = { [askers] in
                askers.append(0)
                return ["kitchen"]
            }
            machines.playing = { [self] in
                let record = MachineRecord("kitchen", isReachable: isReachable.withLock { $0 })
                let number = questions.count
                questions.append(number)
                try await answers.wait(count: number + 1)
                return [record]
            }
            return machines
        }
    }

    @Test("Who asks after something has changed is not answered with what held before")
    func fresh() async throws {
        let kitchen = Kitchen()
        let desk = MachineDesk(kitchen.machines)
        let first = Task { try await desk.machines() }
        try await kitchen.questions.wait(count: 1)

        kitchen.isReachable.withLock { $0 = false }
        let second = Task { try await desk.machines() }
        kitchen.answers.append(0)
        kitchen.answers.append(1)

        #expect(try await first.value.map(\.isReachable) == [true])
        #expect(try await second.value.map(\.isReachable) == [false])
    }

    @Test("However many ask while machines are being asked, these are asked once more")
    func together() async throws {
        let kitchen = Kitchen()
        let desk = MachineDesk(kitchen.machines)
        let first = Task { try await desk.machines() }
        try await kitchen.questions.wait(count: 1)

        async let second = desk.machines()
        async let third = desk.machines()
        async let fourth = desk.machines()
        try await kitchen.askers.wait(count: 4)
        kitchen.answers.append(0)
        kitchen.answers.append(1)
        kitchen.answers.append(2)

        _ = try await (first.value, second, third, fourth)
        #expect(kitchen.questions.count <= 3)
    }
}
