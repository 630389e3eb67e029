// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether a person's screen is locked, as all say together who know of it: one of them is enough.
///
/// A wish to lock counts at once, but only for ``wishLimit`` unless somebody says that it came true: those who would not
/// say that do not say when it ends either.
package struct LockState: Sendable, Equatable {
    /// How long a wish counts that nobody confirms.
    package static let wishLimit: Duration = .seconds(10)

    /// What is told.
    package enum Event: Sendable, Equatable {
        /// The session's own word.
        case hint(Bool)
        /// The session is another one, or gone.
        case sessionGone
        /// A screen saver of this name is active, or not.
        case screenSaver(String, isActive: Bool)
        case screenSaverGone(String)
        /// Somebody wants the session locked.
        case lockWished
        case unlockWished
        /// ``wishLimit`` has passed since the last wish.
        case wishEnded

        /// Somebody says that the person has unlocked the screen; otherwise only nobody says any more that it is locked.
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

    /// - Returns: True when it is locked now and was not before, or the other way round.
    package mutating func apply(_ event: Event) -> Bool {
        let before = isLocked
        switch event {
        case .hint(let isLocked):
            isHinted = isLocked
            // Who tells the beginning tells the end.
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
