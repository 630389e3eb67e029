// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueInterface
package import OnCueRuntime

/// Opens web pages in the user's browser, through the desktop portal.
@MediaActor
package struct PageOpener {
    private static let portal = "org.freedesktop.portal.Desktop"
    private let bus: MessageBus

    /// - Parameter bus: The session bus.
    package init(bus: MessageBus) {
        self.bus = bus
    }

    /// Opens a page; returns when the portal has taken it.
    ///
    /// - Throws: `notAvailable` without a portal.
    package func open(_ address: String) async throws(ServiceError) {
        do throws(BusError) {
            try await bus.call(
                "OpenURI", of: "org.freedesktop.portal.OpenURI", at: "/org/freedesktop/portal/desktop",
                on: Self.portal, [.string(""), .string(address), .dictionary([:])], timeout: .seconds(5))
        } catch {
            throw ServiceError(
                .notAvailable, "no browser can be reached here (\(error.message)); open it yourself: \(address)")
        }
    }
}
