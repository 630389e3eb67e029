// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The positions in collections that are played in order.
package struct CollectionPlaces: Sendable, Equatable, Codable {
    package static let limit = 200

    private struct Place: Sendable, Equatable, Codable {
        var collection: String
        var track: String
    }

    /// The newest last.
    private var places: [Place] = []

    package init() {}

    /// The track that played last of a collection; `nil` when it was heard to its end.
    ///
    /// - Complexity: O(``limit``).
    package subscript(collection: String) -> String? {
        get { places.last { $0.collection == collection }?.track }
        set {
            places.removeAll { $0.collection == collection }
            guard let newValue else { return }
            places.append(Place(collection: collection, track: newValue))
            if places.count > Self.limit { places.removeFirst(places.count - Self.limit) }
        }
    }

    /// The number of collections with a position.
    package var count: Int { places.count }

    /// Forgets the position in an item, and positions at it.
    ///
    /// - Returns: The number of positions.
    @discardableResult
    package mutating func forget(_ item: String) -> Int {
        let before = count
        places.removeAll { $0.collection == item || $0.track == item }
        return before - count
    }
}
