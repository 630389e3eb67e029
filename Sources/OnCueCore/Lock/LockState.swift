// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether the user's screen is locked, combined from all sources: one of them is enough.
///
/// A request to lock takes effect immediately, but expires after ``wishLimit`` unless a source confirms it: a locker
/// that reports no lock does not report its end either.
package struct LockState: Sendable, Equatable {
    /// The time after which an unconfirmed request to lock expires.
    package static let wishLimit: Duration = .seconds(10)

    /// A report from one of the sources.
    package enum Event: Sendable, Equatable {
        /// The session's own report.
        case hint(Bool)
        /// The session was replaced, or is gone.
        case sessionGone
        /// A screen saver of this name is active, or not.
        case screenSaver(String, isActive: Bool)
        case screenSaverGone(String)
        /// The session was asked to lock.
        case lockWished
        case unlockWished
        /// ``wishLimit`` has passed since the last request to lock or unlock.
        case wishEnded

        /// Whether the event reports an unlocked screen, as opposed to the loss of the source that reported it locked.
        package var isUnlocking: Bool {
            switch self {
            case .hint(let isLocked): !isLocked
            case .screenSaver(_, let isActive): !isActive
            case .unlockWished: true
            case .sessionGone, .screenSaverGone, .lockWished, .wishEnded: false
            }
        }
    }

    private var isHinted = false
    private var screenSavers: Set<String> = []
    private var isWished = false

    package init() {}

    package var isLocked: Bool { isHinted || isWished || !screenSavers.isEmpty }

    /// - Returns: `true` if this has locked or unlocked it.
    package mutating func apply(_ event: Event) -> Bool {
        let before = isLocked
        switch event {
        case .hint(let isLocked):
            isHinted = isLocked
            // A source that reports the lock also reports its end.
            isWished = false
        case .sessionGone: (isHinted, isWished) = (false, false)
        case .screenSaverGone(let name):
            screenSavers.remove(name)
            isWished = false
        case .screenSaver(let name, let isActive):
            if isActive { screenSavers.insert(name) } else { screenSavers.remove(name) }
            isWished = false
        case .lockWished: isWished = true
        case .unlockWished, .wishEnded: isWished = false
        }
        return isLocked != before
    }
}
