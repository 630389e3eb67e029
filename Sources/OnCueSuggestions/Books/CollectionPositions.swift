// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The positions in collections that are played in order.
package struct CollectionPositions: Sendable, Equatable, Codable {
    package static let limit = 200

    private struct Position: Sendable, Equatable, Codable {
        var collection: String
        var track: String
    }

    /// The newest last.
    private var positions: [Position] = []

    private enum CodingKeys: String, CodingKey { case positions = "places" }

    package init() {}

    /// The last played track of a collection; `nil` if the collection was heard to its end.
    ///
    /// - Complexity: O(``limit``).
    package subscript(collection: String) -> String? {
        get { positions.last { $0.collection == collection }?.track }
        set {
            positions.removeAll { $0.collection == collection }
            guard let newValue else { return }
            positions.append(Position(collection: collection, track: newValue))
            if positions.count > Self.limit { positions.removeFirst(positions.count - Self.limit) }
        }
    }

    /// The number of collections with a position.
    package var count: Int { positions.count }

    /// Forgets the position in an item, and positions at it.
    ///
    /// - Returns: The number of positions.
    @discardableResult
    package mutating func forget(_ item: String) -> Int {
        let before = count
        positions.removeAll { $0.collection == item || $0.track == item }
        return before - count
    }
}
