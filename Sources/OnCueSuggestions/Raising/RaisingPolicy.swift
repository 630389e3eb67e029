// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What the person wants to happen for a device, a place or a kind of trigger.
package struct RaisingPolicy: Sendable, Equatable, Codable {
    package enum Action: String, Sendable, CaseIterable, Codable {
        /// Nothing at all.
        case ignore
        /// Suggestions are shown, and nothing is heard before one is chosen.
        case suggest
        /// What was playing last goes on.
        case resume
        /// The first suggestion plays.
        case play

        /// Something may be heard that nobody has chosen.
        package var isHeard: Bool { self == .resume || self == .play }
    }

    package var action: Action
    /// The volume that is not exceeded when something begins by itself, 0 to 1; `nil` for no limit.
    package var volumeLimit: Double? {
        didSet { volumeLimit = Self.sound(volumeLimit) }
    }

    /// - Parameter volumeLimit: Is brought between 0 and 1; what is no number is no limit.
    package init(_ action: Action = .suggest, volumeLimit: Double? = nil) {
        self.action = action
        self.volumeLimit = Self.sound(volumeLimit)
    }

    private static func sound(_ volume: Double?) -> Double? {
        volume.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
    }
}
