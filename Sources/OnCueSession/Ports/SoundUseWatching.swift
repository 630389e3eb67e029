// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Reports the use of sound by other programs; without a source, there is none.
@MediaActor
package protocol SoundUseWatching: AnyObject {
    /// Whether the user is in a call.
    var isInCall: Bool { get }
    /// The name of another program that plays sound, or `nil` if there is none.
    var program: String? { get }

    func start()

    func stop()
}
