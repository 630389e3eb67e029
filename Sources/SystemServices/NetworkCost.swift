// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime

/// Whether the connection to the internet is paid by volume, as NetworkManager knows it.
@MediaActor
package struct NetworkCost {
    private static let name = "org.freedesktop.NetworkManager"
    /// Known to be metered, and guessed to be (NMMetered).
    private static let metered: Set<Int> = [1, 3]

    private let system: SystemBus
    private let patience: Duration

    package init(system: SystemBus, patience: Duration = .seconds(10)) {
        (self.system, self.patience) = (system, patience)
    }

    /// Asks once; false where nobody knows. NetworkManager is not started for this.
    package func isMetered() async -> Bool {
        guard let bus = await system.connection(), let owner = try? await bus.owner(of: Self.name) else { return false }
        let answer = try? await bus.call(
            "Get", of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/NetworkManager", on: owner,
            [.string(Self.name), .string("Metered")], timeout: patience)
        return answer?.first?.intValue.map(Self.metered.contains) ?? false
    }
}
