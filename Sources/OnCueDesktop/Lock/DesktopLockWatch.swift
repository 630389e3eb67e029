// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
package import OnCueRuntime
internal import OnCueSession
package import SystemServices

/// Follows the lock of the screen: the user's session in logind and the screen savers of the desktop.
@MediaActor
package final class DesktopLockWatch: LockWatching {
    package var isLocked: Bool { state.isLocked }
    package let changes = Broadcast<Bool>()
    package let unlocks = Broadcast<Void>()

    private let session: LogindSession
    private let screenSavers: ScreenSavers
    private let wishLimit: Duration
    private let log = Logger("lock")
    private var state = LockState()
    private var wish: Task<Void, Never>?
    private var isStopped = false

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - userID: The user whose session at logind is followed.
    package init(
        system: SystemBus, bus: MessageBus, userID: UInt32, wishLimit: Duration = LockState.wishLimit
    ) {
        session = LogindSession(system: system, userID: userID)
        screenSavers = ScreenSavers(bus: bus)
        self.wishLimit = wishLimit
    }

    package func start() {
        session.onEvent = { [weak self] in self?.take($0) }
        screenSavers.onEvent = { [weak self] in self?.take($0) }
        session.start()
        screenSavers.start()
    }

    package func stop() {
        isStopped = true
        wish?.cancel()
        session.stop()
        screenSavers.stop()
    }

    private func take(_ event: LockState.Event) {
        if event == .lockWished { waitForWish() }
        guard !isStopped, state.apply(event) else { return }
        log.info(state.isLocked ? "the screen is locked" : "the screen is unlocked")
        changes.send(state.isLocked)
        if !state.isLocked, event.isUnlocking { unlocks.send(()) }
    }

    private func waitForWish() {
        wish?.cancel()
        wish = Task { @MediaActor [weak self, wishLimit] in
            guard (try? await MediaActor.sleep(for: wishLimit)) != nil else { return }
            self?.take(.wishEnded)
        }
    }
}
