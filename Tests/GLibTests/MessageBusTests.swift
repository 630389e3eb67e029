// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("A connection to the bus")
struct MessageBusTests {
    @Test("A call carries its arguments and the caller's name, and brings the answer")
    @MediaActor
    func callsWork() async throws {
        let echo = try await EchoBus()

        let answer = try await echo.call("Echo", [.variant(.string("hello"))])

        #expect(answer == [.variant(.string("hello"))])
        let arrived = try #require(echo.interface.calls.first)
        #expect(arrived.sender == echo.client.uniqueName)
        #expect(arrived.member == "Echo")
    }

    @Test("Errors keep their name and message")
    @MediaActor
    func errorsKeepTheirNames() async throws {
        let echo = try await EchoBus()

        let error = await echo.failure { try await echo.call("Refuse") }

        #expect(error == BusError(name: "org.oncue.Error.Refused", message: "no, “thanks”"))
    }

    @Test("A name without an owner, a method that is none and wrong types have the names of the specification")
    @MediaActor
    func standardErrors() async throws {
        let echo = try await EchoBus()

        let unknown = await echo.failure {
            try await echo.client.call("Echo", of: EchoInterface.name, at: EchoInterface.path, on: "org.oncue.Nobody")
        }
        let method = await echo.failure { try await echo.call("Nothing") }
        let types = await echo.failure { try await echo.call("Echo", [.int32(1)]) }
        let path = await echo.failure {
            try await echo.client.call("Echo", of: EchoInterface.name, at: "/none", on: echo.server.uniqueName)
        }

        #expect(unknown?.name == BusError.serviceUnknown)
        #expect(method?.name == BusError.unknownMethod)
        #expect(types?.name == BusError.invalidArguments)
        #expect(path?.name == BusError.unknownMethod)
    }

    @Test("A call that is not answered in time fails as such")
    @MediaActor
    func callsTimeOut() async throws {
        let echo = try await EchoBus()

        let error = await echo.failure { try await echo.call("Keep", timeout: .milliseconds(50)) }

        #expect(error?.name == BusError.timedOut)
        echo.interface.answerKept()
    }

    @Test("An answer may come later, and other calls are answered meanwhile")
    @MediaActor
    func answersMayComeLater() async throws {
        let echo = try await EchoBus()
        let waiting = Task { @MediaActor in try await echo.call("Keep") }
        _ = try await echo.interface.kept.wait { _ in true }

        let answer = try await echo.call("Echo", [.variant(.int32(1))])
        echo.interface.answerKept()

        #expect(answer == [.variant(.int32(1))])
        #expect(try await waiting.value == [])
    }

    @Test("A call whose answer is forgotten is answered with an error, at once")
    @MediaActor
    func droppedCallsAreAnswered() async throws {
        let echo = try await EchoBus()

        let error = await echo.failure { try await echo.call("Drop") }

        #expect(error == BusError(name: BusError.failed, message: "the call was given up"))
    }

    @Test("Only the first answer counts")
    @MediaActor
    func firstAnswerCounts() async throws {
        let echo = try await EchoBus()

        #expect(try await echo.call("Twice") == [.string("first")])
    }

    @Test("An address where nobody answers is an error that says so")
    @MediaActor
    func noBus() async {
        await #expect(throws: BusError.self) { try await MessageBus.connect(to: "unix:path=/tmp/oncue-none/bus") }
        await #expect(throws: BusError.self) { try await MessageBus.connect(to: "rubbish") }
        await #expect(throws: BusError.self) { try await MessageBus.connect(to: "") }
    }
}

@Suite("Exported properties")
struct ExportedPropertyTests {
    @Test("Get, GetAll and Set work")
    @MediaActor
    func propertiesWork() async throws {
        let echo = try await EchoBus()

        try await echo.properties("Set", [.string("Level"), .variant(.double(0.25))])
        let one = try await echo.properties("Get", [.string("Level")])
        let all = try await echo.properties("GetAll", [])

        #expect(one == [.variant(.double(0.25))])
        #expect(all == [.dictionary(["Level": .double(0.25), "Kind": .string("test")])])
        #expect(echo.interface.writes == [.double(0.25)])
    }

    @Test("A write of the wrong type, to a read-only or to an unknown property never reaches the interface")
    @MediaActor
    func wrongWritesAreRefused() async throws {
        let echo = try await EchoBus()

        for (name, value) in [("Level", BusValue.string("x")), ("Kind", .string("x")), ("Nothing", .double(1))] {
            let error = await echo.failure { try await echo.properties("Set", [.string(name), .variant(value)]) }
            #expect(error?.name == BusError.invalidArguments, "\(name)")
        }
        let unknown = await echo.failure { try await echo.properties("Get", [.string("Nothing")]) }
        let interface = await echo.failure {
            try await echo.client.call(
                "GetAll", of: "org.freedesktop.DBus.Properties", at: EchoInterface.path, on: echo.server.uniqueName,
                [.string("org.oncue.None1")])
        }

        #expect(unknown?.name == BusError.invalidArguments)
        #expect(interface?.name == BusError.invalidArguments)
        #expect(echo.interface.writes.isEmpty)
    }

    @Test("The interface may refuse a value with an error of its own")
    @MediaActor
    func valuesMayBeRefused() async throws {
        let echo = try await EchoBus()

        let error = await echo.failure {
            try await echo.properties("Set", [.string("Level"), .variant(.double(.nan))])
        }

        #expect(error == BusError(name: "org.oncue.Error.InvalidValue", message: "not a level"))
    }

    @Test("A property that has no value now is an error for Get and missing in GetAll")
    @MediaActor
    func missingValues() async throws {
        let echo = try await EchoBus()

        let error = await echo.failure { try await echo.properties("Get", [.string("Missing")]) }

        #expect(error?.name == BusError.failed)
    }

    @Test("PropertiesChanged carries the values, and nothing is sent for no change")
    @MediaActor
    func changesAreTold() async throws {
        let echo = try await EchoBus()
        let log = EventLog<[BusValue]>()
        let subscription = echo.client.subscribe(
            sender: echo.server.uniqueName, path: EchoInterface.path, interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged"
        ) { log.append($0.arguments) }

        echo.export?.emitPropertiesChanged([:])
        echo.export?.emitPropertiesChanged(["Level": .double(1)])
        try await log.wait(count: 1)

        #expect(log.events == [[.string(EchoInterface.name), .dictionary(["Level": .double(1)]), .strings([])]])
        withExtendedLifetime(subscription) {}
    }
}

@Suite("Signals, names and ends")
struct BusLifetimeTests {
    @Test("A subscription gets what matches, in order, until it is released")
    @MediaActor
    func subscriptions() async throws {
        let echo = try await EchoBus()
        let log = EventLog<BusSignal>()
        var subscription: BusSubscription? = echo.client.subscribe(
            sender: echo.server.uniqueName, path: EchoInterface.path, interface: EchoInterface.name, member: "Happened"
        ) { log.append($0) }
        // A round trip to the bus, so that the subscription is known there.
        _ = try await echo.client.owner(of: echo.server.uniqueName)

        echo.server.emit("Other", of: EchoInterface.name, from: EchoInterface.path, [])
        for number in 0..<20 { echo.export?.emit("Happened", [.string("\(number)")]) }
        try await log.wait(count: 20)
        subscription = nil
        echo.export?.emit("Happened", [.string("late")])
        // Answered after everything that was sent before it.
        _ = try await echo.call("Echo", [.variant(.bool(true))])

        #expect(log.events.map { $0.arguments.first?.stringValue } == (0..<20).map { "\($0)" })
        #expect(log.events.first?.sender == echo.server.uniqueName)
        #expect(subscription == nil)
    }

    @Test("A signal to one connection reaches that one alone")
    @MediaActor
    func directedSignals() async throws {
        let echo = try await EchoBus()
        let other = try await echo.bus.connect()
        let (mine, others) = (EventLog<String>(), EventLog<String>())
        let subscriptions = [
            echo.client.subscribe(interface: EchoInterface.name, member: "Happened") { mine.append($0.member) },
            other.subscribe(interface: EchoInterface.name, member: "Happened") { others.append($0.member) },
        ]
        _ = try await other.owner(of: echo.server.uniqueName)
        _ = try await echo.client.owner(of: echo.server.uniqueName)

        echo.server.emit(
            "Happened", of: EchoInterface.name, from: EchoInterface.path, [.string("x")], to: echo.client.uniqueName)
        try await mine.wait(count: 1)
        _ = try await other.owner(of: echo.server.uniqueName)

        #expect(others.count == 0)
        withExtendedLifetime(subscriptions) {}
    }

    @Test("The handler of a subscription is released with it")
    @MediaActor
    func handlersAreReleased() async throws {
        let bus = try await PrivateBus()
        let connection = try await bus.connect()
        let released = EventLog<String>()
        var subscription: BusSubscription? = {
            let probe = Probe(released)
            return connection.subscribe(member: "Happened") { _ in withExtendedLifetime(probe) {} }
        }()
        #expect(released.count == 0)

        subscription = nil

        try await released.wait(count: 1)
        #expect(subscription == nil)
    }

    @Test("An interface is released with its export, and its path is free again")
    @MediaActor
    func exportsAreReleased() async throws {
        let bus = try await PrivateBus()
        let connection = try await bus.connect()
        let released = EventLog<String>()
        var export: BusExport? = try connection.export(EchoInterface(released: released), at: EchoInterface.path)
        #expect(throws: BusError.self) { try connection.export(EchoInterface(), at: EchoInterface.path) }

        export = nil

        try await released.wait(count: 1)
        let again = try connection.export(EchoInterface(), at: EchoInterface.path)
        withExtendedLifetime(again) {}
        #expect(export == nil)
    }

    @Test("An interface that cannot be exported is released at once")
    @MediaActor
    func refusedExportsAreReleased() async throws {
        let bus = try await PrivateBus()
        let connection = try await bus.connect()
        let released = EventLog<String>()
        let export = try connection.export(EchoInterface(), at: EchoInterface.path)

        #expect(throws: BusError.self) {
            try connection.export(EchoInterface(released: released), at: EchoInterface.path)
        }

        try await released.wait(count: 1)
        withExtendedLifetime(export) {}
    }

    @Test("A name that one has already is owned; one that another has is taken until it is given back")
    @MediaActor
    func names() async throws {
        let bus = try await PrivateBus()
        let first = try await bus.connect()
        let second = try await bus.connect()
        let owners = EventLog<String?>()
        let watch = second.watchOwner(of: "org.oncue.Test") { owners.append($0) }

        #expect(try await first.requestName("org.oncue.Test") == .owned)
        #expect(try await first.requestName("org.oncue.Test") == .owned)
        #expect(try await second.requestName("org.oncue.Test") == .taken)
        #expect(try await second.owner(of: "org.oncue.Test") == first.uniqueName)
        try await first.releaseName("org.oncue.Test")
        #expect(try await second.owner(of: "org.oncue.Test") == nil)
        #expect(try await second.requestName("org.oncue.Test") == .owned)

        try await owners.wait(count: 3)
        #expect(owners.events == [first.uniqueName, nil, second.uniqueName])
        withExtendedLifetime(watch) {}
    }

    @Test("The process behind a name is known")
    @MediaActor
    func processes() async throws {
        let bus = try await PrivateBus()
        let connection = try await bus.connect()

        #expect(try await connection.processIdentifier(of: connection.uniqueName) == Int(getpid()))
    }

    @Test("The end of the bus is told once, and calls fail from then on")
    @MediaActor
    func closedBus() async throws {
        let echo = try await EchoBus()
        let closed = EventLog<String>()
        echo.client.onClosed = { closed.append("closed") }
        let waiting = Task { @MediaActor in await echo.failure { try await echo.call("Keep") } }
        _ = try await echo.interface.kept.wait { _ in true }

        try await echo.bus.kill()
        try await closed.wait(count: 1)

        #expect(echo.client.isClosed)
        #expect(await waiting.value?.name == BusError.disconnected)
        let late = await echo.failure { try await echo.call("Keep") }
        #expect(late?.name == BusError.disconnected)
        echo.client.emit("Happened", of: EchoInterface.name, from: EchoInterface.path, [])
        await echo.client.flush()
        #expect(closed.count == 1)
    }

    @Test("A connection that is released is closed, so that its name is free")
    @MediaActor
    func releasedConnections() async throws {
        let bus = try await PrivateBus()
        let watcher = try await bus.connect()
        var connection: MessageBus? = try await bus.connect()
        let name = try #require(connection?.uniqueName)
        let owners = EventLog<String?>()
        let watch = watcher.watchOwner(of: name) { owners.append($0) }
        _ = try await watcher.owner(of: name)

        connection = nil

        try await owners.wait(count: 1)
        #expect(owners.events == [nil])
        #expect(connection == nil)
        withExtendedLifetime(watch) {}
    }
}

/// Tells when it is released.
private final class Probe: Sendable {
    private let released: EventLog<String>

    init(_ released: EventLog<String>) {
        self.released = released
    }

    deinit {
        released.append("probe")
    }
}
