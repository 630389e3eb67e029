// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The triggers of suggestions: sources, devices, places and times: `org.oncue.Triggers1`.
package protocol TriggerService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    func triggerSources() async throws(Failure) -> [TriggerSourceRecord]

    /// Returns the reports of the sources from now on, beginning with ``TriggerUpdate/sourcesChanged``, until the
    /// reader stops.
    func triggerUpdates() async -> AsyncStream<TriggerUpdate>

    /// Simulates an event.
    ///
    /// - Throws: `invalidValue`, `notFound` for an unknown place.
    func simulate(_ request: SimulationRequest) async throws(Failure) -> SimulationResult

    // MARK: Devices

    /// Returns the known devices, the most recently seen first.
    func triggerDevices() async throws(Failure) -> [TriggerDeviceRecord]

    /// Sets the kind of a device, by its name or its identifier, or the policy for its arrival.
    ///
    /// - Throws: `notFound`, `invalidValue`, `storage`.
    func setTriggerDevice(_ device: String, _ wish: TriggerWish) async throws(Failure)

    /// - Throws: `notFound`, `storage`.
    func forgetTriggerDevice(_ device: String) async throws(Failure)

    // MARK: Places

    func places() async throws(Failure) -> [PlaceRecord]

    /// Defines a place by the current location of the machine, or by a position.
    ///
    /// - Returns: The place after the change.
    /// - Throws: `invalidValue`; `refused` if nothing would identify it, or if there are too many; `storage`.
    func addPlace(_ name: String, _ location: PlaceLocation) async throws(Failure) -> PlaceRecord

    /// Sets the policy for an arrival; the kind in the wish does not apply to places.
    ///
    /// - Throws: `notFound`, `invalidValue`, `storage`.
    func setPlace(_ name: String, _ wish: TriggerWish) async throws(Failure)

    /// - Throws: `notFound`, `storage`.
    func removePlace(_ name: String) async throws(Failure)

    /// Returns the locations that a text may mean, the likeliest first: that of a `geo:` URI, recently seen ones, and
    /// cities. For an empty text, the recently seen ones.
    ///
    /// - Throws: `invalidValue`, `unavailable` if there is no list of cities.
    func locations(for text: String, limit: Int) async throws(Failure) -> [LocationMatch]

    // MARK: Trips

    /// Returns the learnt trips, those of the most recently travelled route first.
    func trips() async throws(Failure) -> [TripRecord]

    /// Returns the duration of a trip, and the content that fits into it.
    ///
    /// - Throws: `notFound` if the duration is not known; `invalidValue`.
    func planTrip(_ request: TripRequest) async throws(Failure) -> TripPlan

    // MARK: Times

    func triggerTimes() async throws(Failure) -> [TriggerTimeRecord]

    /// Adds a time of day for suggestions.
    ///
    /// - Parameters:
    ///   - minute: Minutes since midnight.
    ///   - days: `mon` to `sun`; none for every day.
    /// - Throws: `invalidValue`, `refused` if there are too many, `storage`.
    func addTriggerTime(_ name: String, minute: Int, days: [String]) async throws(Failure)

    /// - Throws: `notFound`, `storage`.
    func removeTriggerTime(_ name: String) async throws(Failure)
}

// MARK: On the bus

package enum TriggerMethods {
    package static let sources = Method<Nothing, Only<[TriggerSourceRecord]>>(
        ServiceNames.triggers, "GetSources", isRepeatable: true)
    package static let devices = Method<Nothing, Only<[TriggerDeviceRecord]>>(
        ServiceNames.triggers, "GetDevices", isRepeatable: true)
    package static let setDevice = Method<Pair<String, Strict<TriggerWish>>, Nothing>(
        ServiceNames.triggers, "SetDevice", isRepeatable: true)
    package static let forgetDevice = Method<Only<String>, Nothing>(ServiceNames.triggers, "ForgetDevice")
    package static let places = Method<Nothing, Only<[PlaceRecord]>>(
        ServiceNames.triggers, "GetPlaces", isRepeatable: true)
    package static let addPlace = Method<Pair<String, Strict<PlaceLocation>>, Only<PlaceRecord>>(
        ServiceNames.triggers, "AddPlace")
    package static let setPlace = Method<Pair<String, Strict<PlaceWish>>, Nothing>(
        ServiceNames.triggers, "SetPlace", isRepeatable: true)
    package static let removePlace = Method<Only<String>, Nothing>(ServiceNames.triggers, "RemovePlace")
    package static let locations = Method<Pair<String, Int>, Only<[LocationMatch]>>(
        ServiceNames.triggers, "FindLocations", isRepeatable: true)
    package static let trips = Method<Nothing, Only<[TripRecord]>>(
        ServiceNames.triggers, "GetTrips", isRepeatable: true)
    package static let planTrip = Method<Pair<String, Strict<TripOptions>>, Only<TripPlan>>(
        ServiceNames.triggers, "PlanTrip", isRepeatable: true)
    package static let times = Method<Nothing, Only<[TriggerTimeRecord]>>(
        ServiceNames.triggers, "GetTimes", isRepeatable: true)
    package static let addTime = Method<NewTime, Nothing>(ServiceNames.triggers, "AddTime")
    package static let removeTime = Method<Only<String>, Nothing>(ServiceNames.triggers, "RemoveTime")
    package static let simulate = Method<Only<Strict<SimulationRequest>>, Only<SimulationResult>>(
        ServiceNames.triggers, "Simulate")
    /// Sets whether the caller receives ``event``.
    package static let watch = Method<Only<Bool>, Nothing>(ServiceNames.triggers, "Watch", isRepeatable: true)
    package static let event = Event<Only<TriggerEventRecord>>(ServiceNames.triggers, "Event")
    package static let sourcesChanged = Event<Nothing>(ServiceNames.triggers, "SourcesChanged")

    package static func bindings<Service: TriggerService>() -> [Binding<Service>] {
        [
            Binding(sources) { service, _ in Only(try await service.triggerSources()) },
            Binding(devices) { service, _ in Only(try await service.triggerDevices()) },
            Binding(setDevice) { try await $0.setTriggerDevice($1.first, try $1.second.understood()) },
            Binding(forgetDevice) { try await $0.forgetTriggerDevice($1.value) },
            Binding(places) { service, _ in Only(try await service.places()) },
            Binding(addPlace) { Only(try await $0.addPlace($1.first, try $1.second.understood())) },
            Binding(setPlace) { try await $0.setPlace($1.first, try $1.second.understood().wish) },
            Binding(removePlace) { try await $0.removePlace($1.value) },
            Binding(locations) { Only(try await $0.locations(for: $1.first, limit: $1.second)) },
            Binding(trips) { service, _ in Only(try await service.trips()) },
            Binding(planTrip) { service, arguments in
                let options = try arguments.second.understood()
                return Only(
                    try await service.planTrip(
                        TripRequest(to: arguments.first, from: options.origin, time: options.time)))
            },
            Binding(times) { service, _ in Only(try await service.triggerTimes()) },
            Binding(addTime) { try await $0.addTriggerTime($1.name, minute: $1.minute, days: $1.days) },
            Binding(removeTime) { try await $0.removeTriggerTime($1.value) },
            Binding(simulate) { Only(try await $0.simulate(try $1.value.understood())) },
            Binding(watch, watches: event),
        ]
    }
}

/// The options of `SetPlace`: those of a device except for the kind.
package struct PlaceWish: DictionaryForm {
    fileprivate var wish: TriggerWish

    package init(_ wish: TriggerWish) { self.wish = wish }

    package static var blank: PlaceWish { PlaceWish(TriggerWish()) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("policy", &wish.policy, .ifGiven)
        fields("volumeLimit", &wish.volumeLimit)
    }
}

/// The arguments of `AddTime`.
package struct NewTime: WireForm {
    fileprivate var name: String
    fileprivate var minute: Int
    fileprivate var days: [String]

    package init(_ name: String, minute: Int, days: [String]) {
        (self.name, self.minute, self.days) = (name, minute, days)
    }

    package static var blank: NewTime { NewTime("", minute: 0, days: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name)
        fields("time", &minute)
        fields("days", &days)
    }
}
