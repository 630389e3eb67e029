// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: TriggerService {
    package func triggerSources() async throws(ServiceError) -> [TriggerSourceRecord] {
        try await read(TriggerMethods.sources)
    }

    package func simulate(_ request: SimulationRequest) async throws(ServiceError) -> SimulationResult {
        try await call(TriggerMethods.simulate, Only(Strict(request))).value
    }

    package func triggerDevices() async throws(ServiceError) -> [TriggerDeviceRecord] {
        try await read(TriggerMethods.devices)
    }

    package func setTriggerDevice(_ device: String, _ wish: TriggerWish) async throws(ServiceError) {
        try await call(TriggerMethods.setDevice, Pair(device, Strict(wish)))
    }

    package func forgetTriggerDevice(_ device: String) async throws(ServiceError) {
        try await call(TriggerMethods.forgetDevice, Only(device))
    }

    package func places() async throws(ServiceError) -> [PlaceRecord] { try await read(TriggerMethods.places) }

    package func locations(for text: String, limit: Int) async throws(ServiceError) -> [LocationMatch] {
        try await call(TriggerMethods.locations, Pair(text, limit)).value
    }

    package func addPlace(_ name: String, _ location: PlaceLocation) async throws(ServiceError) -> PlaceRecord {
        let wait = location.isHere ? LongWait("the position of this machine", limit: .seconds(10)) : .daemon
        return try await call(TriggerMethods.addPlace, Pair(name, Strict(location)), waitingFor: wait).value
    }

    package func setPlace(_ name: String, _ wish: TriggerWish) async throws(ServiceError) {
        try await call(TriggerMethods.setPlace, Pair(name, Strict(PlaceWish(wish))))
    }

    package func removePlace(_ name: String) async throws(ServiceError) {
        try await call(TriggerMethods.removePlace, Only(name))
    }

    package func trips() async throws(ServiceError) -> [TripRecord] { try await read(TriggerMethods.trips) }

    package func planTrip(_ request: TripRequest) async throws(ServiceError) -> TripPlan {
        let options = TripOptions(origin: request.origin, time: request.time)
        return try await call(TriggerMethods.planTrip, Pair(request.destination, Strict(options))).value
    }

    package func triggerTimes() async throws(ServiceError) -> [TriggerTimeRecord] {
        try await read(TriggerMethods.times)
    }

    package func addTriggerTime(_ name: String, minute: Int, days: [String]) async throws(ServiceError) {
        try await call(TriggerMethods.addTime, NewTime(name, minute: minute, days: days))
    }

    package func removeTriggerTime(_ name: String) async throws(ServiceError) {
        try await call(TriggerMethods.removeTime, Only(name))
    }
}
