// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import OnCueRuntime
internal import PairedMachines
internal import ServiceDiscovery
internal import Synchronization
internal import SystemServices

/// A machine that waits to be paired, as described by its announcement.
struct WaitingMachine {
    /// The digits that it announces (``MachineIdentifier/short``), which any machine could announce.
    let identifier: String
    let name: String
    /// Its possible addresses, the most likely one first.
    let places: [(host: String, port: Int)]
}

/// The machines that announce themselves in the networks of this one.
enum Discovery {
    /// The duration of a search; results that are already known arrive at once.
    private static let limit: Duration = .milliseconds(1_500)

    /// The largest number of addresses tried for one machine.
    private static let mostPlaces = 4

    /// Returns the possible addresses of a paired machine: those at which its number is announced. Only its key proves
    /// which one is right.
    ///
    /// - Parameter first: Whether to stop at the first address found. Any machine can announce that number.
    static func places(of machine: PairedMachine, first: Bool) -> [(host: String, port: Int)] {
        let short = machine.identifier.short
        let services = waitFor {
            await ServiceSearch(system: SystemBus()).services(LinkService.listening, within: limit) {
                first && $0.texts["id"] == short
            }
        }
        var places: [(host: String, port: Int)] = []
        for service in services where service.texts["id"] == short {
            let isNew = !places.contains { $0 == (service.host, service.port) }
            if isNew, places.count < mostPlaces { places.append((service.host, service.port)) }
        }
        return places
    }

    /// Returns the machines that wait to be paired, except this one.
    static func waiting(except own: MachineIdentifier) -> [WaitingMachine] {
        let services = waitFor {
            await ServiceSearch(system: SystemBus()).services(LinkService.waiting, within: limit) { _ in false }
        }
        return machines(services, except: own)
    }

    /// Returns the machines that announce services, each once, except this one.
    static func machines(_ services: [FoundService], except own: MachineIdentifier) -> [WaitingMachine] {
        var identifiers: [String] = []
        for case let identifier? in services.map({ $0.texts["id"] })
        where identifier != own.short && !identifiers.contains(identifier) { identifiers.append(identifier) }
        return identifiers.map { identifier in
            let found = services.filter { $0.texts["id"] == identifier }
            // Put IPv4 first: many networks have IPv6 addresses at which no machine can be reached.
            let places = found.filter { !$0.host.contains(":") } + found.filter { $0.host.contains(":") }
            return WaitingMachine(
                identifier: identifier, name: MachineName.clean(found[0].texts["n"] ?? found[0].name),
                places: places.prefix(mostPlaces).map { ($0.host, $0.port) })
        }
    }

    /// Announces this machine until the process ends. The announcement contains nothing about playback.
    static func announce(_ type: String, _ place: Place, _ identifier: MachineIdentifier, port: Int) {
        let description = ServiceDescription(
            type: type, name: place.name, port: UInt16(clamping: port),
            texts: ["v": "1", "id": identifier.short, "n": place.name])
        let announcement = waitFor { await Announced(description) }
        withExtendedLifetime(announcement) {
            while true { pause() }
        }
    }

    /// Starts a process that announces this machine, and that ends with this process.
    static func startAnnouncing(_ type: String, port: Int) -> pid_t? {
        guard let folder = Place.programFolder() else { return nil }
        return Spawning.start([folder + "/oncue-link", "announce", type, String(port)])
    }

    @MediaActor
    private final class Announced {
        private let announcement: ServiceAnnouncement

        init(_ description: ServiceDescription) async {
            announcement = ServiceAnnouncement(description, system: SystemBus())
            await announcement.start()
        }
    }

    /// Waits for a task; this thread has nothing else to do.
    private static func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let (box, semaphore) = (Box<Value>(), DispatchSemaphore(value: 0))
        Task.detached {
            let value = await body()
            box.value.withLock { $0 = value }
            semaphore.signal()
        }
        semaphore.wait()
        guard let value = box.value.withLock({ $0 }) else { preconditionFailure("a task ended without its value") }
        return value
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
