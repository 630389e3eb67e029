// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's choice of notifications.
package struct NotificationSettings: Sendable, Equatable {
    /// The condition for showing a track that begins.
    package enum Tracks: String, Sendable, CaseIterable {
        case off
        case on
        /// Only while the screen is locked.
        case locked
    }

    package var tracks: Tracks
    /// Whether the current track stays displayed, with buttons, while the screen is locked.
    package var controls: Bool

    package init(tracks: Tracks = .off, controls: Bool = false) {
        self.tracks = tracks
        self.controls = controls
    }

    package static let off = NotificationSettings()
}
