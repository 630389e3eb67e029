// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import OnCueRuntime
internal import PairedMachines
internal import ServiceDiscovery
internal import Synchronization
internal import SystemServices

/// Machines that announce themselves in the networks of this one.
enum Discovery {
    /// The kinds of service: a machine that listens for paired ones, and one that waits to be paired.
    static let listening = "_oncue-handoff._tcp"
    static let waiting = "_oncue-pair._tcp"

    /// How long is looked for a machine; what is known already comes at once.
    private static let limit: Duration = .milliseconds(1_500)

    /// Where a machine is that was paired: its number is announced, and its key decides.
    static func place(of machine: PairedMachine) -> (host: String, port: Int)? {
        let short = machine.identifier.short
        return waitFor {
            await ServiceSearch(system: SystemBus()).services(listening, within: limit) { $0.texts["id"] == short }
        }.last { $0.texts["id"] == short }.map { ($0.host, $0.port) }
    }

    /// Who waits to be paired, each once; not this machine itself.
    static func waiting(except own: MachineIdentifier) -> [(name: String, host: String, port: Int)] {
        var names: Set<String> = []
        let services = waitFor {
            await ServiceSearch(system: SystemBus()).services(waiting, within: limit) { _ in false }
        }
        return services.filter { $0.texts["id"] != own.short && names.insert($0.texts["id"] ?? $0.name).inserted }
            .map { (MachineName.clean($0.texts["n"] ?? $0.name), $0.host, $0.port) }
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
