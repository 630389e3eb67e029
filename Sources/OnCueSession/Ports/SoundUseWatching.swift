// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Knows what other programs use the sound for. Where nobody tells, they do not.
@MediaActor
package protocol SoundUseWatching: AnyObject {
    /// The person is in a call.
    var isInCall: Bool { get }
    /// The name of another program that the person listens to; `nil` for none.
    var program: String? { get }

    func start()

    func stop()
}
