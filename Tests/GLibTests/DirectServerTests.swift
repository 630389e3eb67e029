// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import Glibc
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib

@Suite("The socket of a service, without a bus in between")
@MediaActor
struct DirectServerTests {
    private let stage: DirectStage
    private var server: DirectServer { stage.server }
    private var interface: EchoInterface { stage.interface }

    init() throws { stage = try DirectStage() }

    private func connect(_ address: String = DirectStage.busAddress, now: Bool = false) async -> MessageBus? {
        await stage.connect(address, now: now)
    }

    private func call(
        _ member: String, _ arguments: [BusValue] = [], of interface: String = EchoInterface.name, over bus: MessageBus
    ) async throws -> [BusValue] {
        try await stage.call(member, arguments, of: interface, over: bus)
    }

    private func failure(_ body: () async throws -> Void) async -> BusError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? BusError
        }
    }

    @Test("Calls carry their arguments and the caller's name, and bring the answer or the error")
    func calls() async throws {
        let bus = try #require(await connect())

        #expect(try await call("Echo", [.variant(.string("hello"))], over: bus) == [.variant(.string("hello"))])
        #expect(try await call("Twice", over: bus) == [.string("first")])
        #expect(
            await failure { _ = try await call("Refuse", over: bus) }
                == BusError(name: "org.oncue.Error.Refused", message: "no, “thanks”"))
        #expect(
            await failure { _ = try await call("Drop", over: bus) }
                == BusError(name: BusError.failed, message: "the call was given up"))
        #expect(interface.calls.allSatisfy { $0.sender == bus.uniqueName && DirectServer.isName($0.sender) })
    }

    @Test("GLib reads what is written here, and the other way round", arguments: [1, 2026] as [UInt64])
    func values(seed: UInt64) async throws {
        let bus = try #require(await connect())
        var random = RandomValues(seed: seed)
        let sent = (0..<300).map { _ in random.value(depth: 3) }

        let answer = try await call("Echo", [.variant(.array(sent.map(BusValue.variant), of: "v"))], over: bus)

        let received = try #require(answer.first?.unwrapped.arrayValue)
        #expect(received.count == sent.count)
        for (got, wanted) in zip(received, sent) where got.unwrapped != wanted.unwrapped {
            Issue.record("seed \(seed): \(wanted) came back as \(got)")
        }
    }

    @Test("Properties are read and changed, and what is wrong has the names of the specification")
    func properties() async throws {
        let bus = try #require(await connect())
        let properties = "org.freedesktop.DBus.Properties"
        let name = BusValue.string(EchoInterface.name)

        _ = try await call("Set", [name, .string("Level"), .variant(.double(0.25))], of: properties, over: bus)

        #expect(
            try await call("Get", [name, .string("Level")], of: properties, over: bus) == [.variant(.double(0.25))])
        #expect(
            try await call("GetAll", [name], of: properties, over: bus)
                == [.dictionary(["Level": .double(0.25), "Kind": .string("test")])])
        let wrong: [(String, [BusValue], String)] = [
            ("Nothing", [], BusError.unknownMethod), ("Echo", [.string("x")], BusError.invalidArguments),
            ("Echo", [], BusError.invalidArguments),
        ]
        for (member, arguments, error) in wrong {
            #expect(await failure { _ = try await call(member, arguments, over: bus) }?.name == error)
        }
        #expect(await failure { _ = try await call("Echo", of: "org.x.Y", over: bus) }?.name == BusError.unknownMethod)
        #expect(
            await failure {
                try await bus.call("Ping", of: "org.freedesktop.DBus.Peer2", at: "/", on: "org.somebody.Else")
            }?.name == BusError.serviceUnknown)
    }

    @Test("It looks like a bus that knows the service")
    func looksLikeBus() async throws {
        let bus = try #require(await connect())

        let owner = try await bus.owner(of: "org.oncue.Test")
        #expect(owner == ":direct.0")
        #expect(try await bus.owner(of: "org.somebody.Else") == nil)
        #expect(try await bus.processIdentifier(of: "org.oncue.Test") == Int(getpid()))
        _ = try await bus.call("Ping", of: "org.freedesktop.DBus.Peer", at: "/", on: "org.oncue.Test")
    }

    @Test("Signals come to those who want them, in order with answers, and to a single one")
    func signals() async throws {
        let (bus, other) = (try #require(await connect()), try #require(await connect()))
        let (heard, deaf) = (EventLog<BusValue>(), EventLog<BusValue>())
        let subscriptions = [
            bus.subscribe(sender: "org.oncue.Test", path: EchoInterface.path, interface: EchoInterface.name) {
                heard.append($0.arguments.first ?? .bool(false))
            },
            other.subscribe(sender: "org.oncue.Test", interface: EchoInterface.name, member: "Other") {
                deaf.append($0.arguments.first ?? .bool(false))
            },
        ]
        // The answers come behind the wishes.
        for bus in [bus, other] { _ = try await call("Twice", over: bus) }

        server.emit("Happened", of: EchoInterface.name, [.string("one")])
        server.emit("Happened", of: EchoInterface.name, [.string("two")], to: bus.uniqueName)
        server.emit("Happened", of: EchoInterface.name, [.string("no")], to: ":direct.999")
        server.emit("Other", of: EchoInterface.name, [.string("three")])
        for bus in [bus, other] { _ = try await call("Twice", over: bus) }

        #expect(heard.events == [.string("one"), .string("two"), .string("three")])
        #expect(deaf.events == [.string("three")])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("Who leaves is noted once, and the end of the service is seen by all")
    func departures() async throws {
        let left = EventLog<String>()
        var bus: MessageBus? = await connect()
        let other = try #require(await connect())
        let ended = EventLog<String>()
        other.onClosed = { ended.append("closed") }
        let name = try #require(bus?.uniqueName)
        let watch = server.watch(name) { left.append(name) }

        bus = nil
        try await left.wait(count: 1)
        #expect(server.watch(name, left: {}) == nil)
        server.close()
        try await ended.wait(count: 1)

        #expect(left.events == [name])
        #expect(access(server.path, F_OK) != 0)
        withExtendedLifetime(watch) {}
    }

    @Test("Only the same bus is meant, a socket that was left behind is replaced, and one that answers is not")
    func places() async throws {
        #expect(await connect("unix:path=/another/bus") == nil)
        #expect(await connect(DirectStage.busAddress + ",guid=4567") != nil)
        let second = DirectStage.server(stage.folder)
        #expect(!second.begin())
        #expect(await connect() != nil)
        server.close()
        #expect(await connect() == nil)

        try RawProgram.leaveSocket(at: server.path)
        #expect(await connect(now: true) == nil)
        #expect(second.begin())
        #expect(await connect() != nil)
        second.close()
    }

    @Test("Calls beyond the bound wait in the socket, and others are answered meanwhile")
    func waiting() async throws {
        let (bus, other) = (try #require(await connect()), try #require(await connect()))
        let calls = (0..<100).map { _ in Task { try await call("Keep", over: bus) } }
        try await interface.kept.wait(count: 32)

        #expect(try await call("Echo", [.variant(.bool(true))], over: other) == [.variant(.bool(true))])
        #expect(interface.kept.events.count == 32)
        let answering = Task {
            while interface.kept.events.count < 100 {
                interface.answerKept()
                try await MediaActor.sleep(for: .milliseconds(1))
            }
            interface.answerKept()
        }

        for call in calls { #expect(try await call.value == []) }
        try await answering.value
    }

    @Test("Large answers that are not read yet keep nobody waiting, and arrive whole")
    func large() async throws {
        let (bus, other) = (try #require(await connect()), try #require(await connect()))
        let bytes = BusValue.variant(.bytes((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
        let calls = (0..<8).map { _ in Task { try await call("Echo", [bytes], over: bus) } }

        #expect(try await call("Echo", [.variant(.bool(true))], over: other) == [.variant(.bool(true))])

        for call in calls { #expect(try await call.value == [bytes]) }
    }

    @Test(
        "What is no login and no message ends the connection of its sender alone",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "\0AUTH ANONYMOUS\r\nBEGIN\r\n", "\0AUTH EXTERNAL 30\r\nBEGIN\r\nno message",
            "\0AUTH EXTERNAL 30\r\nBEGIN\r\nl\u{1}\u{0}\u{1}\u{7F}\u{7F}\u{7F}\u{7F}\u{1}\u{0}\u{0}\u{0}\u{1}\u{0}\u{0}\u{7F}",
        ])
    func strangers(words: String) async throws {
        let bus = try #require(await connect())
        let program = try RawProgram(server.path)

        program.write(Array(words.utf8))

        #expect(await program.readToEnd())
        #expect(try await call("Echo", [.variant(.bool(true))], over: bus) == [.variant(.bool(true))])
    }
}
