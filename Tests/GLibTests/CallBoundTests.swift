// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib

@Suite("A connection that is called too often")
@MediaActor
struct CallBoundTests {
    private static let busy = BusError(name: "org.oncue.Error.Busy", message: "too many")

    private func keep(_ count: Int, _ echo: EchoBus) -> [Task<BusError?, Never>] {
        (0..<count).map { _ in Task { await echo.failure { try await echo.call("Keep") } } }
    }

    @Test("calls beyond the limit are refused at once, others are answered meanwhile, and later ones again")
    func refuses() async throws {
        let echo = try await EchoBus()
        echo.server.boundCalls(refusal: Self.busy)
        let other = try await echo.bus.connect()

        let calls = keep(MessageBus.callLimit + 20, echo)
        try await echo.interface.kept.wait(count: MessageBus.callLimit)
        let answer = try await other.call(
            "Echo", of: EchoInterface.name, at: EchoInterface.path, on: echo.server.uniqueName, [.variant(.bool(true))])
        echo.interface.answerKept()
        var errors: [BusError] = []
        for call in calls { if let error = await call.value { errors.append(error) } }

        #expect(answer == [.variant(.bool(true))])
        #expect(errors == Array(repeating: Self.busy, count: 20))
        #expect(try await echo.call("Echo", [.variant(.bool(false))]) == [.variant(.bool(false))])
    }

    /// Calls of a queue that are begun, and those that have not ended.
    @MediaActor
    private final class Stage {
        let queue = CallQueue(bus: nil)
        private(set) var begun: [String] = []
        private var open: [@MediaActor () -> Void] = []

        func add(_ name: String, _ number: Int, isShort: Bool = false) {
            queue.add(from: name) { [self] end in
                begun.append(name + String(number))
                if isShort { end() } else { open.append(end) }
            }
        }

        func end() {
            let ends = open
            open = []
            for end in ends { end() }
        }
    }

    @Test("what waits for its turn is dropped when its caller has left the bus")
    func leaves() {
        let stage = Stage()

        for number in 0..<CallQueue.limit { stage.add("a", number) }
        for number in 0..<10 { stage.add("b", number) }
        stage.add("a", 100)
        #expect(stage.begun.count == CallQueue.limit + CallQueue.ownLimit)
        stage.queue.leave("b")
        stage.end()

        #expect(stage.begun.last == "a100")
        #expect(!stage.begun.contains("b4"))
    }

    @Test("callers take turns, each in the order of its calls")
    func turns() {
        let stage = Stage()
        for number in 0..<CallQueue.limit { stage.add("x\(number % 16)-", number) }
        let already = stage.begun.count

        for number in 0..<6 {
            for name in ["a", "b"] { stage.add(name, number, isShort: number >= CallQueue.ownLimit) }
        }
        let before = Array(stage.begun.dropFirst(already))
        stage.end()

        #expect(before == (0..<4).flatMap { ["a\($0)", "b\($0)"] })
        #expect(Array(stage.begun.dropFirst(already + 8)) == ["a4", "b4", "a5", "b5"])
    }
}
