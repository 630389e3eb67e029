// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The open batches of changes. A value without input or output.
package struct UpdateBatches: Sendable, Equatable {
    /// The maximum number of nested batches of one owner.
    package static let deepest = 64

    private var depths: [String: Int] = [:]

    package init() {}

    /// Whether any owner has an open batch.
    package var isOpen: Bool { !depths.isEmpty }

    /// Opens a batch, possibly inside another of the same owner; false if there are too many.
    package mutating func begin(_ owner: String) -> Bool {
        guard depths[owner, default: 0] < Self.deepest else { return false }
        depths[owner, default: 0] += 1
        return true
    }

    /// Closes the innermost batch of an owner; does nothing if none was opened.
    ///
    /// - Returns: `true` if this closed the last open batch.
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

    /// Returns whether the owner has an open batch.
    package func isOpen(of owner: String) -> Bool { depths[owner] != nil }
}
