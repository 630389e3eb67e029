// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// Trips, and the items that fit into them.
@MediaActor
extension TriggerDesk {
    package func trips() async throws -> [TripRecord] {
        center.state.trips.routes.map { route in
            TripRecord(
                from: route.trips.from, to: route.trips.to, TripBasis(route.trips), median: route.trips.time,
                last: route.last)
        }
    }

    package func planTrip(_ request: TripRequest) async throws -> TripPlan {
        if let time = request.time, !(time >= .seconds(1) && time <= SleepTimer.limit) {
            throw ServiceError(.invalidValue, "a trip takes from 1 s to 24 h")
        }
        let directions = try directions(request.destination)
        let origin = try await origin(request.origin, directions?.origin)
        let end = try await end(directions?.destination, isNeeded: request.time == nil)
        let isByCar = directions?.mode.map { $0 == .driving }
        var plan = TripPlan(
            time: request.time ?? .zero, destination: end?.name ?? "", location: end?.location, origin: origin ?? "")
        if request.time == nil {
            let estimate = try estimate(from: origin, to: end?.name, isByCar)
            (plan.time, plan.basis, plan.destination) = (estimate.time, TripBasis(estimate), estimate.to)
        }
        return try await filled(plan)
    }

    // MARK: The time

    private func estimate(
        from origin: String?, to destination: String?, _ isByCar: Bool?
    ) throws(ContentError) -> TripEstimate {
        let (trips, moment) = (center.state.trips, center.presentMoment)
        guard let origin else {
            throw ContentError(
                .notFound,
                "where the trip begins is not known; name a place with --from, or give its length with --minutes")
        }
        guard let destination else {
            if let usual = trips.expected(from: origin, at: moment, isByCar: isByCar) { return usual }
            throw ContentError(
                .notFound,
                "no usual trip from \"\(origin)\" at this time is known; name a destination, or give its length with "
                    + "--minutes")
        }
        if let known = trips.estimate(from: origin, to: destination, at: moment, isByCar: isByCar) { return known }
        let count = trips.count(from: origin, to: destination, isByCar: isByCar)
        let route = "from \"\(origin)\" to \"\(destination)\""
        throw ContentError(
            .notFound,
            (count == 0
                ? "no trip \(route) is known yet" : "only \(count) of the \(TripBook.fewest) trips \(route) are known")
                + "; give its length with --minutes")
    }

    // MARK: The ends

    private func directions(_ text: String) throws(ServiceError) -> DirectionsRequest? {
        guard !text.isEmpty else { return nil }
        do {
            return try DirectionsRequest(parsing: text)
        } catch {
            throw ServiceError(.invalidValue, "\"\(text.prefix(100))\" is not a request for directions: \(error)")
        }
    }

    /// Returns the name of the place where a trip begins; `nil` if it has none.
    private func origin(_ named: String?, _ requested: DirectionsRequest.Stop?) async throws -> String? {
        if let named, !named.isEmpty {
            guard let place = triggers.places[named] else {
                throw ContentError(
                    .notFound, "there is no place \"\(named.prefix(40))\"; list the places with: oncue place")
            }
            return place.name
        }
        // Map programs call the present location by a word in the user's language, which means nothing here.
        if let requested, let stop = try? await end(requested, isNeeded: true), triggers.places[stop.name] != nil {
            return stop.name
        }
        return triggers.place
    }

    private typealias End = (name: String, location: Location?)

    /// Returns one of the user's places, if the stop is in it, or else the location found.
    ///
    /// - Parameter isNeeded: Whether it must be one of the places, since its time must be looked up.
    private func end(_ stop: DirectionsRequest.Stop?, isNeeded: Bool) async throws -> End? {
        switch stop {
        case nil: return nil
        case .point(let point, let name):
            let location = Location(name: name ?? "", coordinates: point)
            return (place(at: point) ?? location?.line ?? "", location)
        case .text(let text):
            if let place = triggers.places[text] { return (place.name, Self.location(of: place)) }
            do {
                let found = try await locations(for: text, limit: 5).first {
                    $0.isNamed && $0.location.coordinates != nil
                }
                guard let location = found?.location else { return (text, nil) }
                return (location.coordinates.flatMap(place) ?? location.line, location)
            } catch let error as ContentError where error.code == .unavailable && !isNeeded {
                // Without a list of cities, a name is enough if the time is given.
                return (text, nil)
            }
        }
    }

    /// Returns the nearest of the user's places around a position.
    private func place(at point: Coordinates) -> String? {
        guard let position = GeographicPosition(latitude: point.latitude, longitude: point.longitude) else {
            return nil
        }
        let around = triggers.places.all.filter { place in
            place.fence.map { $0.distance(to: position) <= $0.radius } ?? false
        }
        return around.min {
            ($0.fence?.distance(to: position) ?? 0) < ($1.fence?.distance(to: position) ?? 0)
        }?.name
    }

    private static func location(of place: PlaceBook.Place) -> Location? {
        place.fence.flatMap { fence in
            Location(
                name: place.name,
                coordinates: Coordinates(latitude: fence.centre.latitude, longitude: fence.centre.longitude))
        }
    }

    // MARK: What fits

    private func filled(_ plan: TripPlan) async throws -> TripPlan {
        var plan = plan
        do {
            plan.fitted = FittedContent(try await center.selection(fitting: plan.time))
        } catch let error as ContentError where error.code == .notFound {
            plan.reason = error.message
        }
        return plan
    }
}

extension TripBasis {
    fileprivate init(_ estimate: TripEstimate) {
        self.init(
            count: estimate.count, isByCar: estimate.isByCar, lower: .seconds(estimate.lower),
            upper: .seconds(estimate.upper), isOfSuchTimes: estimate.isOfSuchTimes)
    }
}
