// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A part of the day; across midnight if the end is not later than the beginning.
package struct PartOfDay: Sendable, Equatable, Codable {
    package let from: Int
    package let to: Int

    /// - Parameters: Minutes since midnight, 0 to 1439.
    /// - Returns: `nil` for values that are not times of day.
    package init?(from: Int, to: Int) {
        guard (0..<Self.day).contains(from), (0..<Self.day).contains(to) else { return nil }
        self.from = from
        self.to = to
    }

    package func contains(minute: Int) -> Bool {
        from < to ? (from..<to).contains(minute) : minute >= from || minute < to
    }

    private static let day = 24 * 60
}
