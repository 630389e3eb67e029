// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Knows whether the person has told their desktop that they do not want to be disturbed. Where nobody tells, they have
/// not.
@MediaActor
package protocol DoNotDisturbWatching: AnyObject {
    var isUndisturbed: Bool { get }

    func start()

    func stop()
}
