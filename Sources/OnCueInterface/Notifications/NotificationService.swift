// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The settings of desktop notifications: `org.oncue.Notifications1`.
package protocol NotificationService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    func notifications() async throws(Failure) -> NotificationSettings

    /// Changes the given settings; the rest is unchanged. They are on disk when this returns.
    ///
    /// - Returns: All settings after the change.
    /// - Throws: `storage`; then nothing has changed.
    func setNotifications(_ changes: NotificationChanges) async throws(Failure) -> NotificationSettings
}

/// Changes of notification settings.
package struct NotificationChanges: Sendable, Equatable {
    package var tracks: NotificationSettings.Tracks?
    package var controls: Bool?

    package init(tracks: NotificationSettings.Tracks? = nil, controls: Bool? = nil) {
        (self.tracks, self.controls) = (tracks, controls)
    }
}

// MARK: On the bus

package enum NotificationMethods {
    package static let get = Method<Nothing, Only<NotificationSettings>>(
        ServiceNames.notifications, "GetNotifications", isRepeatable: true)
    package static let set = Method<Only<Strict<NotificationChanges>>, Only<NotificationSettings>>(
        ServiceNames.notifications, "SetNotifications", isRepeatable: true)
    package static let changed = Event<Only<NotificationSettings>>(ServiceNames.notifications, "NotificationsChanged")

    package static func bindings<Service: NotificationService>() -> [Binding<Service>] {
        [
            Binding(get) { service, _ in Only(try await service.notifications()) },
            Binding(set) { Only(try await $0.setNotifications(try $1.value.understood())) },
        ]
    }
}

extension NotificationSettings.Tracks: WireField {}

extension NotificationSettings: DictionaryForm {
    package static let blank = NotificationSettings.off

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("tracks", &tracks, .required)
        fields("controls", &controls, .required)
    }
}

extension NotificationChanges: DictionaryForm {
    package static let blank = NotificationChanges()

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("tracks", &tracks)
        fields("controls", &controls)
    }
}
