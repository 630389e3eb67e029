// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import OnCueRuntime
internal import PairedMachines
internal import ServiceDiscovery
internal import Synchronization
internal import SystemServices

/// A machine that waits to be paired, as it announces itself.
struct WaitingMachine {
    /// The digits that it announces (``MachineIdentifier/short``), which anybody can.
    let identifier: String
    let name: String
    /// Where it may be, the most likely one first.
    let places: [(host: String, port: Int)]
}

/// Machines that announce themselves in the networks of this one.
enum Discovery {
    /// How long is looked for a machine; what is known already comes at once.
    private static let limit: Duration = .milliseconds(1_500)

    /// The most addresses that are tried for one machine.
    private static let mostPlaces = 4

    /// Where a machine may be that was paired: its number is announced there, and its key decides.
    ///
    /// - Parameter first: Ends with the first place that is found; anybody can announce that number.
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

    /// Who waits to be paired; not this machine itself.
    static func waiting(except own: MachineIdentifier) -> [WaitingMachine] {
        let services = waitFor {
            await ServiceSearch(system: SystemBus()).services(LinkService.waiting, within: limit) { _ in false }
        }
        return machines(services, except: own)
    }

    /// The machines that announce services, each once; not this machine itself.
    static func machines(_ services: [FoundService], except own: MachineIdentifier) -> [WaitingMachine] {
        var identifiers: [String] = []
        for case let identifier? in services.map({ $0.texts["id"] })
        where identifier != own.short && !identifiers.contains(identifier) { identifiers.append(identifier) }
        return identifiers.map { identifier in
            let found = services.filter { $0.texts["id"] == identifier }
            // Many networks have addresses of version 6 by which nobody can be reached.
            let places = found.filter { !$0.host.contains(":") } + found.filter { $0.host.contains(":") }
            return WaitingMachine(
                identifier: identifier, name: MachineName.clean(found[0].texts["n"] ?? found[0].name),
                places: places.prefix(mostPlaces).map { ($0.host, $0.port) })
        }
    }

    /// Announces this machine until the process ends. Nothing of what plays is in it.
    static func announce(_ type: String, _ place: Place, _ identifier: MachineIdentifier, port: Int) {
        let description = ServiceDescription(
            type: type, name: place.name, port: UInt16(clamping: port),
            texts: ["v": "1", "id": identifier.short, "n": place.name])
        let announcement = waitFor { await Announced(description) }
        withExtendedLifetime(announcement) {
            while true { pause() }
        }
    }

    /// Starts a process that announces this machine, and ends with this one.
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

    /// Waits for a task; the thread of the program has nothing else to do.
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
