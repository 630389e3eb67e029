// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueRuntime
internal import OnCueSession

/// Observes whether a notification server holds notifications back: `Inhibited`, as in Plasma, and `paused`, as in
/// dunst.
///
/// Others do not publish it, and display nothing during that time.
@MediaActor
package final class NotificationInhibition: DoNotDisturbWatching {
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let markers = [(service, "Inhibited"), ("org.dunstproject.cmd0", "paused")]
    private static let patience: Duration = .seconds(10)

    package private(set) var isUndisturbed = false

    private let bus: MessageBus
    private var subscriptions: [BusSubscription] = []
    /// The number of reports: an answer to a request from before is outdated.
    private var news = 0

    /// - Parameter bus: The session bus.
    package init(bus: MessageBus) {
        self.bus = bus
    }

    package func start() {
        guard subscriptions.isEmpty else { return }
        subscriptions = [
            bus.subscribe(
                sender: Self.service, path: Self.path, interface: Self.properties, member: "PropertiesChanged"
            ) { [weak self] signal in self?.changed(signal.arguments) },
            bus.watchOwner(of: Self.service) { [weak self] in self?.serverChanged(isThere: $0 != nil) },
        ]
        ask()
    }

    package func stop() { (subscriptions, isUndisturbed) = ([], false) }

    private func serverChanged(isThere: Bool) {
        tell(false)
        if isThere { ask() }
    }

    private func changed(_ arguments: [BusValue]) {
        guard arguments.count > 1,
            let marker = Self.markers.first(where: { $0.0 == arguments[0].stringValue }),
            let value = arguments[1].dictionaryValue?[marker.1]?.unwrapped.boolValue
        else { return }
        tell(value)
    }

    private func tell(_ isUndisturbed: Bool) {
        news += 1
        self.isUndisturbed = isUndisturbed
    }

    /// Reads the state. No server is started for this, and one that has no such property does not hold anything back.
    private func ask() {
        let before = news
        Task { @MediaActor [weak self, bus] in
            var isHeld = false
            for (interface, property) in Self.markers where !isHeld {
                let answer = try? await bus.call(
                    "Get", of: Self.properties, at: Self.path, on: Self.service,
                    [.string(interface), .string(property)], timeout: Self.patience, startsService: false)
                isHeld = answer?.first?.unwrapped.boolValue ?? false
            }
            guard let self, news == before, !subscriptions.isEmpty else { return }
            isUndisturbed = isHeld
        }
    }
}
