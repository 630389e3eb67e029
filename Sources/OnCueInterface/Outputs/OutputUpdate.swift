// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An update of the audio outputs.
package enum OutputUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader: only the newest counts.
    package static let room = 1

    /// The outputs, the selection or the output in use have changed, or may have.
    case changed
    /// The service, in another process, has ended.
    case serviceLost
}
