// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueSuggestions
import Testing

@Suite("What is kept of suggestions")
struct SuggestionStateTests {
    @Test("Everything comes back as it was")
    func whole() throws {
        var state = SuggestionState()
        _ = state.devices.see(SeenDevice(id: "A", name: "Set", facts: DeviceFacts(form: .car)), at: 5)
        _ = state.devices.setPolicy(RaisingPolicy(.play, volumeLimit: 0.4), for: "A")
        _ = state.places.add(
            "home", marks: ["x"], fence: Geofence(.at(1, 2), radius: 99))
        state.said.refuse("a", for: Trigger(id: 1, kind: .unlock))
        state.times = [try #require(NamedTime(name: "up", minute: 390, weekdays: [0, 4]))]
        state.settings.quietHours = PartOfDay(from: 1, to: 2)
        state.settings.moments = [.unlock]
        state.memory.noteRaised(TriggerKey(Trigger(id: 3, kind: .car)), at: 7)
        (state.lastTrigger, state.lastPlace, state.boot) = (3, "", "b")
        let data = try JSONEncoder().encode(state)
        #expect(try JSONDecoder().decode(SuggestionState.self, from: data) == state)
    }

    @Test("Settings that were written before there were more of them stay, and the others are as usual")
    func olderSettings() throws {
        let text = #"{"settings": {"dismissalLimit": 7, "stages": "?"}}"#
        let state = try JSONDecoder().decode(SuggestionState.self, from: Data(text.utf8))
        #expect(state.settings.dismissalLimit == 7 && state.settings.stages)
    }

    @Test("Locations that were seen before their pages were kept stay")
    func olderLocations() throws {
        let text = """
            {"locations": {"all": [{"name": "Hall", "address": "", "source": "A tour", "lastSeen": 5}]}}
            """
        let state = try JSONDecoder().decode(SuggestionState.self, from: Data(text.utf8))
        #expect(state.locations.all == [.init(name: "Hall", address: "", position: nil, source: "A tour", lastSeen: 5)])
    }

    @Test("A part that cannot be read begins anew, and the others stay")
    func damaged() throws {
        let text = #"{"lastTrigger": 9, "settings": "?", "devices": [{"id": 1}], "lastPlace": "home", "else": 1}"#
        let state = try JSONDecoder().decode(SuggestionState.self, from: Data(text.utf8))
        #expect(state.lastTrigger == 9 && state.lastPlace == "home")
        #expect(state.settings == RaisingSettings() && state.devices.all.isEmpty)
    }
}
