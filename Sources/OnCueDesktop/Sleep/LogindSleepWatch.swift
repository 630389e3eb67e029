// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime
internal import OnCueSession
package import SystemServices

/// Observes sleep through logind, on the system bus; without it there are no reports, and no further attempts.
///
/// An inhibitor lock of the kind "delay", which any program may take, makes the machine wait for this program.
@MediaActor
package final class LogindSleepWatch: SleepWatching {
    private static let service = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"

    package let wakes = Broadcast<Void>()
    private let system: SystemBus
    private var sleepHandlers: [@MediaActor () async -> Void] = []
    private var bus: MessageBus?
    private var subscriptions: [BusSubscription] = []
    private var lock: BusDescriptor?
    private var isHolding = false
    private var isTaking = false
    private var isFallingAsleep = false
    /// The last report; each waits for the one before, since the machine may wake up while a listener is still saving.
    private var telling: Task<Void, Never>?

    package init(system: SystemBus) {
        self.system = system
    }

    package func whenSleepComes(_ handler: @escaping @MediaActor () async -> Void) { sleepHandlers.append(handler) }

    package func start() {
        system.whenClosed { [weak self] in self?.stop() }
        Task { @MediaActor [weak self, system] in
            guard let bus = await system.connection() else { return }
            self?.listen(on: bus)
        }
    }

    package func stop() {
        (sleepHandlers, isHolding) = ([], false)
        subscriptions = []
        lock = nil
        bus = nil
    }

    package func setHolding(_ isHolding: Bool) {
        self.isHolding = isHolding
        // While the machine is about to sleep, the lock is kept until saving is done.
        if isHolding { takeLock() } else if !isFallingAsleep { lock = nil }
    }

    private func listen(on bus: MessageBus) {
        self.bus = bus
        subscriptions = [
            bus.subscribe(
                sender: Self.service, path: Self.path, interface: Self.interface, member: "PrepareForSleep"
            ) { [weak self] signal in self?.prepare(isSleepNear: signal.arguments.first?.boolValue ?? false) },
            // A restarted logind no longer has the lock.
            bus.watchOwner(of: Self.service) { [weak self] owner in
                self?.lock = nil
                if owner != nil { self?.takeLock() }
            },
        ]
        takeLock()
    }

    private func takeLock() {
        guard let bus, isHolding, lock == nil, !isTaking, !isFallingAsleep else { return }
        isTaking = true
        Task { @MediaActor [weak self] in
            let lock = try? await bus.callForDescriptor(
                "Inhibit", of: Self.interface, at: Self.path, on: Self.service,
                ["sleep", "OnCue", "saves the playback position", "delay"].map { .string($0) })
            self?.took(lock)
        }
    }

    private func took(_ lock: BusDescriptor?) {
        isTaking = false
        if isHolding, !isFallingAsleep { self.lock = lock }
    }

    private func tellWaking() {
        // No report follows once the watch has stopped.
        if bus != nil { wakes.send(()) }
    }

    private func prepare(isSleepNear: Bool) {
        isFallingAsleep = isSleepNear
        let before = telling
        telling = Task { @MediaActor [weak self] in
            await before?.value
            if isSleepNear {
                for handler in self?.sleepHandlers ?? [] { await handler() }
                self?.lock = nil
            } else {
                self?.tellWaking()
            }
            // The machine may be awake again by now, if a handler took long.
            self?.takeLock()
        }
    }
}
