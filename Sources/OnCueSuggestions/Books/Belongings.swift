// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Items that belong to positions in the world, or to places by their names, so that they can be suggested where the
/// machine arrives there.
package struct Belongings: Sendable, Equatable {
    /// The most entries: many more than an hour of driving passes, since it is not known yet which of them are near
    /// when they are collected.
    package static let limit = 5_000
    /// The distance within which something belongs to the location of the machine, in metres.
    package static let radius = 200.0

    package struct Entry: Sendable, Equatable {
        package var item: String
        /// The name of the location.
        package var name: String
        /// `nil` if only the name is known.
        package var fence: Geofence?

        package init(_ item: String, name: String, at position: GeographicPosition?) {
            (self.item, self.name) = (item, name)
            fence = position.map { Geofence($0, radius: Belongings.radius) }
        }

        fileprivate func distance(to position: GeographicPosition) -> Double {
            fence?.distance(to: position) ?? .infinity
        }
    }

    package let entries: [Entry]
    /// Whether the user has requested some of it, which is reason enough to determine the position.
    package let isAskedFor: Bool

    package init(_ entries: some Sequence<Entry> = [], isAskedFor: Bool = false) {
        self.entries = Array(entries.prefix(Self.limit))
        self.isAskedFor = isAskedFor
    }

    /// Returns the items that belong to a position, the nearest first.
    package func items(at position: GeographicPosition) -> [String] {
        let near = entries.filter { $0.fence?.holds(position, isInside: false) == true }
        return near.sorted { $0.distance(to: position) < $1.distance(to: position) }.map(\.item)
    }

    /// Returns the items whose locations have a matching name.
    package func items(whereNamed isMeant: (String) -> Bool) -> [String] {
        entries.filter { isMeant($0.name) }.map(\.item)
    }

    /// Returns the location at a position.
    ///
    /// - Parameter last: The previous place of the machine, which is not left at once.
    package func place(at position: GeographicPosition, last: String?) -> PlaceFinding {
        let placed = entries.filter { $0.fence != nil }
        let former = placed.filter { $0.name == last }.map { $0.fence?.holds(position, isInside: true) }
        if former.contains(true), let last { return .at(last) }
        if former.contains(nil) { return .unclear }
        let found = placed.map { ($0, $0.fence?.holds(position, isInside: false)) }
        let near = found.filter { $0.1 == true }.map(\.0)
        if let nearest = near.min(by: { $0.distance(to: position) < $1.distance(to: position) }) {
            return .at(nearest.name)
        }
        return found.contains { $0.1 == nil } ? .unclear : .nowhere
    }
}
