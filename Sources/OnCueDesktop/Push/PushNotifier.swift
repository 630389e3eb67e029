// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime

/// Shows notifications of push messages.
@MediaActor
package protocol PushNoticeShowing {
    /// - Parameters:
    ///   - identifier: A later notice with the same one takes its place; empty for one on its own.
    ///   - category: A word for a kind of notices; empty for none.
    func show(title: String, body: String, identifier: String, category: String) async
}

/// Shows them at the notification server, each identifier in one notification.
@MediaActor
package final class PushNotifier: PushNoticeShowing {
    /// More identifiers are not kept apart from new ones.
    private static let limit = 10

    private let bus: MessageBus
    private let patience: Duration
    private var servers: [(identifier: String, server: NotificationServer)] = []

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - patience: How long the server may take for a call.
    package init(bus: MessageBus, patience: Duration = .seconds(10)) {
        (self.bus, self.patience) = (bus, patience)
    }

    package func show(title: String, body: String, identifier: String, category: String) async {
        let known = identifier.isEmpty ? nil : servers.first { $0.identifier == identifier }?.server
        let server = known ?? NotificationServer(bus: bus, patience: patience)
        if known == nil { servers = servers.suffix(Self.limit - 1) + [(identifier, server)] }
        server.show { Self.arguments(title, body, replacing: $0, $1) }
    }

    /// The arguments of `Notify` (Desktop Notifications Specification 1.2).
    private static func arguments(
        _ title: String, _ body: String, replacing id: UInt32, _ capabilities: Set<String>
    ) -> [BusValue] {
        let hasBody = capabilities.contains("body")
        let summary = hasBody || body.isEmpty ? title : title + ": " + body
        let text = hasBody ? NotificationText.plain(body) : ""
        let hints: [String: BusValue] = [
            "urgency": .byte(1), "desktop-entry": .string(ServiceNames.desktopEntry),
            "category": .string("x-oncue.push"),
        ]
        return [
            .string("OnCue"), .uint32(id), .string(ServiceNames.desktopEntry), .string(NotificationText.plain(summary)),
            .string(capabilities.contains("body-markup") ? NotificationText.escaped(text) : text), .strings([]),
            .dictionary(hints), .int32(-1),
        ]
    }
}
