// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueRuntime

/// The only connection to the system bus, shared by all listeners.
///
/// It is made at the first request. Its policy permits only services of the system to call this program. Anyone may send
/// signals, but every subscription names a sender, and GLib drops the rest at once: a flood costs time, but no memory.
/// It is not bounded further, because descriptors are passed here. Without a system bus, or when it is gone, there are no
/// reports, and no further attempts.
@MediaActor
package final class SystemBus {
    /// The default address of the system bus (D-Bus specification).
    private static let usualAddress = "unix:path=/run/dbus/system_bus_socket"

    private let address: String
    private let log = Logger("system")
    private var opening: Task<MessageBus?, Never>?
    private var closings: [@MediaActor () -> Void] = []

    /// - Parameter address: The address of the system bus; that of the environment if absent.
    package init(address: String? = nil) {
        self.address = address ?? ProcessEnvironment.variable("DBUS_SYSTEM_BUS_ADDRESS") ?? Self.usualAddress
    }

    /// Returns the connection; `nil` if there is none.
    package func connection() async -> MessageBus? {
        if let opening { return await opening.value }
        let opening = Task { @MediaActor [weak self, address, log] () -> MessageBus? in
            do throws(BusError) {
                let bus = try await MessageBus.connect(to: address)
                bus.onClosed = { [weak self] in self?.closed() }
                return bus
            } catch {
                log.debug("no system bus", ["error": error.message])
                return nil
            }
        }
        self.opening = opening
        return await opening.value
    }

    /// Calls `handler` once when the connection has ended.
    package func whenClosed(_ handler: @escaping @MediaActor () -> Void) {
        closings.append(handler)
    }

    private func closed() {
        log.warning("the connection to the system bus was lost")
        for handler in closings { handler() }
        closings = []
    }
}
