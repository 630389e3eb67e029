// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// Places and times of day.
extension TriggersInterface {
    /// - Returns: `nil` when the call is about something else.
    func answerAboutPlaces(_ call: BusMethodCall) async throws -> [BusValue]? {
        let name = call.arguments.first?.stringValue ?? ""
        switch call.member {
        case "GetPlaces": return [.array(triggers.places.all.map(busValue), of: "a{sv}")]
        case "AddPlace": return [try await addPlace(name, call.arguments.last)]
        case "SetPlace": try await setPlace(name, call.arguments.last)
        case "RemovePlace":
            let place = try place(name)
            try await triggers.changePlaces { _ = $0.remove(place.name) }
        default: return nil
        }
        return []
    }

    private func busValue(_ place: PlaceBook.Place) -> BusValue {
        var values = BusDictionary()
        values.set("name", place.name)
        values.set("networks", place.marks.count)
        values.set("here", .bool(triggers.place == place.name))
        values.set(place.policy)
        if let fence = place.fence {
            values.set("latitude", .double(fence.centre.latitude))
            values.set("longitude", .double(fence.centre.longitude))
            values.set("radius", .double(fence.radius))
        }
        return .dictionary(values.values)
    }

    private func place(_ name: String) throws(ContentError) -> PlaceBook.Place {
        guard let place = triggers.places[name] else {
            throw ContentError(
                .notFound, "there is no place \"\(name.prefix(40))\"; list the places with: oncue place")
        }
        return place
    }

    private func addPlace(_ name: String, _ value: BusValue?) async throws -> BusValue {
        guard PlaceBook.isName(name) else {
            throw ControlError.invalidValue("a place needs a name of up to 40 characters")
        }
        var options = SuggestionOptions(value)
        let isHere = try options.flag("here") ?? false
        var position = isHere ? triggers.here.position : nil
        if isHere, triggers.here.marks.isEmpty { position = await triggers.findPosition() }
        let fence = try fence(&options, here: position)
        try options.finish()
        let marks = isHere ? triggers.here.marks : []
        guard !marks.isEmpty || fence != nil else { throw nothingTells(isHere) }
        var isTaken = true
        try await triggers.changePlaces { isTaken = $0.add(name, marks: marks, fence: fence) }
        guard isTaken else {
            throw ContentError(
                .refused, "there are already \(PlaceBook.limit) places, which is the limit; remove one first")
        }
        return busValue(try place(name))
    }

    private func nothingTells(_ isHere: Bool) -> any Error {
        guard isHere else {
            return ControlError.invalidValue("a place needs \"here\", or latitude and longitude")
        }
        return ContentError(
            .refused,
            "cannot recognise this place: neither its network nor its position is known; see what is "
                + "missing with: oncue triggers"
        )
    }

    private func fence(_ options: inout SuggestionOptions, here: GeographicPosition?) throws(BusError) -> Geofence? {
        let (latitude, longitude) = (try options.real("latitude"), try options.real("longitude"))
        let radius = try options.real("radius") ?? Geofence.usualRadius
        guard Geofence.radii.contains(radius) else {
            throw ControlError.invalidValue(
                "radius must be from \(Int(Geofence.radii.lowerBound)) to \(Int(Geofence.radii.upperBound)) metres")
        }
        switch (latitude, longitude) {
        // A position that may be anywhere around the place is useless for recognising it.
        case (nil, nil): return here.flatMap { $0.accuracy <= radius ? Geofence($0, radius: radius) : nil }
        case (let latitude?, let longitude?):
            guard let position = GeographicPosition(latitude: latitude, longitude: longitude) else {
                throw ControlError.invalidValue("latitude must be from -90 to 90, and longitude from -180 to 180")
            }
            return Geofence(position, radius: radius)
        default: throw ControlError.invalidValue("latitude and longitude must be given together")
        }
    }

    private func setPlace(_ name: String, _ value: BusValue?) async throws {
        let known = try place(name)
        var options = SuggestionOptions(value)
        let policy = try options.policy(before: known.policy)
        try options.finish()
        guard let policy else { return }
        try await triggers.changePlaces { _ = $0.setPolicy(policy.value, for: known.name) }
        center.memory.note { $0.memory.forgetDismissals(about: known.name) }
    }
}

extension TriggersInterface {
    /// - Returns: `nil` when the call is about something else.
    func answerAboutTimes(_ call: BusMethodCall) async throws -> [BusValue]? {
        switch call.member {
        case "GetTimes": return [.array(center.times.map(busValue), of: "a{sv}")]
        case "AddTime": try await addTime(call.arguments)
        case "RemoveTime":
            let name = call.arguments.first?.stringValue ?? ""
            guard try await center.removeTime(name) else {
                throw ContentError(.notFound, "there is no time \"\(name.prefix(40))\"")
            }
        default: return nil
        }
        return []
    }

    private static var days: [String] { ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] }

    private func busValue(_ time: NamedTime) -> BusValue {
        var values = BusDictionary()
        values.set("name", time.name)
        values.set("time", time.time.minute)
        let now = Int(center.parts.clock.now())
        if let next = time.time.next(after: now, offset: WallClock.offset) { values.set("next", .int64(Int64(next))) }
        values.set("days", .strings(time.time.days.sorted().map { Self.days[$0] }))
        return .dictionary(values.values)
    }

    private func addTime(_ arguments: [BusValue]) async throws {
        let name = arguments.first?.stringValue ?? ""
        var weekdays: Set<Int> = []
        for day in arguments.last?.stringsValue ?? [] {
            guard let number = Self.days.firstIndex(of: day) else {
                throw ControlError.invalidValue("\"\(day.prefix(20))\" is not a day; expected mon, tue, … sun")
            }
            weekdays.insert(number)
        }
        let minute = arguments.dropFirst().first?.intValue ?? -1
        guard let time = NamedTime(name: name, minute: minute, weekdays: weekdays) else {
            throw ControlError.invalidValue(
                "a time needs a name of up to 40 characters, and minutes of a day, 0 to 1439")
        }
        guard try await center.add(time) else {
            throw ContentError(
                .refused, "there are already \(NamedTime.limit) times, which is the limit; remove one first")
        }
    }
}
