// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// Notifies of the playing track according to the settings, by a notification that is only shown; if everything is off,
/// there is none.
@MediaActor
package final class TrackNotifier: NowPlayingPublishing {
    package nonisolated static let name = "track"
    package nonisolated static var category: NotificationCategory {
        NotificationCategory(name, tellsDismissal: true)
    }
    private static let request = NotificationRequest.Name(ServiceNames.busName, name)

    /// Receives every change of the settings.
    package let changes = Broadcast<NotificationSettings>()
    package private(set) var settings: NotificationSettings

    private let notificationCenter: NotificationCoordinator
    private let commands: RemoteCommandPerformer
    private let center: NowPlayingCenter
    private let lock: any LockWatching
    private let store: any NotificationSettingsStoring
    private var notices = TrackNotices()

    /// - Parameters:
    ///   - notifications: Shows it.
    ///   - settings: The settings loaded from `store`.
    package init(
        notifications: NotificationCoordinator, commands: RemoteCommandPerformer, center: NowPlayingCenter,
        lock: any LockWatching, store: any NotificationSettingsStoring, settings: NotificationSettings
    ) {
        notificationCenter = notifications
        self.commands = commands
        self.center = center
        self.lock = lock
        self.store = store
        self.settings = settings
        notifications.handle(Self.name) { [weak self] response in
            switch response.answer.action {
            case .custom(let name): if let button = TrackText.Button(rawValue: name) { self?.press(button) }
            case .dismiss: self?.notices.wasClosed()
            case .main: break
            }
        }
        notifications.whenLapsed(Self.name) { [weak self] _ in self?.notices.wasClosed() }
    }

    /// Changes the settings; they take effect at once, and are on disk when this returns.
    ///
    /// - Throws: `storage`; the change is then reverted, unless something else was set meanwhile.
    package func set(_ wanted: NotificationSettings) async throws(ContentError) {
        guard wanted != settings else { return }
        let before = settings
        use(wanted)
        guard await !store.save(wanted) else { return }
        if settings == wanted { use(before) }
        throw ContentError(
            .storage,
            "cannot save the notification settings; check the permissions of the state folder and the free space")
    }

    /// Applies the current state of the lock.
    package func lockChanged() { update() }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) { update() }

    package func positionJumped(to position: Duration) {}

    /// Closes the notification.
    package func close() {
        settings = .off
        update()
    }

    private func use(_ wanted: NotificationSettings) {
        settings = wanted
        update()
        changes.send(wanted)
    }

    private func update() {
        switch notices.update(center.nowPlaying, isLocked: lock.isLocked, settings) {
        case .show(let notice): notificationCenter.post(NotificationRequest(Self.request, TrackText.content(notice)))
        case .close: notificationCenter.retract(Self.request)
        case nil: break
        }
    }

    private func press(_ button: TrackText.Button) {
        let command: RemoteCommand =
            switch button {
            case .previous: .previous
            case .pause: .pause
            case .play: .play
            case .next: .next
            }
        // A button that was drawn before a change may no longer be possible, and then has no effect.
        _ = try? commands.performNow(command)
    }
}
