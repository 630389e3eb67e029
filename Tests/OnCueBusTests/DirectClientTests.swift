// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("What programs have open in the service is their own, over the bus and at its socket")
@MediaActor
struct DirectClientTests {
    private static let headset = SeenDevice(id: "A", name: "Set", facts: DeviceFacts(form: .headphones))

    /// A program that calls the service, and hears all its signals that come to it.
    @MediaActor
    private final class Program {
        let bus: MessageBus
        let signals = EventLog<BusSignal>()
        private var subscription: BusSubscription?
        var session: BusContentSession { BusContentSession(bus: bus) }

        init(_ bus: MessageBus) {
            self.bus = bus
            subscription = bus.subscribe(path: ServiceNames.objectPath) { [signals] in signals.append($0) }
        }

        @discardableResult
        func call(
            _ member: String, _ arguments: [BusValue] = [], of interface: String = ServiceNames.playableContent
        ) async throws -> [BusValue] {
            try await bus.call(
                member, of: interface, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments,
                timeout: .seconds(60))
        }

        /// The signals so far, once all have come that were sent before this.
        func heard(_ member: String) async throws -> [BusSignal] {
            try await call("Ping", of: "org.freedesktop.DBus.Peer")
            return signals.events.filter { $0.member == member }
        }
    }

    /// One program on the bus, and two at the socket.
    private func makePrograms(_ rig: ServiceRig) async throws -> [Program] {
        let path = try #require(rig.direct).path
        var programs = [Program(try await rig.bus.connect())]
        for _ in 0..<2 {
            // The service has a second for a login, which a busy machine may take.
            let bus = try await waitFor("it is logged in") {
                await MessageBus.connectDirectly(to: path, busAddress: rig.bus.address, now: false)
            }
            programs.append(Program(bus))
        }
        for program in programs { _ = try await program.heard("") }
        return programs
    }

    private func isNotFound(_ body: () async throws -> Void) async -> Bool {
        do {
            try await body()
            return false
        } catch {
            return (error as? BusError)?.name == ServiceNames.errorPrefix + "NotFound"
                || (error as? ServiceError)?.code == .notFound
        }
    }

    @Test("A view is seen, used and closed by nobody else, and ends with its program alone")
    func views() async throws {
        let rig = try await ServiceRig(isDirect: true)
        var programs = try await makePrograms(rig)
        var views: [Int] = []
        for (number, program) in programs.enumerated() {
            views.append(try await program.session.openView(ContentLimits(items: 3 + number, depth: 2)))
        }

        #expect(Set(views).count == 3)
        for (owner, view) in views.enumerated() {
            let options = BusValue.dictionary(["view": .uint32(UInt32(view))])
            for (number, program) in programs.enumerated() where number != owner {
                #expect(await isNotFound { _ = try await program.session.context(ofView: view) })
                #expect(await isNotFound { try await program.session.closeView(view) })
                #expect(
                    await isNotFound {
                        try await program.call("GetChildren", [.string("/"), .uint32(0), .uint32(0), options])
                    })
            }
            #expect(try await programs[owner].session.context(ofView: view).enforcedItemsCount == 3 + owner)
        }
        // It leaves.
        programs.removeLast()
        try await waitUntil("its view has ended") { [first = programs[0]] in
            try await first.session.context(ofView: 0).enforcedItemsCount == 4
        }
        for (owner, program) in programs.enumerated() {
            #expect(try await program.session.context(ofView: views[owner]).enforcedItemsCount == 3 + owner)
        }
    }

    @Test("The views of programs that leave at once end, too", arguments: [false, true])
    func hurry(isDirect: Bool) async throws {
        let rig = try await ServiceRig(isDirect: true)
        let path = try #require(rig.direct).path
        let place = isDirect ? "unix:path=" + path : rig.bus.address
        let call = BusFlood.Call(
            ServiceNames.playableContent, "OpenView", at: ServiceNames.objectPath, of: ServiceNames.busName,
            hasOptions: true)

        for _ in 0..<100 {
            _ = try await Task.detached {
                try BusFlood(place).send(call, count: 1, within: .seconds(60), wantsAnswers: false)
            }.value
        }
        try await waitUntil("their views have ended") {
            let context = try await rig.call("GetContext", of: ServiceNames.playableContent, [.uint32(0)])
            return context.first?.dictionaryValue?["endpointAvailable"] == .bool(false)
        }
    }

    @Test("A subscription is told of to its program alone, and ended by nobody else")
    func subscriptions() async throws {
        let rig = try await ServiceRig(isDirect: true)
        let programs = try await makePrograms(rig)
        let container = try await programs[0].session.subscribe(to: "Albums").container
        _ = try await programs[1].session.subscribe(to: "Albums")

        #expect(await isNotFound { try await programs[2].session.unsubscribe(from: container) })
        try await programs[2].session.reload("Albums")
        for program in programs.prefix(2) { try await program.signals.wait { $0.member == "ItemsReloaded" } }
        #expect(try await programs[2].heard("ItemsReloaded").isEmpty)

        try await programs[1].session.unsubscribe(from: container)
        let before = try await programs[1].heard("ItemsReloaded").count
        let start = programs[0].signals.count
        try await programs[2].session.reload("Albums")
        try await programs[0].signals.wait(from: start) { $0.member == "ItemsReloaded" }
        #expect(try await programs[1].heard("ItemsReloaded").count == before)
    }

    @Test("What a search finds comes to its program alone, and nobody else ends it")
    func searches() async throws {
        let rig = try await ServiceRig(isDirect: true)
        let programs = try await makePrograms(rig)
        var searches: [Int] = []
        for program in programs.prefix(2) {
            searches.append(try await program.session.beginSearch("blue", SearchOptions()))
            for other in programs where other !== program { try await other.session.endSearch(searches.last ?? 0) }
        }
        for program in programs.prefix(2) {
            try await program.signals.wait { $0.member == "SearchFound" && $0.arguments.last == .bool(true) }
        }

        for (number, program) in programs.prefix(2).enumerated() {
            let found = try await program.heard("SearchFound").compactMap { $0.arguments.first?.intValue }
            #expect(found == [searches[number], searches[number]])
        }
        #expect(Set(searches).count == 2)
        #expect(try await programs[2].heard("SearchFound").isEmpty)
    }

    @Test("A batch of changes is ended by its program, or by its leaving, and by nobody else")
    func batches() async throws {
        let rig = try await ServiceRig(isDirect: true)
        var programs = try await makePrograms(rig)
        try await programs[2].session.beginUpdates()
        rig.source.touch()
        for program in programs.prefix(2) { try await program.session.endUpdates() }
        await rig.settle()
        #expect(rig.signals("ContentChanged").isEmpty)

        programs.removeLast()
        try await rig.signals.wait { $0.member == "ContentChanged" }
        #expect(try await programs[1].heard("ContentChanged").count == 1)
    }

    @Test("Who no longer watches an event has it taken from nobody else")
    func events() async throws {
        let rig = try await ServiceRig(isDirect: true)
        let programs = try await makePrograms(rig)
        for program in programs { try await program.call("Watch", [.bool(true)], of: ServiceNames.triggers) }
        try await programs[2].call("Watch", [.bool(false)], of: ServiceNames.triggers)

        rig.sound.tell(.linked(Self.headset))
        for program in programs.prefix(2) { try await program.signals.wait { $0.member == "Event" } }
        #expect(try await programs[2].heard("Event").isEmpty)
        try await programs[0].call("Watch", [.bool(false)], of: ServiceNames.triggers)
        let (before, start) = (try await programs[0].heard("Event").count, programs[1].signals.count)
        rig.sound.tell(.unlinked(Self.headset.id))
        try await programs[1].signals.wait(from: start) { $0.member == "Event" }

        #expect(try await programs[0].heard("Event").count == before)
    }
}
