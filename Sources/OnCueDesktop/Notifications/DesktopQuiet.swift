// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueRuntime
internal import OnCueSession

/// Determines whether the user is not to be disturbed: from the notification server, and on GNOME, whose server does
/// not publish it, from the setting behind its switch Do Not Disturb.
@MediaActor
package final class DesktopQuiet: DoNotDisturbWatching {
    private let server: NotificationInhibition
    private let desktop: String
    private var banners: DesktopSetting?

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - desktop: The names of the desktop, divided by colons (`XDG_CURRENT_DESKTOP`).
    package init(bus: MessageBus, desktop: String) {
        server = NotificationInhibition(bus: bus)
        self.desktop = desktop
    }

    package var isUndisturbed: Bool { server.isUndisturbed || banners.map { !$0.isOn } ?? false }

    package func start() {
        server.start()
        // The settings of a desktop that does not run mean nothing, and reading them sends requests on its bus.
        guard desktop.split(separator: ":").contains(where: { $0.hasPrefix("GNOME") }) else { return }
        banners = DesktopSetting("show-banners", of: "org.gnome.desktop.notifications")
    }

    package func stop() {
        server.stop()
        banners = nil
    }
}
