// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// Notifies of the playing track according to the settings (`org.freedesktop.Notifications`); if everything is off,
/// nothing is sent or subscribed to.
@MediaActor
package final class TrackNotifier: NowPlayingPublishing {
    /// Receives every change of the settings.
    package let changes = Broadcast<NotificationSettings>()
    package private(set) var settings: NotificationSettings

    private let commands: RemoteCommandPerformer
    private let center: NowPlayingCenter
    private let lock: any LockWatching
    private let store: any NotificationSettingsStoring
    private let server: NotificationServer
    private var notices = TrackNotices()

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - settings: The settings loaded from `store`.
    ///   - patience: The time limit of the server to report its capabilities, and to close a notification.
    package init(
        bus: MessageBus, commands: RemoteCommandPerformer, center: NowPlayingCenter, lock: any LockWatching,
        store: any NotificationSettingsStoring, settings: NotificationSettings, patience: Duration = .seconds(10)
    ) {
        self.commands = commands
        self.center = center
        self.lock = lock
        self.store = store
        self.settings = settings
        server = NotificationServer(bus: bus, patience: patience)
        server.onButton = { [weak self] key, isOurs in
            guard isOurs, let button = NotificationMessage.Button(rawValue: key) else { return }
            self?.press(button)
        }
        server.onClosed = { [weak self] _ in self?.notices.wasClosed() }
        server.onServer = { [weak self] isThere in
            self?.notices.wasForgotten()
            if isThere { self?.update() }
        }
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

    /// Processes the present state of the lock.
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
        if wanted == .off { server.close() }
        changes.send(wanted)
    }

    private func update() {
        switch notices.update(center.nowPlaying, isLocked: lock.isLocked, settings) {
        case .show(let notice):
            server.show { NotificationMessage.arguments(notice, replacing: $0, $1) }
        case .close: server.close()
        case nil: break
        }
    }

    private func press(_ button: NotificationMessage.Button) {
        let command: RemoteCommand =
            switch button {
            case .previous: .previous
            case .pause: .pause
            case .play: .play
            case .next: .next
            }
        // A button that was drawn before something changed has no effect then.
        _ = try? commands.performNow(command)
    }
}
