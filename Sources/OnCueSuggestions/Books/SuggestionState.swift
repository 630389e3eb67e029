// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The state stored in addition to the donations.
///
/// A part that cannot be read is reset, and the others are kept.
package struct SuggestionState: Sendable, Equatable, Codable {
    package var devices = DeviceBook()
    package var places = PlaceBook()
    package var said = SaidBook()
    package var collections = CollectionPositions()
    package var times: [NamedTime] = []
    package var locations = SeenLocations()
    package var trips = TripBook()
    package var people = PeopleBook()
    package var settings = RaisingSettings()
    package var memory = TriggerMemory()
    /// The number of the last trigger, so that none is used twice.
    package var lastTrigger: Trigger.ID = 0
    /// The last known place of the machine.
    package var lastPlace: String?
    /// The times since which learnt items could not be found, in seconds since 1970.
    package var missing: [String: Int64] = [:]
    /// The present offer, so that it survives a restart.
    package var offer: SavedOffer?
    /// The last reported start of the machine.
    package var boot: String?

    package init() {}

    private enum CodingKeys: String, CodingKey {
        case devices, places, said, collections, times, settings, memory, lastTrigger, lastPlace, missing, offer,
            locations, trips, people, boot
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ usual: Value) -> Value {
            (try? values.decodeIfPresent(Value.self, forKey: key)) ?? usual
        }
        devices = DeviceBook(read(.devices, [DeviceBook.Entry]()))
        places = PlaceBook(read(.places, [PlaceBook.Place]()))
        said = read(.said, SaidBook())
        collections = read(.collections, CollectionPositions())
        times = Array(read(.times, [NamedTime]()).prefix(NamedTime.limit))
        locations = read(.locations, SeenLocations())
        trips = read(.trips, TripBook())
        people = read(.people, PeopleBook())
        settings = read(.settings, RaisingSettings())
        memory = TriggerMemory(read(.memory, [TriggerKey: TriggerMemory.Entry]()))
        lastTrigger = read(.lastTrigger, 0)
        lastPlace = read(.lastPlace, nil)
        missing = read(.missing, [:])
        offer = read(.offer, nil)
        boot = read(.boot, nil)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(devices.all, forKey: .devices)
        try values.encode(places.all, forKey: .places)
        try values.encode(said, forKey: .said)
        try values.encode(collections, forKey: .collections)
        try values.encode(times, forKey: .times)
        try values.encode(locations, forKey: .locations)
        try values.encode(trips, forKey: .trips)
        try values.encode(people, forKey: .people)
        try values.encode(settings, forKey: .settings)
        try values.encode(memory.entries, forKey: .memory)
        try values.encode(lastTrigger, forKey: .lastTrigger)
        try values.encodeIfPresent(lastPlace, forKey: .lastPlace)
        try values.encode(missing, forKey: .missing)
        try values.encodeIfPresent(offer, forKey: .offer)
        try values.encodeIfPresent(boot, forKey: .boot)
    }
}
