// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib

@Suite("A connection that is called too often", .serialized)
@MediaActor
struct CallBoundTests {
    private nonisolated static let busy = BusError(name: "org.oncue.Error.Busy", message: "too many")

    private func keep(_ count: Int, _ echo: EchoBus) -> [Task<BusError?, Never>] {
        (0..<count).map { _ in Task { await echo.failure { try await echo.call("Keep") } } }
    }

    @Test("calls beyond the limit are refused at once, others are answered meanwhile, and later ones again")
    func refuses() async throws {
        let echo = try await EchoBus(refusal: Self.busy)
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

    @Test("two programs that call without waiting for answers keep no other waiting")
    func floods() async throws {
        let echo = try await EchoBus(refusal: Self.busy)
        let other = try await echo.bus.connect()
        let (address, name) = (echo.bus.address, echo.server.uniqueName)
        let call = BusFlood.Call(EchoInterface.name, "Keep", at: EchoInterface.path, of: name)
        let floods = (0..<2).map { _ in
            RunningFlood(address, call, count: 40_000, within: .seconds(600), wantsAnswers: false)
        }

        var times: [Duration] = []
        for _ in 0..<100 {
            let start = ContinuousClock.now
            _ = try await other.call(
                "Echo", of: EchoInterface.name, at: EchoInterface.path, on: name, [.variant(.bool(true))])
            times.append(ContinuousClock.now - start)
            try await Task.sleep(for: .milliseconds(5))
        }
        var sent = 0
        for flood in floods { sent += try await flood.sent() }

        #expect(sent == 80_000)
        #expect(times.sorted()[97] < .seconds(5))
        #expect(echo.interface.calls.count { $0.member == "Keep" } <= 2 * MessageBus.callLimit)
    }

    /// Descriptions are written once and sent again.
    @Test("an object is described as it is at the moment, whatever was exported or withdrawn in between")
    func introspection() async throws {
        let echo = try await EchoBus(refusal: Self.busy)

        let first = try await describe(echo)
        let again = try await describe(echo)
        var later: BusExport? = try echo.server.export(LaterInterface(), at: EchoInterface.path)
        let both = [try await describe(echo), try await describe(echo)]
        _ = later.take()
        let last = try await describe(echo)
        let elsewhere = try await describe(echo, at: "/org/oncue")

        #expect(first.contains("\"org.oncue.Test1\"") && first.contains("\"Echo\"") && first == again)
        #expect(both[0].contains("\"org.oncue.Test1\"") && both[0].contains("\"org.oncue.Later1\""))
        #expect(both[0] == both[1] && last == first)
        #expect(elsewhere.contains("<node name=\"Test\"/>") && !elsewhere.contains("org.oncue.Test1"))
    }

    private func describe(_ echo: EchoBus, at path: String = EchoInterface.path) async throws -> String {
        try await echo.client.call(
            "Introspect", of: "org.freedesktop.DBus.Introspectable", at: path, on: echo.server.uniqueName
        ).first?.stringValue ?? ""
    }

    @Test("calls are refused at once, also those that come last on a bus where nobody else says anything")
    func refusesTheLast() async throws {
        let echo = try await EchoBus(refusal: Self.busy)
        let (address, name) = (echo.bus.address, echo.server.uniqueName)
        let call = BusFlood.Call(EchoInterface.name, "Keep", at: EchoInterface.path, of: name)

        let refused = try await Task.detached {
            try BusFlood(address).errors(
                Self.busy.name, to: call, count: MessageBus.callLimit + 20, expected: 20, isOnePiece: true)
        }.value

        #expect(refused == 20)
    }

    @Test("thousands of calls that want an answer get one, however many are under way", .timeLimit(.minutes(5)))
    func answers() async throws {
        let echo = try await EchoBus(refusal: Self.busy)
        let (address, name) = (echo.bus.address, echo.server.uniqueName)
        let call = BusFlood.Call(EchoInterface.name, "Keep", at: EchoInterface.path, of: name)

        let refused = try await Task.detached {
            try BusFlood(address).errors(
                Self.busy.name, to: call, count: 3_000 + MessageBus.callLimit, expected: 3_000)
        }.value

        #expect(refused == 3_000)
        #expect(echo.interface.calls.count { $0.member == "Keep" } == MessageBus.callLimit)
    }

    @Test("calls of every size arrive whole, also between calls that are turned away")
    func sizes() async throws {
        let echo = try await EchoBus(refusal: Self.busy)
        let (address, name) = (echo.bus.address, echo.server.uniqueName)
        let call = BusFlood.Call(EchoInterface.name, "Keep", at: EchoInterface.path, of: name)
        let flood = RunningFlood(address, call, count: 5_000, wantsAnswers: false)

        for size in Array(0..<40) + Array(65_300..<65_560) + [1_000, 131_000, 3_000_000] {
            let text = BusValue.variant(.string(String(repeating: "ä", count: size / 2)))
            #expect(try await echo.call("Echo", [text]) == [text], "\(size) bytes")
        }
        #expect(try await flood.sent() == 5_000)
    }

    @Test("calls with their highest bytes first count as any, and those with an endless path are dropped")
    func oddCalls() async throws {
        let echo = try await EchoBus(refusal: Self.busy)
        let (address, name) = (echo.bus.address, echo.server.uniqueName)
        let path = "/" + String(repeating: "a", count: 40_000)

        let call = BusFlood.Call(EchoInterface.name, "Keep", at: EchoInterface.path, of: name, order: .big)
        let endless = BusFlood.Call(EchoInterface.name, "Keep", at: path, of: name)

        try await Task.detached {
            let program = try BusFlood(address)
            program.send(call, count: 200, within: .seconds(5), wantsAnswers: false)
            program.send(endless, count: 10, within: .seconds(5), wantsAnswers: false)
        }.value
        try await echo.interface.kept.wait(count: MessageBus.callLimit)
        _ = try await echo.call("Echo", [.variant(.bool(true))])

        #expect(echo.interface.calls.count { $0.member == "Keep" } == MessageBus.callLimit)
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

        /// Jobs run in the order in which they were set going, so all turns that can be taken have been.
        func turns() async {
            for _ in 0..<100 { await Task.yield() }
        }

        func end() {
            let ends = open
            open = []
            for end in ends { end() }
        }
    }

    @Test("what waits for its turn is dropped when its caller has left the bus")
    func leaves() async {
        let stage = Stage()

        for number in 0..<CallQueue.limit { stage.add("a", number) }
        await stage.turns()
        for number in 0..<10 { stage.add("b", number) }
        await stage.turns()
        stage.add("a", 100)
        #expect(stage.begun.count == CallQueue.limit + CallQueue.ownLimit)
        stage.queue.leave("b")
        stage.end()
        await stage.turns()

        #expect(stage.begun.last == "a100")
        #expect(!stage.begun.contains("b4"))
    }

    @Test("what a few calls have set going is done before more of the same caller begin")
    func share() async {
        let stage = Stage()

        for number in 0..<10 { stage.add("a", number) }
        stage.add("b", 0)
        let first = stage.begun
        await stage.turns()

        #expect(first == ["a0", "a1", "a2", "a3", "b0"])
        #expect(Array(stage.begun.dropFirst(5)) == (4..<10).map { "a\($0)" })
    }

    @Test("callers take turns, each in the order of its calls")
    func turns() async {
        let stage = Stage()
        for number in 0..<CallQueue.limit { stage.add("x\(number % 16)-", number) }
        let already = stage.begun.count

        for number in 0..<6 {
            for name in ["a", "b"] { stage.add(name, number, isShort: number >= CallQueue.ownLimit) }
        }
        let before = Array(stage.begun.dropFirst(already))
        await stage.turns()
        #expect(stage.begun.count == already + before.count, "many are under way")
        stage.end()

        #expect(before == (0..<4).flatMap { ["a\($0)", "b\($0)"] })
        #expect(Array(stage.begun.dropFirst(already + 8)) == ["a4", "b4", "a5", "b5"])
    }
}

@MediaActor
private final class LaterInterface: ExportedInterface {
    nonisolated let introspectionXML = #"<node><interface name="org.oncue.Later1"/></node>"#

    func call(_ call: BusMethodCall, reply: BusReply) { reply.succeed() }
}
