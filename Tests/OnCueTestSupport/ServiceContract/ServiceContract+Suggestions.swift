// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks suggestions; nothing is learnt or offered at first.
    package static func suggestions(_ service: some SuggestionService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.offer()) == nil, "nothing is offered at first")
        notes.expect(notes.heard(try await service.suggestions(limit: 0)).isEmpty, "nothing is known to suggest")
        notes.expect(try await service.saidOfItems().isEmpty, "nothing is said at first")
        for id in ["", "1", "now.7"] {
            await notes.expect(.notFound, "\"\(id)\" is not accepted") { _ = try await service.acceptSuggestion(id) }
        }
        for id in ["1", "now.7"] {
            await notes.expect(.notFound, "\"\(id)\" is not explained") { _ = try await service.explainSuggestion(id) }
            await notes.expect(.notFound, "\"\(id)\" is not refused") {
                try await service.dismissSuggestion(id, .notNow)
            }
        }
        try await service.showNextSuggestion()
        notes.expect(notes.heard(try await service.showSuggestions()) == 0, "nothing is shown either")
        try await checkPins(service, notes)
        try await checkDonations(service, notes)
        try await checkSuggestionSettings(service, notes)
    }

    private static func checkPins(_ service: some SuggestionService, _ notes: Notes) async throws {
        try await service.setPinned("Albums/Blue", true)
        let said = notes.heard(try await service.saidOfItems())
        notes.expect(said.map(\.identifier) == ["album:blue"] && said.first?.isPinned == true, "what is pinned is told")
        let found = try await service.suggestions(limit: 5)
        notes.expect(found.first?.title == "Blue", "and suggested first")
        if let id = found.first?.id {
            notes.expect(
                notes.heard(try await service.explainSuggestion(id)).suggestion.title == "Blue", "and explained")
            notes.expect(notes.heard(try await service.acceptSuggestion(id)).title == "Blue", "and played")
        }
        try await service.setPinned("album:blue", false)
        notes.expect(try await service.saidOfItems().isEmpty, "what is unpinned is not told any longer")
        for (place, code) in wrongPlaces {
            await notes.expect(code, "\"\(place)\" is not pinned") { try await service.setPinned(place, true) }
        }
    }

    private static func checkDonations(_ service: some SuggestionService, _ notes: Notes) async throws {
        let before = try await service.exportLearnt(offset: 0, limit: 0).total
        let good = DonatedPlayback(item: "album:green", program: "org.a", identifier: "1")
        try await service.donate([good])
        let export = notes.heard(try await service.exportLearnt(offset: 0, limit: 0))
        notes.expect(export.total == before + 1 && export.lines.count == export.total, "what is learnt is exported")
        for (offset, limit, count) in pages(of: export.total) {
            let page = try await service.exportLearnt(offset: offset, limit: limit)
            notes.expect(
                page.lines.count == count && page.total == export.total, "\(limit) lines from \(offset) are \(count)")
        }
        for (bad, code) in [
            (DonatedPlayback(item: "album:none", program: "org.a", identifier: "2"), ServiceError.Code.notFound),
            (DonatedPlayback(item: "album:green", program: "", identifier: "2"), .invalidValue),
            (DonatedPlayback(item: "album:green", program: "org.a", identifier: ""), .invalidValue),
            (DonatedPlayback(item: "album:green", program: "org.a", identifier: "2", kind: "eaten"), .invalidValue),
            (DonatedPlayback(item: "album:green", program: "org.a", identifier: "2", time: 1 << 50), .invalidValue),
        ] {
            await notes.expect(code, "all of a call is learnt, or nothing") { try await service.donate([good, bad]) }
        }
        await notes.expect(.invalidValue, "a call has so many donations at most") {
            try await service.donate(Array(repeating: good, count: DonatedPlayback.limit + 1))
        }
        notes.expect(
            try await service.exportLearnt(offset: 0, limit: 0).total == export.total, "what fails is not learnt")
        notes.expect(try await service.deleteDonations(of: "org.b", []) == 0, "programs delete nothing of others")
        notes.expect(try await service.deleteDonations(of: "org.a", ["1"]) == 1, "but what they donated")
        await notes.expect(.invalidValue, "a program has a name") { _ = try await service.deleteDonations(of: "", []) }
        _ = notes.heard(try await service.forget(.all))
        await notes.expect(.nothingMatches, "an item that is forgotten is one") {
            _ = try await service.forget(.item("No/Such"))
        }
    }

    private static func checkSuggestionSettings(_ service: some SuggestionService, _ notes: Notes) async throws {
        notes.expect(
            notes.heard(try await service.suggestionSettings()) == SuggestionSettings(), "nothing is set at first")
        try await service.setSuggestions([.quietHours(.init(from: 1320, to: 420)), .dismissalLimit(0), .stages(false)])
        let settings = notes.heard(try await service.suggestionSettings())
        notes.expect(settings.quietHours == .init(from: 1320, to: 420), "what is set is read")
        notes.expect(settings.dismissalLimit == 0 && !settings.stages, "all of it")
        for bad: SuggestionSetting in [
            .coolDown(.seconds(-1)), .moments(["headphones"]), .quietHours(.init(from: 9, to: 9999)),
        ] {
            await notes.expect(.invalidValue, "\(bad) is refused", isForm: bad == .coolDown(.seconds(-1))) {
                try await service.setSuggestions([.stages(true), bad])
            }
        }
        notes.expect(try await service.suggestionSettings() == settings, "what is refused sets nothing")
        try await service.setSuggestions([.quietHours(nil)])
        notes.expect(try await service.suggestionSettings().quietHours == nil, "there need be no quiet hours")
    }

    /// Checks triggers.
    ///
    /// Sound and network are sources. The headset Set is connected, and the machine is in a network.
    package static func triggers(_ service: some TriggerService, _ notes: Notes) async throws {
        let sources = notes.heard(try await service.triggerSources())
        notes.expect(sources.map(\.source) == ["sound", "network"], "the sources are listed")
        try await checkDevices(service, notes)
        try await checkLocations(service, notes)
        try await checkTriggerPlaces(service, notes)
        try await checkTrips(service, notes)
        try await checkTimes(service, notes)
        let result = notes.heard(try await service.simulate(SimulationRequest(kind: "unlock", isDryRun: true)))
        notes.expect(!result.isRaised && !result.objections.isEmpty, "what is simulated dryly raises nothing")
        await notes.expect(.invalidValue, "rain is no trigger") {
            _ = try await service.simulate(SimulationRequest(kind: "rain"))
        }
        await notes.expect(.notFound, "an arrival is at a place that is known") {
            _ = try await service.simulate(SimulationRequest(kind: "arrival", name: "nowhere", isDryRun: true))
        }
    }

    private static func checkDevices(_ service: some TriggerService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.triggerDevices()).map(\.name) == ["Set"], "devices are listed")
        try await service.setTriggerDevice("set", TriggerWish(kind: "car", policy: "play", volumeLimit: 0.5))
        let device = notes.heard(try await service.triggerDevices()).first
        notes.expect(device?.kind == "car" && device?.isSaid == true, "a device is what the person says")
        notes.expect(device?.policy == "play" && device?.volumeLimit == 0.5, "and does what the person wants")
        for wish in [TriggerWish(kind: "tree"), TriggerWish(policy: "dance"), TriggerWish(volumeLimit: -1)] {
            await notes.expect(.invalidValue, "\(wish) is refused") { try await service.setTriggerDevice("Set", wish) }
        }
        notes.expect(try await service.triggerDevices().first == device, "what is refused changes nothing")
        try await service.setTriggerDevice("Set", TriggerWish(kind: "", policy: ""))
        let usual = try await service.triggerDevices().first
        notes.expect(usual?.isSaid == false && usual?.policy == nil, "what was said can be taken back")
        await notes.expect(.notFound, "nobody is not a device") {
            try await service.setTriggerDevice("nobody", TriggerWish())
        }
        try await service.forgetTriggerDevice("Set")
        notes.expect(try await service.triggerDevices().isEmpty, "a device can be forgotten")
        await notes.expect(.notFound, "but once only") { try await service.forgetTriggerDevice("Set") }
    }

    private static func checkLocations(_ service: some TriggerService, _ notes: Notes) async throws {
        let position = notes.heard(try await service.locations(for: "geo:51.19,7.5;u=20", limit: 5))
        notes.expect(
            position.map(\.origin) == [.uri] && position.first?.location.geoURI == "geo:51.19,7.5",
            "a geo: URI is a position")
        let city = notes.heard(try await service.locations(for: "Halv", limit: 5))
        notes.expect(city.map(\.location.name) == ["Halver"] && city.first?.origin == .city, "a name is a city")
        let address = try await service.locations(for: "Bahnhofstr. 7, 58553 Halver, Germany", limit: 5)
        notes.expect(address.first?.location.name == "Halver", "an address is in a city")
        notes.expect(
            try await service.locations(for: "geo:0,0?q=Halver", limit: 5).first?.origin == .city,
            "a search in a URI is a name")
        notes.expect(try await service.locations(for: "", limit: 5).isEmpty, "nothing was seen yet")
        notes.expect(try await service.locations(for: "Xyzzy", limit: 5).isEmpty, "not every name is a city")
        for text in ["geo:91,0", "geo:", "geo:1,2;crs=moon"] {
            await notes.expect(.invalidValue, "\(text) is no position") {
                _ = try await service.locations(for: text, limit: 5)
            }
        }
    }

    private static func checkTriggerPlaces(_ service: some TriggerService, _ notes: Notes) async throws {
        notes.expect(try await service.places().isEmpty, "there is no place at first")
        let home = notes.heard(try await service.addPlace("home", .here(radius: nil)))
        notes.expect(home.networks == 1 && home.isHere, "a place is where the machine is")
        let away = notes.heard(try await service.addPlace("away", .area(.init(latitude: 1, longitude: 2, radius: 300))))
        notes.expect(away.area == .init(latitude: 1, longitude: 2, radius: 300) && !away.isHere, "or at a position")
        notes.expect(Set(try await service.places().map(\.name)) == ["home", "away"], "places are listed")
        await notes.expect(.invalidValue, "a place has a name") {
            _ = try await service.addPlace("", .here(radius: nil))
        }
        await notes.expect(.invalidValue, "and lies on Earth") {
            _ = try await service.addPlace("moon", .area(.init(latitude: 999, longitude: 2)))
        }
        try await service.setPlace("HOME", TriggerWish(policy: "ignore"))
        let policies = try await service.places().filter { $0.name == "home" }.map(\.policy)
        notes.expect(policies == ["ignore"], "an arrival does what the person wants")
        await notes.expect(.invalidValue, "if there is such a thing") {
            try await service.setPlace("home", TriggerWish(policy: "dance"))
        }
        try await service.removePlace("away")
        notes.expect(try await service.places().map(\.name) == ["home"], "a place can be removed")
        await notes.expect(.notFound, "but once only") { try await service.removePlace("away") }
        await notes.expect(.notFound, "nowhere is not a place") { try await service.setPlace("away", TriggerWish()) }
    }

    private static func checkTrips(_ service: some TriggerService, _ notes: Notes) async throws {
        notes.expect(try await service.trips().isEmpty, "no trip was learnt yet")
        let plan = try await service.planTrip(TripRequest(to: "geo:0,0?q=Halver", time: .seconds(1_500)))
        notes.expect(
            notes.heard(plan).time == .seconds(1_500) && plan.basis == nil, "how long a trip takes can be said")
        notes.expect(
            plan.location?.name == "Halver" && plan.destination.hasPrefix("Halver") && plan.origin == "home",
            "it leads from here to a city")
        notes.expect((plan.fitted == nil) != plan.reason.isEmpty, "something fits, or there is a reason")
        let home = try await service.planTrip(TripRequest(to: "HOME", from: "Home", time: .seconds(60)))
        notes.expect(home.destination == "home" && home.origin == "home", "places are known by their names")
        for request in [TripRequest(to: ""), TripRequest(to: "Halver"), TripRequest(to: "home", from: "nowhere")] {
            await notes.expect(.notFound, "\(request) takes a time that is not known") {
                _ = try await service.planTrip(request)
            }
        }
        for request in [TripRequest(to: "geo:91,0"), TripRequest(to: "", time: .zero), TripRequest(to: "maps:")] {
            await notes.expect(.invalidValue, "\(request) is no trip") { _ = try await service.planTrip(request) }
        }
    }

    private static func checkTimes(_ service: some TriggerService, _ notes: Notes) async throws {
        notes.expect(try await service.triggerTimes().isEmpty, "there is no time at first")
        try await service.addTriggerTime("Morning", minute: 420, days: ["mon", "tue"])
        let times = notes.heard(try await service.triggerTimes())
        notes.expect(times.map(\.name) == ["Morning"] && times.first?.minute == 420, "a time can be added")
        notes.expect(times.first?.days == ["mon", "tue"], "for some days")
        for (name, minute, days) in [("", 0, [String]()), ("Late", 1440, []), ("Never", 0, ["someday"])] {
            await notes.expect(.invalidValue, "\(name) \(minute) \(days) is no time") {
                try await service.addTriggerTime(name, minute: minute, days: days)
            }
        }
        try await service.removeTriggerTime("Morning")
        notes.expect(try await service.triggerTimes().isEmpty, "a time can be removed")
        await notes.expect(.notFound, "but once only") { try await service.removeTriggerTime("Morning") }
    }
}
