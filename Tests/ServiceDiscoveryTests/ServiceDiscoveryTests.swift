// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import OnCueTestSupport
import ServiceDiscovery
import SystemServices
import Testing

@Suite("Finding services in the network")
@MediaActor
struct ServiceDiscoveryTests {
    private static let type = "_oncue-test._tcp"

    private static func description(_ name: String) -> ServiceDescription {
        ServiceDescription(type: type, name: name, port: 46_628, texts: ["v": "1", "id": "abc", "n": name])
    }

    private static func search(
        _ bus: PrivateBus, within limit: Duration = .seconds(5),
        until isEnough: @escaping @MediaActor (FoundService) -> Bool
    ) async -> [FoundService] {
        await ServiceSearch(system: SystemBus(address: bus.address)).services(type, within: limit, until: isEnough)
    }

    @Test("What one machine announces another one finds, with its address and its texts")
    func found() async throws {
        let bus = try await PrivateBus()
        let avahi = try await FakeAvahi(on: bus)
        let announcement = ServiceAnnouncement(Self.description("kitchen"), system: SystemBus(address: bus.address))
        await announcement.start()
        let services = await Self.search(bus) { $0.texts["id"] == "abc" }
        #expect(
            services == [
                FoundService(
                    name: "kitchen", host: "127.0.0.1", port: 46_628, texts: ["v": "1", "id": "abc", "n": "kitchen"])
            ])
        withExtendedLifetime((announcement, avahi)) {}
    }

    @Test("A machine does not find itself")
    func own() async throws {
        let bus = try await PrivateBus()
        let avahi = try await FakeAvahi(on: bus)
        let system = SystemBus(address: bus.address)
        let announcement = ServiceAnnouncement(Self.description("kitchen"), system: system)
        await announcement.start()
        let services = await ServiceSearch(system: system).services(Self.type, within: .milliseconds(300)) { _ in true }
        #expect(services.isEmpty)
        withExtendedLifetime((announcement, avahi)) {}
    }

    @Test("A name that another machine has is changed until nobody has it")
    func collision() async throws {
        let bus = try await PrivateBus()
        let avahi = try await FakeAvahi(on: bus, taken: ["kitchen", "kitchen #2"])
        let announcement = ServiceAnnouncement(Self.description("kitchen"), system: SystemBus(address: bus.address))
        await announcement.start()
        var names: [String] = []
        try await waitUntil("it is announced; there was \(names)") {
            names = await Self.search(bus, within: .milliseconds(200)) { _ in true }.map(\.name)
            return names == ["kitchen #2 #2"]
        }
        withExtendedLifetime((announcement, avahi)) {}
    }

    @Test("When Avahi begins anew, it is announced once more")
    func restart() async throws {
        let bus = try await PrivateBus()
        let first = try await FakeAvahi(on: bus)
        let announcement = ServiceAnnouncement(Self.description("kitchen"), system: SystemBus(address: bus.address))
        await announcement.start()
        try await first.end()
        let second = try await FakeAvahi(on: bus)
        try await waitUntil("it is announced") {
            await !Self.search(bus, within: .milliseconds(200)) { _ in true }.isEmpty
        }
        withExtendedLifetime((announcement, second)) {}
    }

    @Test("Without Avahi, and without a system bus, nothing is found, at once")
    func nobody() async throws {
        let bus = try await PrivateBus()
        let begin = ContinuousClock.now
        #expect(await Self.search(bus) { _ in true }.isEmpty)
        let none = SystemBus(address: "unix:path=/nonexistent/bus")
        #expect(await ServiceSearch(system: none).services(Self.type, within: .seconds(5)) { _ in true }.isEmpty)
        await ServiceAnnouncement(Self.description("kitchen"), system: none).start()
        #expect(ContinuousClock.now - begin < .seconds(4))
    }
}
