// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

@MediaActor
extension TriggerDesk {
    package func places() async throws -> [PlaceRecord] { triggers.places.all.map(record) }

    package func addPlace(_ name: String, _ location: PlaceLocation) async throws -> PlaceRecord {
        guard PlaceBook.isName(name) else {
            throw ServiceError(.invalidValue, "a place needs a name of up to 40 characters")
        }
        let isHere = location.isHere
        var position = isHere ? triggers.here.position : nil
        if isHere, triggers.here.marks.isEmpty { position = await triggers.findPosition() }
        let fence = try location.fence(here: position)
        let marks = isHere ? triggers.here.marks : []
        guard !marks.isEmpty || fence != nil else { throw nothingTells(isHere) }
        var isTaken = true
        try await triggers.changePlaces { isTaken = $0.add(name, marks: marks, fence: fence) }
        guard isTaken else {
            throw ContentError(
                .refused, "there are already \(PlaceBook.limit) places, which is the limit; remove one first")
        }
        return record(try known(name))
    }

    package func setPlace(_ name: String, _ wish: TriggerWish) async throws {
        let place = try known(name)
        guard let policy = try wish.policy(before: place.policy) else { return }
        try await center.changePlace(place.name) { _ = $0.setPolicy(policy.value, for: place.name) }
    }

    package func removePlace(_ name: String) async throws {
        let place = try known(name)
        try await triggers.changePlaces { _ = $0.remove(place.name) }
    }

    package func locations(for text: String, limit: Int) async throws -> [LocationMatch] {
        try await locations?.locations(for: text, limit: limit) ?? []
    }

    private func record(_ place: PlaceBook.Place) -> PlaceRecord {
        var record = PlaceRecord(name: place.name)
        (record.networks, record.isHere) = (place.marks.count, triggers.place == place.name)
        (record.policy, record.volumeLimit) = (place.policy?.action.rawValue, place.policy?.volumeLimit)
        record.area = place.fence.map {
            PlaceRecord.Area(latitude: $0.centre.latitude, longitude: $0.centre.longitude, radius: $0.radius)
        }
        return record
    }

    private func known(_ name: String) throws(ContentError) -> PlaceBook.Place {
        guard let place = triggers.places[name] else {
            throw ContentError(
                .notFound, "there is no place \"\(name.prefix(40))\"; list the places with: oncue place")
        }
        return place
    }

    private func nothingTells(_ isHere: Bool) -> any Error {
        guard isHere else {
            return ServiceError(.invalidValue, "a place needs \"here\", or latitude and longitude")
        }
        return ContentError(
            .refused,
            "cannot recognise this place: neither its network nor its position is known; see what is "
                + "missing with: oncue triggers"
        )
    }
}

extension PlaceLocation {
    /// Returns the circle around the position, or around that of the machine.
    ///
    /// - Throws: `invalidValue`.
    fileprivate func fence(here: GeographicPosition?) throws(ServiceError) -> Geofence? {
        let radius = radius ?? Geofence.usualRadius
        guard Geofence.radii.contains(radius) else {
            throw ServiceError(
                .invalidValue,
                "radius must be from \(Int(Geofence.radii.lowerBound)) to \(Int(Geofence.radii.upperBound)) metres")
        }
        switch (latitude, longitude) {
        // A position that may be anywhere around the place is useless for recognising it.
        case (nil, nil): return here.flatMap { $0.accuracy <= radius ? Geofence($0, radius: radius) : nil }
        case (let latitude?, let longitude?):
            guard let position = GeographicPosition(latitude: latitude, longitude: longitude) else {
                throw ServiceError(
                    .invalidValue, "latitude must be from -90 to 90, and longitude from -180 to 180")
            }
            return Geofence(position, radius: radius)
        default: throw ServiceError(.invalidValue, "latitude and longitude must be given together")
        }
    }
}
