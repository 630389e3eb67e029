// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueInterface
package import OnCueRuntime

/// Opens web pages in the user's browser: through the desktop portal, or else with the desktop's default program for
/// such addresses.
@MediaActor
package struct PageOpener {
    private static let portal = "org.freedesktop.portal.Desktop"
    private let bus: MessageBus
    private let handler: @Sendable (String) -> String?
    private let executor = BlockingExecutor(label: "oncue.pages")

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - handler: Hands an address to its program, and returns the reason if it cannot. May block.
    package init(bus: MessageBus, handler: @escaping @Sendable (String) -> String? = { DefaultHandler.open($0) }) {
        (self.bus, self.handler) = (bus, handler)
    }

    /// Opens a page, and returns when the portal or a program has accepted it.
    ///
    /// - Throws: `notAvailable` if neither is available.
    package func open(_ address: String) async throws(ServiceError) {
        do throws(BusError) {
            try await bus.call(
                "OpenURI", of: "org.freedesktop.portal.OpenURI", at: "/org/freedesktop/portal/desktop",
                on: Self.portal, [.string(""), .string(address), .dictionary([:])], timeout: .seconds(5))
        } catch {
            let handler = handler
            guard let reason = await executor.run({ handler(address) }) else { return }
            throw ServiceError(
                .notAvailable, "no browser can be reached here (\(reason)); open it yourself: \(address)")
        }
    }
}
