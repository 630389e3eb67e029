// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime

/// The portal of the desktop. A program has to register its connection before any other request, and only once: a
/// second registration is an error.
///
/// Source: xdg-desktop-portal, `org.freedesktop.host.portal.Registry`.
@MediaActor
package final class DesktopPortal {
    static let service = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    private static let registry = "org.freedesktop.host.portal.Registry"

    let bus: MessageBus
    private let patience: Duration
    private let log = Logger("desktop")
    /// The portal at which this program has registered, and whether it was accepted.
    private var told: (owner: String, answer: Task<Bool, Never>)?

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - patience: The time limit of a call.
    package init(bus: MessageBus, patience: Duration = .seconds(1)) { (self.bus, self.patience) = (bus, patience) }

    /// Whether there is a portal that knows this program. It is not started for this.
    func isReady() async -> Bool {
        guard let owner = try? await bus.owner(of: Self.service) else { return false }
        if let told, told.owner == owner { return await told.answer.value }
        let answer = Task { @MediaActor [weak self] in
            await self?.register() ?? false
        }
        told = (owner, answer)
        return await answer.value
    }

    /// Registers this program. Older portals have no registry, and accept every program of the session.
    private func register() async -> Bool {
        do throws(BusError) {
            _ = try await bus.call(
                "Register", of: Self.registry, at: Self.path, on: Self.service,
                [.string(ServiceNames.desktopEntry), .dictionary([:])], timeout: patience, startsService: false)
            return true
        } catch {
            log.debug("the portal does not know this program", ["error": error.message])
            return error.name == BusError.unknownMethod
        }
    }

    /// Returns the version of an interface; 0 if it does not exist.
    func version(of interface: String) async -> Int {
        let answer = await call(
            "Get", of: "org.freedesktop.DBus.Properties", [.string(interface), .string("version")])
        return answer?.first?.intValue ?? 0
    }

    /// Calls the portal; `nil` if that fails.
    func call(_ member: String, of interface: String, _ arguments: [BusValue]) async -> [BusValue]? {
        do throws(BusError) {
            return try await bus.call(
                member, of: interface, at: Self.path, on: Self.service, arguments, timeout: patience,
                startsService: false)
        } catch {
            log.debug("the portal did not do it", ["method": member, "error": error.message])
            return nil
        }
    }
}
