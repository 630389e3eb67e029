// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The locations that were seen lately, on web pages and with content, so that they can be offered where one is asked
/// for.
package struct SeenLocations: Sendable, Equatable, Codable {
    package static let limit = 100

    package struct Entry: Sendable, Equatable, Codable {
        package var name: String
        /// The address as one line; may be empty.
        package var address: String
        package var position: GeographicPosition?
        /// Where it was seen: the title of a page or of an item.
        package var source: String
        /// Seconds since 1970.
        package var lastSeen: Int64

        package init(name: String, address: String, position: GeographicPosition?, source: String, lastSeen: Int64) {
            self.name = name
            self.address = address
            self.position = position
            self.source = source
            self.lastSeen = lastSeen
        }
    }

    /// The newest first.
    package private(set) var all: [Entry] = []

    package init() {}

    /// Adds a location, or moves it to the front when it is known.
    package mutating func add(_ entry: Entry) {
        all.removeAll { $0.name.lowercased() == entry.name.lowercased() && $0.address == entry.address }
        all.insert(entry, at: 0)
        if all.count > Self.limit { all.removeLast(all.count - Self.limit) }
    }
}
