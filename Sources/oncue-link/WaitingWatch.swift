// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MachineLink
internal import OnCueRuntime
internal import PairedMachines
internal import ServiceDiscovery
internal import Synchronization
internal import SystemServices

/// Watches for other machines that wait to be paired at the same time as this one, until the process ends.
final class WaitingWatch: Sendable {
    /// The largest number of announcements kept.
    private static let most = 64

    @MediaActor private static var watch: ServiceWatch?

    private let own: MachineIdentifier
    private let pipe: PipeEnds
    private let services = Mutex<[FoundService]>([])

    /// A descriptor that becomes readable when another machine has appeared.
    var descriptor: Int32 { pipe.output }

    /// Begins to watch.
    ///
    /// - Throws: `files` if no descriptors are left.
    init(except own: MachineIdentifier) throws(LinkFault) {
        self.own = own
        pipe = try PipeEnds.unblocking()
        Task { @MediaActor in
            let watch = ServiceWatch(LinkService.waiting, system: SystemBus()) { self.take($0) }
            Self.watch = watch
            watch.start()
        }
    }

    /// Returns all machines that have appeared. Afterwards ``descriptor`` becomes readable again when there is another
    /// one.
    func machines() -> [WaitingMachine] {
        var bytes = [UInt8](repeating: 0, count: Self.most)
        while read(descriptor, &bytes, bytes.count) > 0 {}
        return Discovery.machines(services.withLock { $0 }, except: own)
    }

    private func take(_ service: FoundService) {
        let isNew = services.withLock { services in
            guard services.count < Self.most, !services.contains(service) else { return false }
            services.append(service)
            return true
        }
        var byte: UInt8 = 0
        if isNew { _ = write(pipe.input, &byte, 1) }
    }
}
