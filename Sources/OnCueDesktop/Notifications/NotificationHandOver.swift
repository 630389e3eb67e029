// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueNotifications
package import OnCueRuntime
internal import OnCueSession

/// Hands notifications over to a service that keeps them for programs that are not running: GNOME's own interface
/// (`org.gtk.Notifications`), or else the portal for notifications from version 2. Both start the program through
/// `org.freedesktop.Application` when a notification is pressed.
///
/// Neither reports that a notification was dismissed, so they are not used while the service runs.
@MediaActor
package final class NotificationHandOver: NotificationKeeping {
    private enum Keeper {
        case gnome
        case portal
    }

    private static let gnome = "org.gtk.Notifications"
    private static let gnomePath = "/org/gtk/Notifications"
    private static let portalInterface = "org.freedesktop.portal.Notification"
    /// The version from which the portal keeps notifications of programs outside of sandboxes.
    private static let portalVersion = 2
    /// The name of the action through which an answer is returned.
    package nonisolated static let action = "Notification"
    /// The time limit of a call: it is made when the service ends, which does not wait for desktops.
    private static let patience: Duration = .seconds(1)

    private let bus: MessageBus
    private let portal: DesktopPortal
    private let log = Logger("notifications")
    private var keeper: Keeper?

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - portal: The portal on that bus.
    package init(bus: MessageBus, portal: DesktopPortal) { (self.bus, self.portal) = (bus, portal) }

    package var hidesDetails: Bool { keeper == .portal }

    package func leave(_ notifications: [ShownNotification]) async {
        guard !notifications.isEmpty, let keeper = await find() else { return }
        let left = await atOnce(notifications) { await self.add($0, to: keeper) }
        log.debug("left on the desktop", ["count": "\(left)"])
    }

    package func takeBack(_ keys: [String]) async {
        guard let keeper = await find() else { return }
        _ = await atOnce(keys) { await self.remove($0, from: keeper) }
    }

    /// Makes the calls for all values before any is answered. The bus keeps their order, and a desktop that is slow, or
    /// does not answer in time, takes the time of one call and still gets all of them.
    ///
    /// - Returns: The number of calls that were answered.
    private func atOnce<Value: Sendable>(
        _ values: [Value], _ call: @escaping @MediaActor (Value) async -> Bool
    ) async -> Int {
        let calls = values.map { value in Task { @MediaActor in await call(value) } }
        var count = 0
        for call in calls { count += await call.value ? 1 : 0 }
        return count
    }

    /// Finds the interface that is available.
    private func find() async -> Keeper? {
        if let keeper { return keeper }
        if (try? await bus.owner(of: Self.gnome)) != nil {
            keeper = .gnome
        } else if await portal.isReady(), await portal.version(of: Self.portalInterface) >= Self.portalVersion {
            keeper = .portal
        }
        return keeper
    }

    private func add(_ notification: ShownNotification, to keeper: Keeper) async -> Bool {
        let identifier = BusValue.string(Self.identifier(notification.key))
        switch keeper {
        case .gnome:
            let values = Self.values(notification, isPortal: false)
            return await call(
                "AddNotification", [.string(ServiceNames.desktopEntry), identifier, .dictionary(values)]) != nil
        case .portal:
            let values = Self.values(notification, isPortal: true)
            return await portal.call(
                "AddNotification", of: Self.portalInterface, [identifier, .dictionary(values)]) != nil
        }
    }

    private func remove(_ key: String, from keeper: Keeper) async -> Bool {
        let identifier = BusValue.string(Self.identifier(key))
        switch keeper {
        case .gnome:
            return await call("RemoveNotification", [.string(ServiceNames.desktopEntry), identifier]) != nil
        case .portal:
            return await portal.call("RemoveNotification", of: Self.portalInterface, [identifier]) != nil
        }
    }

    private func call(_ member: String, _ arguments: [BusValue]) async -> [BusValue]? {
        do throws(BusError) {
            return try await bus.call(
                member, of: Self.gnome, at: Self.gnomePath, on: Self.gnome, arguments, timeout: Self.patience,
                startsService: false)
        } catch {
            log.debug("the desktop keeps no notifications", ["method": member, "error": error.message])
            return nil
        }
    }

    /// Keys contain line breaks, which identifiers must not.
    private static func identifier(_ key: String) -> String {
        String(key.map { $0 == "\n" ? " " : $0 })
    }

    // MARK: The form

    /// Returns a notification in the form that both interfaces take.
    private static func values(_ shown: ShownNotification, isPortal: Bool) -> [String: BusValue] {
        var values: [String: BusValue] = [
            "title": .string(NotificationText.plain(shown.title)),
            "body": .string(shown.lines.map(NotificationText.plain).joined(separator: "\n")),
            "priority": .string(shown.urgency == .low ? "low" : "normal"),
            "default-action": .string("app." + action),
            "default-action-target": target(shown, NotificationAnswer(.main).action.name),
        ]
        // A text can only be typed where the service can receive it.
        let buttons = shown.actions.filter { !$0.takesText }.map { button in
            BusValue.dictionary([
                "label": .string(button.title), "action": .string("app." + action),
                "target": target(shown, button.name),
            ])
        }
        if !buttons.isEmpty { values["buttons"] = .array(buttons, of: "a{sv}") }
        if isPortal {
            values["sound"] = .string("silent")
            switch shown.privacy {
            case .shown: break
            case .withoutDetails: values["display-hint"] = .strings(["hide-content-on-lock-screen"])
            case .hidden: values["display-hint"] = .strings(["hide-on-lock-screen"])
            }
        } else if let picture = shown.picture {
            values["icon"] = .structure([.string("file"), .variant(.string(picture))])
        }
        return values
    }

    /// Returns the target that is returned with an answer: the program, the identifier and the action.
    private static func target(_ shown: ShownNotification, _ action: String) -> BusValue {
        .strings([shown.name.client, shown.name.identifier, action])
    }
}
