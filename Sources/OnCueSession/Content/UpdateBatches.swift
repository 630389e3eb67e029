// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Which batches of changes are open. A value without input or output.
package struct UpdateBatches: Sendable, Equatable {
    /// The most that one owner may put into each other.
    package static let deepest = 64

    private var depths: [String: Int] = [:]

    package init() {}

    /// True while a batch of anybody is open.
    package var isOpen: Bool { !depths.isEmpty }

    /// Opens a batch, or one inside of another of the same owner; false when there are too many.
    package mutating func begin(_ owner: String) -> Bool {
        guard depths[owner, default: 0] < Self.deepest else { return false }
        depths[owner, default: 0] += 1
        return true
    }

    /// Closes the innermost batch of an owner; one that was never opened is no mistake.
    ///
    /// - Returns: True when no batch is open any more, and one was.
    package mutating func end(_ owner: String) -> Bool {
        guard let depth = depths[owner] else { return false }
        depths[owner] = depth > 1 ? depth - 1 : nil
        return depths.isEmpty
    }

    /// Closes all batches of an owner.
    ///
    /// - Returns: As ``end(_:)``.
    package mutating func endAll(of owner: String) -> Bool {
        depths.removeValue(forKey: owner) != nil && depths.isEmpty
    }

    /// True while the owner has a batch open.
    package func isOpen(of owner: String) -> Bool { depths[owner] != nil }
}
