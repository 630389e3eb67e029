// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// `org.oncue.Notifications1`, exported as long as this lives.
@MediaActor
package final class NotificationsObject {
    private let export: BusExport

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(on bus: MessageBus, notifier: TrackNotifier) throws(BusError) {
        export = try bus.export(
            ServiceExport(notifier, Introspection.notifications, NotificationMethods.bindings()),
            at: ServiceNames.objectPath)
        notifier.onChange = { [weak self] settings in
            self?.export.emit(NotificationMethods.changed, Only(settings))
        }
    }
}

extension TrackNotifier: nonisolated NotificationService {
    @MediaActor
    package func notifications() throws -> NotificationSettings { settings }

    @MediaActor
    package func setNotifications(
        _ changes: NotificationChanges
    ) async throws -> NotificationSettings {
        var wanted = settings
        wanted.tracks = changes.tracks ?? wanted.tracks
        wanted.controls = changes.controls ?? wanted.controls
        try await set(wanted)
        return settings
    }
}
