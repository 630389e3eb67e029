// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession
package import SystemServices

/// Makes PowerDevil, the power manager of Plasma, wake the machine. No other desktop does that for a program without
/// privileges, so elsewhere logind is only asked whether the machine can sleep.
///
/// PowerDevil forgets all requests when it is restarted, so the request is sent again.
@MediaActor
package final class MachineWaker: MachineWaking {
    private static let service = "org.kde.Solid.PowerManagement"
    private static let path = "/org/kde/Solid/PowerManagement"
    /// The time that a machine needs to wake up, in seconds.
    private static let lead: Int64 = 30

    private let bus: MessageBus
    private let system: SystemBus
    private let now: @MediaActor () -> Int64
    private var moment: Int64?
    private var cookie: UInt32?
    private var isThere = false
    private var watch: BusSubscription?
    private var telling: Task<Void, Never>?

    /// - Parameter now: Returns the seconds since 1970.
    package init(bus: MessageBus, system: SystemBus, now: @escaping @MediaActor () -> Int64) {
        (self.bus, self.system, self.now) = (bus, system, now)
    }

    package func wake(at moment: Int64?) {
        guard moment != self.moment else { return }
        self.moment = moment
        guard watch == nil else { return tell() }
        watch = bus.watchOwner(of: Self.service) { [weak self] owner in
            self?.isThere = owner != nil
            // A new PowerDevil does not know the requests to the one before.
            self?.cookie = nil
            self?.tell()
        }
    }

    package func prospect() async -> WakingProspect {
        // Whether PowerDevil is there is reported before the answer to any later call.
        _ = try? await bus.call(
            "GetId", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus")
        await telling?.value
        if moment != nil, cookie != nil { return .woken }
        guard let system = await system.connection() else { return .unknown }
        var isKnown = false
        for method in ["CanSuspend", "CanHibernate"] {
            let answer = try? await system.call(
                method, of: "org.freedesktop.login1.Manager", at: "/org/freedesktop/login1",
                on: "org.freedesktop.login1", timeout: .seconds(2))
            guard let word = answer?.first?.stringValue else { continue }
            if word == "yes" || word == "challenge" { return .asleep }
            isKnown = true
        }
        return isKnown ? .awake : .unknown
    }

    package func close() {
        telling?.cancel()
        (watch, telling) = (nil, nil)
    }

    /// Sends the last request, after the one before.
    private func tell() {
        let before = telling
        telling = Task { @MediaActor [weak self] in
            await before?.value
            await self?.tellNow()
        }
    }

    private func tellNow() async {
        guard isThere else { return }
        if let cookie {
            self.cookie = nil
            _ = try? await call("clearWakeup", [.int32(Int32(bitPattern: cookie))])
        }
        // A moment in the past would be refused.
        guard let moment, moment - Self.lead > now() else { return }
        let answer = try? await call(
            "scheduleWakeup",
            [.string(ServiceNames.busName), .objectPath(ServiceNames.objectPath), .int64(moment - Self.lead)])
        guard isThere else { return }
        // If another moment is requested meanwhile, the next turn cancels this one.
        cookie = answer?.first?.intValue.map { UInt32(truncatingIfNeeded: $0) }
    }

    private func call(_ method: String, _ arguments: [BusValue]) async throws(BusError) -> [BusValue] {
        try await bus.call(
            method, of: Self.service, at: Self.path, on: Self.service, arguments, timeout: .seconds(2))
    }
}
