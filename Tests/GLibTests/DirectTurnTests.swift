// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib

@Suite("Programs at the socket of a service take turns, also with those on the bus")
@MediaActor
struct DirectTurnTests {
    private static func keep(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in DirectStage.call("Keep") } }

    /// Who called, in the order in which the calls began.
    private func callers(_ stage: DirectStage, from start: Int = 0) -> [String] {
        stage.interface.calls.filter { $0.member == "Keep" }.dropFirst(start).map(\.sender)
    }

    @Test("Behind the many calls of one program, another waits for a few of them only")
    func greedy() async throws {
        let stage = try DirectStage()
        let greedy = try await stage.program()
        var others: [(program: RawProgram, client: DirectClient)] = []
        for _ in 0..<3 { others.append(try await stage.program()) }

        // Nothing is read before all is written, since both are done by turns.
        greedy.program.write(Self.keep(32))
        for other in others { other.program.write(Self.keep(1)) }
        try await stage.interface.kept.wait(count: 35)

        let order = callers(stage)
        for other in others {
            let place = try #require(order.firstIndex(of: other.client.name))
            #expect(place < CallQueue.ownLimit + others.count, "\(order)")
        }
    }

    @Test("Behind many properties that one program sets, another's comes after a few")
    func greedyForProperties() async throws {
        let stage = try DirectStage()
        let (greedy, other) = (try await stage.program(), try await stage.program())
        func set(_ level: Double) -> [UInt8] {
            DirectStage.call(
                "Set", of: "org.freedesktop.DBus.Properties",
                [.string(EchoInterface.name), .string("Level"), .variant(.double(level))])
        }

        greedy.program.write((0..<32).flatMap { _ in set(0.1) })
        other.program.write(set(0.9))
        try await waitUntil("all are set") { stage.interface.writes.count == 33 }

        #expect(try #require(stage.interface.writes.firstIndex(of: .double(0.9))) <= CallQueue.ownLimit)
    }

    @Test("While many calls are under way, each program's next one waits for one call of every other")
    func oneEach() async throws {
        let stage = try DirectStage()
        try await fill(stage)
        let (first, second) = (try await stage.program(), try await stage.program())

        first.program.write(Self.keep(20))
        second.program.write(Self.keep(6))
        try await stage.interface.kept.wait(count: CallQueue.limit + 2 * CallQueue.ownLimit)
        try await stage.passTurns()
        let before = callers(stage, from: CallQueue.limit)
        stage.interface.answerKept()

        let (one, two) = (first.client.name, second.client.name)
        #expect(before.count == 2 * CallQueue.ownLimit, "the others wait")
        let next = callers(stage, from: CallQueue.limit + before.count)
        #expect(next.prefix(4) == [one, two, one, two], "\(next)")
    }

    @Test("However many calls of others wait, the first of a program begins at once")
    func newcomer() async throws {
        let stage = try DirectStage()
        var greedy: [RawProgram] = []
        for _ in 0..<40 { greedy.append(try await stage.program().program) }
        let newcomer = try await stage.program()

        for program in greedy { program.write(Self.keep(32)) }
        newcomer.program.write(Self.keep(1))
        try await waitUntil("its call has begun") { callers(stage).contains(newcomer.client.name) }
        try await stage.passTurns()

        #expect(callers(stage).count <= CallQueue.limit + greedy.count * CallQueue.ownLimit + 1)
    }

    @Test("What waits is dropped when its program has left, and nothing else")
    func leaves() async throws {
        let stage = try DirectStage()
        try await fill(stage)
        let (leaving, staying) = (try await stage.program(), try await stage.program())
        for program in [leaving.program, staying.program] { program.write(Self.keep(6)) }
        try await stage.interface.kept.wait(count: CallQueue.limit + 2 * CallQueue.ownLimit)
        try await stage.passTurns()

        leaving.program.stop()
        try await waitUntil("it has left") { stage.server.clients[leaving.client.name] == nil }
        stage.interface.answerKept()
        try await stage.interface.kept.wait(count: CallQueue.limit + 2 * CallQueue.ownLimit + 2)
        try await stage.passTurns()

        let order = callers(stage, from: CallQueue.limit)
        #expect(order.count { $0 == leaving.client.name } == CallQueue.ownLimit)
        #expect(order.count { $0 == staying.client.name } == 6)
    }

    @Test("A program at the socket and one on the bus take turns with each other")
    func bothWays() async throws {
        let echo = try await EchoBus()
        let stage = try DirectStage(beside: echo)
        let (greedy, other) = (try await echo.bus.connect(), try await echo.bus.connect())
        var calls = keep(CallQueue.limit, from: greedy, echo)
        try await echo.interface.kept.wait(count: CallQueue.limit)
        let (program, client) = try await stage.program()

        program.write(Self.keep(6))
        try await echo.interface.kept.wait(count: CallQueue.limit + CallQueue.ownLimit)
        try await stage.passTurns()
        calls += keep(6, from: other, echo)
        try await echo.interface.kept.wait(count: CallQueue.limit + 2 * CallQueue.ownLimit)
        try await settle(other, echo)
        let before = callers(stage).count
        echo.interface.answerKept()

        #expect(before == CallQueue.limit + 2 * CallQueue.ownLimit, "the others wait")
        let next = callers(stage, from: before)
        #expect(next == [client.name, other.uniqueName, client.name, other.uniqueName])
        echo.interface.answerKept()
        for call in calls { #expect(await call.value) }
    }

    /// Has as many calls under way as there are before further ones wait.
    private func fill(_ stage: DirectStage) async throws {
        for number in 1...2 {
            try await stage.program().program.write(Self.keep(CallQueue.limit / 2))
            try await stage.interface.kept.wait(count: number * CallQueue.limit / 2)
        }
    }

    private func keep(_ count: Int, from bus: MessageBus, _ echo: EchoBus) -> [Task<Bool, Never>] {
        let name = echo.server.uniqueName
        return (0..<count).map { _ in
            Task {
                let answer = try? await bus.call(
                    "Keep", of: EchoInterface.name, at: EchoInterface.path, on: name, timeout: .seconds(60))
                return answer != nil
            }
        }
    }

    /// Returns when all calls that a program has sent over the bus have arrived: properties are read without a turn.
    private func settle(_ bus: MessageBus, _ echo: EchoBus) async throws {
        _ = try await bus.call(
            "Get", of: "org.freedesktop.DBus.Properties", at: EchoInterface.path, on: echo.server.uniqueName,
            [.string(EchoInterface.name), .string("Level")], timeout: .seconds(60))
    }
}
