// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueRuntime

/// Checks whether the user's systemd starts the service with the session.
@MediaActor
package struct LoginStart {
    private static let unit = "oncued.service"

    private let bus: MessageBus

    /// - Parameter bus: The session bus.
    package init(bus: MessageBus) { self.bus = bus }

    /// Returns `nil` if systemd does not run for this session, or does not know the service.
    package func isEnabled() async -> Bool? {
        let answer = try? await bus.call(
            "GetUnitFileState", of: "org.freedesktop.systemd1.Manager", at: "/org/freedesktop/systemd1",
            on: "org.freedesktop.systemd1", [.string(Self.unit)], timeout: .seconds(2), startsService: false)
        switch answer?.first?.stringValue {
        case "enabled", "enabled-runtime": return true
        case "disabled", "linked", "linked-runtime", "masked", "masked-runtime", "static": return false
        default: return nil
        }
    }
}
