// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// Checks the notification server of this session, and its capabilities.
@MediaActor
package struct NotificationHealth: HealthProbing {
    /// The description of a notification server.
    package struct Server: Sendable, Equatable {
        package var name: String
        package var version: String
        package var capabilities: Set<String>

        package init(name: String, version: String, capabilities: Set<String>) {
            (self.name, self.version, self.capabilities) = (name, version, capabilities)
        }
    }

    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    package let name = "notifications"
    private let bus: MessageBus

    /// - Parameter bus: The session bus.
    package init(bus: MessageBus) {
        self.bus = bus
    }

    package func checks() async -> [HealthCheck] {
        guard (try? await bus.owner(of: Self.service)) != nil else {
            let isStartable = await bus.canStart(Self.service)
            return [
                isStartable ? HealthCheck(name, .ok, "a notification server is started when needed") : Self.check(nil)
            ]
        }
        do throws(BusError) {
            let identity = try await ask("GetServerInformation").map { $0.stringValue ?? "" }
            let capabilities = try await ask("GetCapabilities").first?.stringsValue ?? []
            return [
                Self.check(
                    Server(
                        name: identity.first ?? "", version: identity.dropFirst(2).first ?? "",
                        capabilities: Set(capabilities)))
            ]
        } catch {
            return [
                HealthCheck(
                    name, .failed, "the notification server failed: \(error.message)",
                    advice: "stop it; the next notification or the next session starts it again")
            ]
        }
    }

    /// - Parameter server: The server; `nil` if there is none.
    package nonisolated static func check(_ server: Server?) -> HealthCheck {
        let name = "notifications"
        guard let server else {
            return HealthCheck(
                name, .warning, "this session has no notification server, so nothing is shown",
                advice: "desktops include one; without a desktop: sudo apt install dunst")
        }
        let title = ([server.name.isEmpty ? "an unnamed server" : server.name] + [server.version])
            .filter { !$0.isEmpty }.joined(separator: " ")
        guard server.capabilities.contains("actions") else {
            return HealthCheck(
                name, .warning, "\(title) shows no buttons, so suggestions cannot be answered there",
                advice: "answer with oncue accept, or use another notification server")
        }
        let known = ["actions", "body", "body-markup", "persistence"].filter(server.capabilities.contains)
        return HealthCheck(name, .ok, "\(title), with \(known.joined(separator: ", "))")
    }

    private func ask(_ member: String) async throws(BusError) -> [BusValue] {
        try await bus.call(
            member, of: Self.service, at: Self.path, on: Self.service, timeout: HealthCenter.limit,
            startsService: false)
    }
}
