// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession

/// The lock of the screen in the test's hand.
@MediaActor
package final class FakeLockWatch: LockWatching {
    package var onChange: (@MediaActor (_ isLocked: Bool) -> Void)?
    package var isLocked = false {
        didSet { if isLocked != oldValue { onChange?(isLocked) } }
    }

    package nonisolated init() {}

    package func start() {}

    package func stop() {}
}
