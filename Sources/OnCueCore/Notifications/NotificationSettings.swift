// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a person wants to be notified of.
package struct NotificationSettings: Sendable, Equatable {
    /// When a track that begins is shown.
    package enum Tracks: String, Sendable, CaseIterable {
        case off
        case on
        /// Only while the screen is locked.
        case locked
    }

    package var tracks: Tracks
    /// While the screen is locked, what plays stays shown, with buttons.
    package var controls: Bool

    package init(tracks: Tracks = .off, controls: Bool = false) {
        self.tracks = tracks
        self.controls = controls
    }

    package static let off = NotificationSettings()
}
