// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Knows whether the person is in a call. Where nobody tells, they are not.
@MediaActor
package protocol CallWatching: AnyObject {
    var isInCall: Bool { get }

    func start()

    func stop()
}
