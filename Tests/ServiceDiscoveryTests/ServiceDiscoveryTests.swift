// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import OnCueTestSupport
import ServiceDiscovery
import Synchronization
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

    /// Follows what appears.
    private static func watch(_ system: SystemBus) -> (ServiceWatch, AsyncStream<FoundService>) {
        let (services, service) = AsyncStream<FoundService>.makeStream()
        let watch = ServiceWatch(type, system: system) { service.yield($0) }
        watch.start()
        return (watch, services)
    }

    @Test("What appears is told with its texts: what is there, what comes later, and what comes with another Avahi")
    func watched() async throws {
        let bus = try await PrivateBus()
        let avahi = try await FakeAvahi(on: bus)
        let there = ServiceAnnouncement(Self.description("kitchen"), system: SystemBus(address: bus.address))
        await there.start()
        let (watch, services) = Self.watch(SystemBus(address: bus.address))
        var found = services.makeAsyncIterator()
        #expect(await found.next()?.texts == ["v": "1", "id": "abc", "n": "kitchen"])
        let later = ServiceAnnouncement(Self.description("cellar"), system: SystemBus(address: bus.address))
        await later.start()
        #expect(await found.next()?.name == "cellar")

        try await avahi.end()
        let another = try await FakeAvahi(on: bus)
        let names = [await found.next()?.name, await found.next()?.name]
        #expect(Set(names) == ["kitchen", "cellar"])
        await watch.stop()
        withExtendedLifetime((there, later, another)) {}
    }

    @Test("After its end, and without Avahi or a system bus, nothing is told, and a machine is not told of itself")
    func watchedInVain() async throws {
        let bus = try await PrivateBus()
        let own = SystemBus(address: bus.address)
        let (watch, services) = Self.watch(own)
        let (none, nothing) = Self.watch(SystemBus(address: "unix:path=/nonexistent/bus"))
        let avahi = try await FakeAvahi(on: bus)
        let announcement = ServiceAnnouncement(Self.description("kitchen"), system: own)
        await announcement.start()
        let other = ServiceAnnouncement(Self.description("cellar"), system: SystemBus(address: bus.address))
        await other.start()
        var found = services.makeAsyncIterator()
        #expect(await found.next()?.name == "cellar")
        await watch.stop()
        await none.stop()
        let (again, later) = Self.watch(SystemBus(address: bus.address))
        let third = ServiceAnnouncement(Self.description("attic"), system: SystemBus(address: bus.address))
        await third.start()
        var seen = later.makeAsyncIterator()
        var names: Set<String> = []
        while names.count < 3, let service = await seen.next() { names.insert(service.name) }
        #expect(names == ["kitchen", "cellar", "attic"])
        withExtendedLifetime((avahi, announcement, other, third, again, nothing)) {}
    }

    @Test("Of many that are announced at once a few are asked at a time, and the watch goes on")
    func flood() async throws {
        let bus = try await PrivateBus()
        let avahi = try await FakeAvahi(on: bus)
        let other = SystemBus(address: bus.address)
        var announcements: [ServiceAnnouncement] = []
        for number in 0..<100 {
            announcements.append(ServiceAnnouncement(Self.description("n\(number)"), system: other))
            await announcements.last?.start()
        }
        let (watch, services) = Self.watch(SystemBus(address: bus.address))
        let count = Mutex(0)
        let counting = Task { for await _ in services { count.withLock { $0 += 1 } } }
        try await waitUntil("the first ones are told") { count.withLock { $0 } == 8 }
        #expect(await !Self.search(bus) { _ in true }.isEmpty, "Avahi has answered all that came before this")
        #expect(count.withLock { $0 } == 8)
        await watch.stop()
        counting.cancel()
        withExtendedLifetime((avahi, announcements)) {}
    }
}
