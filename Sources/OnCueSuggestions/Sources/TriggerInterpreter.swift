// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Turns reports of sources into events, with the known devices and places.
package struct TriggerInterpreter: Sendable, Equatable {
    package var devices: DeviceBook
    package var places: PlaceBook
    /// The items that are recognised by their positions, in addition to the places of the user.
    package var belongings = Belongings()
    /// The marks of the present network, for defining a place; `nil` if they are unknown.
    package private(set) var network: Set<String>?
    /// The position of the machine, for defining a place.
    package private(set) var position: GeographicPosition?
    private var positionPlace: String?

    package init(devices: DeviceBook = DeviceBook(), places: PlaceBook = PlaceBook()) {
        self.devices = devices
        self.places = places
    }

    /// - Parameter time: Seconds since 1970 now.
    package mutating func events(
        of report: TriggerReport, from source: TriggerEvent.Source, at time: Int64
    ) -> [TriggerEvent] {
        switch report {
        case .listed(let seen): return [.listed(source, heard: seen.map { devices.see($0, at: time) })]
        case .present(let seen):
            // Nothing has happened, but the devices are known from now on.
            for device in seen { _ = devices.see(device, at: time) }
            return []
        case .lost: return lose(source)
        case .linked(let seen): return [.linked(devices.see(seen, at: time))]
        case .unlinked(let id): return [.unlinked(id)]
        case .heard(let seen): return [.heard(source, devices.see(seen, at: time))]
        case .unheard(let id): return [.unheard(source, id)]
        case .network(let marks):
            network = marks
            return [networkEvent].compactMap(\.self)
        case .position(let position):
            self.position = position
            return [locate()].compactMap(\.self)
        case .willSleep: return [.willSleep]
        case .woke: return [.woke]
        case .unlocked: return [.unlocked]
        case .booted: return [.booted]
        case .time(let name): return [.time(name)]
        }
    }

    /// Returns the events that follow from a change of places at the known location.
    package mutating func placesChanged() -> [TriggerEvent] {
        [networkEvent, locate()].compactMap(\.self)
    }

    private var networkEvent: TriggerEvent? {
        network.map { .place(.network, places.place(withMarks: $0)) }
    }

    private mutating func locate() -> TriggerEvent? {
        guard let position else { return nil }
        switch places.place(at: position, last: positionPlace) {
        case .at(let name): positionPlace = name
        case .nowhere:
            switch belongings.place(at: position, last: positionPlace) {
            // A feed may use the name of a place of the user, which has rules of its own.
            case .at(let name): positionPlace = places[name] == nil ? name : nil
            case .nowhere: positionPlace = nil
            case .unclear: return nil
            }
        case .unclear: return nil
        }
        return .place(.location, positionPlace)
    }

    private mutating func lose(_ source: TriggerEvent.Source) -> [TriggerEvent] {
        if source == .network { network = nil }
        if source == .location { (position, positionPlace) = (nil, nil) }
        return [.lost(source)]
    }
}
