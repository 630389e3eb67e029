// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's policy for a device, a place or a kind of trigger.
package struct RaisingPolicy: Sendable, Equatable, Codable {
    package enum Action: String, Sendable, CaseIterable, Codable {
        /// Does nothing.
        case ignore
        /// Suggestions are shown, and nothing plays before one is chosen.
        case suggest
        /// Resumes the last playback.
        case resume
        /// The first suggestion plays.
        case play

        /// Whether playback may begin automatically.
        package var isHeard: Bool { self == .resume || self == .play }
    }

    package var action: Action
    /// The volume that automatic playback does not exceed, 0 to 1; `nil` for no limit.
    package var volumeLimit: Double? {
        didSet { volumeLimit = Self.sound(volumeLimit) }
    }

    /// - Parameter volumeLimit: Clamped to 0 to 1; a value that is not a number means no limit.
    package init(_ action: Action = .suggest, volumeLimit: Double? = nil) {
        self.action = action
        self.volumeLimit = Self.sound(volumeLimit)
    }

    private static func sound(_ volume: Double?) -> Double? {
        volume.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
    }
}
