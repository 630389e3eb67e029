// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Suggestions over the bus")
struct SuggestionUpdateTests {
    private func connection(_ bus: PrivateBus) -> OnCueConnection {
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        return OnCueConnection(
            environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address)))
    }

    @Test("What is offered is read with its choices, reasons and where they go on; nothing while nothing is offered")
    @MediaActor
    func offer() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSuggestions(bus, offer: 7)
        let client = connection(bus)

        let offer = try #require(try await client.offer())

        #expect(offer.id == 7)
        #expect(offer.device == "My Pods")
        #expect(offer.expiresAt == 700)
        #expect(offer.suggestions.map(\.id) == ["7.1"])
        #expect(offer.suggestions.first?.position == .seconds(83))
        #expect(offer.suggestions.first?.reasons == [.init(facet: "hour", weight: 0.8)])
        service.offer = nil
        #expect(try await client.offer() == nil)
    }

    @Test("Each offer and its end are told once, and a daemon that is gone ends its own")
    @MediaActor
    func updates() async throws {
        let bus = try await PrivateBus()
        var service: FakeSuggestions? = try await FakeSuggestions(bus, offer: 7)
        let log = EventLog<SuggestionUpdate>()
        let updates = connection(bus).suggestionUpdates()
        let reader = Task { for await update in updates { log.append(update) } }
        defer { reader.cancel() }
        try await log.wait { if case .raised(let offer) = $0 { offer.id == 7 } else { false } }

        service?.announce(7)
        service?.end(7, "accepted")
        service?.announce(8)
        try await log.wait { if case .raised(let offer) = $0 { offer.id == 8 } else { false } }
        service?.leave()
        service = nil
        try await log.wait { $0 == .serviceLost }
        let next = try await FakeSuggestions(bus, offer: 8)
        try await log.wait(count: 6)

        let told = log.events.map { update in
            switch update {
            case .raised(let offer): "raised \(offer.id)"
            case .ended(let id, let reason): "ended \(id) \(reason)"
            case .changed: "changed"
            case .serviceLost: "lost"
            }
        }
        #expect(told == ["raised 7", "ended 7 accepted", "raised 8", "ended 8 stopped", "lost", "raised 8"])
        withExtendedLifetime(next) {}
    }

    @Test("Answers to suggestions are told, and so is the next daemon, which may suggest something else")
    @MediaActor
    func answers() async throws {
        let bus = try await PrivateBus()
        var service: FakeSuggestions? = try await FakeSuggestions(bus, offer: 7)
        let log = EventLog<SuggestionUpdate>()
        let updates = connection(bus).suggestionUpdates()
        let reader = Task { for await update in updates { log.append(update) } }
        defer { reader.cancel() }
        try await log.wait(count: 1)

        service?.change()
        try await log.wait { $0 == .changed }
        service?.leave()
        service = nil
        try await log.wait { $0 == .serviceLost }
        let next = try await FakeSuggestions(bus, offer: nil)
        try await log.wait(count: 5)

        #expect(log.events.last == .changed)
        withExtendedLifetime(next) {}
    }

    @Test("An older daemon is said to be one, by properties and by methods")
    @MediaActor
    func older() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSuggestions(bus, offer: nil, interface: "org.oncue.Playback1")
        let client = connection(bus)

        let property = await #expect(throws: ClientError.self) { _ = try await client.offer() }
        let method = await #expect(throws: ClientError.self) { _ = try await client.triggerSources() }

        for error in [property, method] {
            #expect(error?.code == .unexpectedAnswer)
            #expect(error?.message.hasPrefix("the running oncued does not support this request") == true)
        }
        withExtendedLifetime(service) {}
    }
}

/// The part of `org.oncue.Suggestions1` that tells of offers.
@MediaActor
private final class FakeSuggestions: ExportedInterface {
    nonisolated let introspectionXML: String
    private var bus: MessageBus?
    private var export: BusExport?
    /// The number of what is offered.
    var offer: UInt64?

    init(_ bus: PrivateBus, offer: UInt64?, interface: String = ServiceNames.suggestions) async throws {
        introspectionXML = """
            <node><interface name="\(interface)">
              <property name="Offer" type="a{sv}" access="read"/>
              <signal name="Raised"><arg type="a{sv}"/></signal>
              <signal name="Ended"><arg type="t"/><arg type="s"/></signal>
              <signal name="Changed"/>
            </interface></node>
            """
        self.offer = offer
        let connection = try await bus.connect()
        self.bus = connection
        export = try connection.export(self, at: ServiceNames.objectPath)
        _ = try await connection.requestName(ServiceNames.busName)
    }

    func change() { export?.emit("Changed", []) }
    func announce(_ id: UInt64) { export?.emit("Raised", [Self.dictionary(id)]) }
    func end(_ id: UInt64, _ reason: String) { export?.emit("Ended", [.uint64(id), .string(reason)]) }

    /// Leaves the bus as a daemon does that is killed.
    func leave() {
        export = nil
        bus = nil
    }

    func properties() -> [String: BusValue] { ["Offer": offer.map(Self.dictionary) ?? .dictionary([:])] }

    func call(_ call: BusMethodCall, reply: BusReply) { reply.succeed() }

    private static func dictionary(_ id: UInt64) -> BusValue {
        let reason: BusValue = .dictionary(["facet": .string("hour"), "weight": .double(0.8)])
        let suggestion: BusValue = .dictionary([
            "id": .string("\(id).1"), "item": .string("album:a"), "title": .string("Kind of Blue"),
            "position": .int64(83_000_000), "reasons": .array([reason], of: "a{sv}"),
        ])
        return .dictionary([
            "id": .uint64(id), "trigger": .string("headphones"), "sentence": .string("My Pods connected."),
            "raisedAt": .int64(100), "expiresAt": .int64(700), "device": .string("My Pods"),
            "suggestions": .array([suggestion], of: "a{sv}"),
        ])
    }
}
