// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueRuntime

/// Whether background programs may use the network, according to NetworkManager.
@MediaActor
package struct NetworkCost {
    package enum State: Sendable {
        /// There is no reason against using it.
        case free
        /// Paid by volume, or probably so.
        case metered
        /// Switched off, as in aeroplane mode.
        case asleep
    }

    private static let name = "org.freedesktop.NetworkManager"
    private static let path = "/org/freedesktop/NetworkManager"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// Known to be metered, and guessed to be (NMMetered).
    private static let metered: Set<Int> = [1, 3]
    /// NM_STATE_ASLEEP. The state without connections is not used, since there may be one that NetworkManager does not
    /// manage.
    private static let asleep = 10

    private let system: SystemBus
    private let patience: Duration

    package init(system: SystemBus, patience: Duration = .seconds(10)) {
        (self.system, self.patience) = (system, patience)
    }

    /// Returns the present state; `free` if it is unknown. NetworkManager is not started for this.
    package func state() async -> State {
        guard let bus = await system.connection(), let owner = try? await bus.owner(of: Self.name) else { return .free }
        if await number("State", of: owner, bus) == Self.asleep { return .asleep }
        return await number("Metered", of: owner, bus).map(Self.metered.contains) ?? false ? .metered : .free
    }

    private func number(_ property: String, of owner: String, _ bus: MessageBus) async -> Int? {
        let answer = try? await bus.call(
            "Get", of: Self.properties, at: Self.path, on: owner, [.string(Self.name), .string(property)],
            timeout: patience)
        return answer?.first?.intValue
    }

    /// Calls the handler when ``state()`` may have changed, as long as the result lives.
    package func watch(_ handler: @escaping @MediaActor () -> Void) async -> [BusSubscription] {
        guard let bus = await system.connection() else { return [] }
        return [
            bus.subscribe(sender: Self.name, path: Self.path, interface: Self.properties, member: "PropertiesChanged") {
                _ in handler()
            },
            bus.watchOwner(of: Self.name) { _ in handler() },
        ]
    }
}
