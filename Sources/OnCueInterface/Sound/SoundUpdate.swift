// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// An update of the sound settings.
package enum SoundUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader: only the newest counts.
    package static let room = 1

    /// All current settings.
    case changed(SoundPreferences)
    /// The service, in another process, has ended; the settings follow once it runs again.
    case serviceLost
}
