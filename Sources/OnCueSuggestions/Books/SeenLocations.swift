// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The locations that were seen lately, on web pages and with content, so that they can be offered where a location is
/// needed.
package struct SeenLocations: Sendable, Equatable, Codable {
    package static let limit = 100

    /// The parts of an address, as far as they are known; empty texts otherwise.
    package struct Parts: Sendable, Equatable, Codable {
        package var street: String
        package var postalCode: String
        package var city: String
        package var region: String
        package var country: String

        package init(street: String, postalCode: String, city: String, region: String, country: String) {
            (self.street, self.postalCode, self.city) = (street, postalCode, city)
            (self.region, self.country) = (region, country)
        }
    }

    package struct Entry: Sendable, Equatable, Codable {
        package var name: String
        /// The address as one line; may be empty.
        package var address: String
        /// The same in its parts; `nil` if only the line is known.
        package var parts: Parts?
        package var position: GeographicPosition?
        package var telephones: [String]
        /// The source: the title of a page or of an item.
        package var source: String
        /// The address of the page; empty if there is none.
        package var page: String
        /// Seconds since 1970.
        package var lastSeen: Int64

        package init(
            name: String, address: String, parts: Parts? = nil, position: GeographicPosition?,
            telephones: [String] = [], source: String, page: String = "", lastSeen: Int64
        ) {
            self.name = name
            self.address = address
            self.parts = parts
            self.position = position
            self.telephones = telephones
            self.source = source
            self.page = page
            self.lastSeen = lastSeen
        }
    }

    /// The newest first.
    package private(set) var all: [Entry] = []

    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        all = Array(try values.decode([Entry].self, forKey: .all).prefix(Self.limit))
    }

    /// Adds a location, or moves a known one to the front.
    package mutating func add(_ entry: Entry) {
        all.removeAll { $0.name.lowercased() == entry.name.lowercased() && $0.address == entry.address }
        all.insert(entry, at: 0)
        if all.count > Self.limit { all.removeLast(all.count - Self.limit) }
    }
}

extension SeenLocations.Entry {
    /// Telephone numbers, the page and the parts of the address were added in later versions.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        address = try values.decode(String.self, forKey: .address)
        parts = try values.decodeIfPresent(SeenLocations.Parts.self, forKey: .parts)
        position = try values.decodeIfPresent(GeographicPosition.self, forKey: .position)
        telephones = try values.decodeIfPresent([String].self, forKey: .telephones) ?? []
        source = try values.decode(String.self, forKey: .source)
        page = try values.decodeIfPresent(String.self, forKey: .page) ?? ""
        lastSeen = try values.decode(Int64.self, forKey: .lastSeen)
    }
}
