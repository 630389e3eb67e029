// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Knows whether the person's screen is locked. Where nobody tells, it is not.
@MediaActor
package protocol LockWatching: AnyObject {
    /// Called with every change.
    var onChange: (@MediaActor (_ isLocked: Bool) -> Void)? { get set }

    var isLocked: Bool { get }

    func start()

    func stop()
}
