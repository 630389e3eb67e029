// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Reports whether the user has set the desktop to "do not disturb"; without a desktop that reports it, the answer is
/// no.
@MediaActor
package protocol DoNotDisturbWatching: AnyObject {
    var isUndisturbed: Bool { get }

    func start()

    func stop()
}
