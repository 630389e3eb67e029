// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A rating of 0 to 5 stars in half steps.
package struct Stars: Sendable, Hashable, Comparable {
    /// The number of halves, 0 to 10.
    package let halves: Int

    /// Creates a rating; numbers out of range are clamped.
    package init(halves: Int) { self.halves = min(max(0, halves), Self.most) }

    /// Creates the rating of a number of stars, or `nil` if it is not 0 to 5 in halves.
    package init?(_ stars: Double) {
        guard stars.isFinite, (0...5).contains(stars), (stars * 2).rounded() == stars * 2 else { return nil }
        halves = Int(stars * 2)
    }

    /// The number of stars.
    package var number: Double { Double(halves) / 2 }

    package static let most = 10

    package static func < (left: Stars, right: Stars) -> Bool { left.halves < right.halves }
}

extension Stars: CustomStringConvertible {
    /// `4` or `4.5`
    package var description: String { "\(halves / 2)" + (halves % 2 == 0 ? "" : ".5") }

    /// `★★★★½`; empty for no stars.
    package var symbols: String { String(repeating: "★", count: halves / 2) + (halves % 2 == 0 ? "" : "½") }
}
