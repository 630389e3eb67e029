// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueBus
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCuePlayers
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueSession

/// The integrations with the desktop and the machine that display and control playback, in addition to the service's
/// own objects.
@MediaActor
final class DesktopParts {
    let bluetooth: BluetoothPlayer
    let lock: DesktopLockWatch

    /// - Parameter bus: The session bus.
    /// - Throws: ``BusError`` when the object cannot be exported.
    init(
        _ parts: ServiceParts, _ daemon: DaemonDesk, _ exports: ServiceExports, _ player: MPRISObject,
        _ commands: RemoteCommandPerformer,
        on bus: MessageBus
    ) throws(BusError) {
        let presses = RemotePressGate()
        player.share(presses)
        lock = DesktopLockWatch(system: parts.system, bus: bus, userID: getuid())
        bluetooth = BluetoothPlayer(
            system: parts.system, controller: parts.controller, center: parts.center, commands: commands,
            presses: presses)
        parts.center.add(bluetooth)
        bluetooth.start()
        lock.changes.listen { [weak daemon] in daemon?.identity.isLocked = $0 }
        lock.start()
    }

    /// Shows notifications of the playing track, according to the settings.
    ///
    /// - Throws: ``BusError`` when the interface cannot be exported.
    func notify(
        through notifications: NotificationCoordinator, _ parts: ServiceParts, _ commands: RemoteCommandPerformer,
        _ exports: ServiceExports, for lifetime: Lifetime
    ) throws(BusError) {
        let notifier = TrackNotifier(
            notifications: notifications, commands: commands, center: parts.center, lock: lock,
            store: parts.notificationStore, settings: parts.notificationSettings)
        lifetime.keep(notifier) { $0.close() }
        try exports.add(notifier, changes: notifier.changes)
        parts.center.add(notifier)
        lock.changes.listen { [weak notifier] _ in notifier?.lockChanged() }
    }

    func close() {
        bluetooth.stop()
        lock.stop()
    }
}
