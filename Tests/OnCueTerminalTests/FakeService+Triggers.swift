// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import OnCuePhrases
import OnCueRuntime

extension FakeService {
    func triggerSources() async throws(ClientError) -> [TriggerSourceRecord] { try note("sources").triggerSources }
    func triggerDevices() async throws(ClientError) -> [TriggerDeviceRecord] { try note("devices").triggerDevices }
    func triggerTimes() async throws(ClientError) -> [TriggerTimeRecord] { try note("times").triggerTimes }
    func triggerUpdates() -> AsyncStream<TriggerUpdate> {
        let state = current
        return state.isLive ? triggerHub.listen(beginningWith: .sourcesChanged) : Self.stream(state.triggerUpdates)
    }

    func setTriggerDevice(_ device: String, _ wish: TriggerWish) async throws(ClientError) {
        guard try note("device \(device) \(wish.text)").triggerDevices.contains(where: { $0.name == device }) else {
            throw ClientError(.notFound, "there is no device \"\(device)\"")
        }
    }

    func forgetTriggerDevice(_ device: String) async throws(ClientError) { _ = try note("forget device \(device)") }

    func places() async throws(ClientError) -> [PlaceRecord] { try note("places").places }

    func addPlace(_ name: String, _ location: PlaceLocation) async throws(ClientError) -> PlaceRecord {
        var place = PlaceRecord(name: name)
        let radius = location.radius.map { "\($0)" } ?? "-"
        if let latitude = location.latitude, let longitude = location.longitude {
            _ = try note("add place \(name) \(latitude) \(longitude) \(radius)")
            place.area = PlaceRecord.Area(latitude: latitude, longitude: longitude, radius: location.radius)
        } else {
            _ = try note("add place \(name) here \(radius)")
            place.networks = 1
        }
        return place
    }

    func locations(for text: String, limit: Int) async throws(ClientError) -> [LocationMatch] {
        Array(try note("locations \(text)").locations.prefix(limit))
    }

    func open(_ address: String) async throws(ClientError) { _ = try note("open \(address)") }

    func setPlace(_ name: String, _ wish: TriggerWish) async throws(ClientError) {
        _ = try note("set place \(name) \(wish.text)")
    }

    func removePlace(_ name: String) async throws(ClientError) { _ = try note("remove place \(name)") }

    func trips() async throws(ClientError) -> [TripRecord] { try note("trips").trips }

    func planTrip(_ request: TripRequest) async throws(ClientError) -> TripPlan {
        let time = request.time.map { "\($0.components.seconds)" } ?? "-"
        return try note("trip \(request.destination) from \(request.origin ?? "-") \(time)").trip
    }

    func addTriggerTime(_ name: String, minute: Int, days: [String]) async throws(ClientError) {
        _ = try note("time \(name) \(minute) " + days.joined(separator: ","))
        change { $0.triggerTimes.append(TriggerTimeRecord(name: name, minute: minute, days: days)) }
    }

    func removeTriggerTime(_ name: String) async throws(ClientError) { _ = try note("remove time \(name)") }

    func simulate(_ request: SimulationRequest) async throws(ClientError) -> SimulationResult {
        let words = [request.kind, request.name ?? "-", request.place ?? "-", request.time.map { "\($0)" } ?? "now"]
        return try note("simulate " + words.joined(separator: " ") + (request.isDryRun ? " dry" : "")).simulation
    }
}

extension TriggerWish {
    /// Each wish, with `-` for what stays.
    fileprivate var text: String {
        [kind ?? "-", policy ?? "-", volumeLimit.map { "\($0)" } ?? "-"].joined(separator: " ")
    }
}
