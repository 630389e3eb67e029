// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The places named by the user, and the features by which they are recognised.
package struct PlaceBook: Sendable, Equatable {
    package static let limit = 50

    package struct Place: Sendable, Equatable, Codable {
        package var name: String
        /// Salted hashes of the networks there.
        package var marks: Set<String>
        package var fence: Geofence?
        /// The user's policy for an arrival; `nil` for the default.
        package var policy: RaisingPolicy?

        package init(
            name: String, marks: Set<String> = [], fence: Geofence? = nil, policy: RaisingPolicy? = nil
        ) {
            self.name = name
            self.marks = marks
            self.fence = fence
            self.policy = policy
        }
    }

    private var places: [String: Place] = [:]

    package init(_ places: some Sequence<Place> = []) {
        for place in places.prefix(Self.limit) { self.places[Self.key(place.name)] = place }
    }

    /// By name.
    package var all: [Place] { places.values.sorted { $0.name < $1.name } }
    package var isFull: Bool { places.count >= Self.limit }
    /// Whether a position is useful.
    package var hasFences: Bool { places.values.contains { $0.fence != nil } }

    /// The case of a name does not matter.
    package subscript(name: String) -> Place? { places[Self.key(name)] }

    /// Returns whether a place can have a name: up to 40 characters, without any that have a special meaning for
    /// terminals.
    package static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.count <= 40 && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
            && name.first != " " && name.last != " "
    }

    /// Adds marks and a position to a place, which is created if it is new. A network belongs to the place to which it
    /// was added last.
    ///
    /// - Returns: `false` if there are too many places, or the name is invalid.
    package mutating func add(_ name: String, marks: Set<String> = [], fence: Geofence? = nil) -> Bool {
        let key = Self.key(name)
        guard Self.isName(name), places[key] != nil || !isFull else { return false }
        for other in places.keys where other != key { places[other]?.marks.subtract(marks) }
        var place = places[key] ?? Place(name: name)
        place.marks.formUnion(marks)
        place.fence = fence ?? place.fence
        places[key] = place
        return true
    }

    /// - Returns: `false` if the place does not exist.
    package mutating func setPolicy(_ policy: RaisingPolicy?, for name: String) -> Bool {
        guard places[Self.key(name)] != nil else { return false }
        places[Self.key(name)]?.policy = policy
        return true
    }

    /// - Returns: The removed place; `nil` if it did not exist.
    package mutating func remove(_ name: String) -> Place? { places.removeValue(forKey: Self.key(name)) }

    /// Returns the place that has one of the machine's present networks.
    package func place(withMarks marks: Set<String>) -> String? {
        all.first { !$0.marks.isDisjoint(with: marks) }?.name
    }

    /// Returns the place at a position.
    ///
    /// - Parameter last: The previous place of the machine, which is not left at once.
    package func place(at position: GeographicPosition, last: String?) -> PlaceFinding {
        if let last, let fence = self[last]?.fence {
            switch fence.holds(position, isInside: true) {
            case true?: return .at(self[last]?.name ?? last)
            case nil: return .unclear
            case false?: break
            }
        }
        var isUnclear = false
        let nearest = all.filter { place in
            let holds = place.fence?.holds(position, isInside: false)
            if place.fence != nil, holds == nil { isUnclear = true }
            return holds == true
        }.min { ($0.fence?.distance(to: position) ?? 0) < ($1.fence?.distance(to: position) ?? 0) }
        if let nearest { return .at(nearest.name) }
        return isUnclear ? .unclear : .nowhere
    }

    private static func key(_ name: String) -> String { name.lowercased() }
}

/// The place at a position.
package enum PlaceFinding: Sendable, Equatable {
    case at(String)
    case nowhere
    /// The position is not exact enough to decide.
    case unclear
}
