// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a medium says of itself that players use.
package struct StreamTags: Sendable, Equatable {
    package var title: String?
    package var organization: String?
    /// In decibels.
    package var trackGain: Double?
    /// As a fraction of full scale.
    package var trackPeak: Double?
    package var albumGain: Double?
    package var albumPeak: Double?

    package init() {}

    /// True when there is a measured loudness.
    package var hasLoudness: Bool { trackGain != nil || albumGain != nil }
}
