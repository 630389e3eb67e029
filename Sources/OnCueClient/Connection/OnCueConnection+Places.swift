// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension OnCueConnection {
    package func places() async throws(ClientError) -> [PlaceRecord] {
        try await rows("GetPlaces").compactMap { PlaceRecord($0) }
    }

    package func addPlace(_ name: String, _ location: PlaceLocation) async throws(ClientError) -> PlaceRecord {
        var wait = LongWait.daemon
        if case .here = location { wait = LongWait("the position of this machine", limit: .seconds(10)) }
        let reply = try await call(
            "AddPlace", of: ServiceNames.triggers, [.string(name), .dictionary(location.options)], waitingFor: wait)
        guard let place = WireDictionary(reply.first).flatMap({ PlaceRecord($0) }) else {
            throw .unexpectedAnswer(to: "AddPlace")
        }
        return place
    }

    package func setPlace(_ name: String, _ wish: TriggerWish) async throws(ClientError) {
        try await call("SetPlace", of: ServiceNames.triggers, [.string(name), .dictionary(wish.options)])
    }

    package func removePlace(_ name: String) async throws(ClientError) {
        try await call("RemovePlace", of: ServiceNames.triggers, [.string(name)])
    }
}

extension PlaceLocation {
    fileprivate var options: [String: BusValue] {
        switch self {
        case .here(let radius): ["here": .bool(true)].merging(Self.radius(radius)) { $1 }
        case .area(let area):
            ["latitude": .double(area.latitude), "longitude": .double(area.longitude)]
                .merging(Self.radius(area.radius)) { $1 }
        }
    }

    private static func radius(_ metres: Double?) -> [String: BusValue] {
        metres.map { ["radius": .double($0)] } ?? [:]
    }
}
