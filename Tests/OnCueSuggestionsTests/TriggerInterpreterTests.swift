// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("What sources tell, as events")
struct TriggerInterpreterTests {
    private static let set = SeenDevice(id: "A", name: "Set", facts: DeviceFacts(bluetoothClass: 0x240418))

    @Test("A device is what all sources and the person say it is")
    func devices() {
        var interpreter = TriggerInterpreter()
        expect(
            interpreter.events(of: .heard(Self.set), from: .sound, at: 1),
            is: [.heard(.sound, TriggerDevice(id: "A", name: "Set", kind: .headphones))])
        _ = interpreter.devices.say(.car, of: "A")
        expect(
            interpreter.events(of: .listed([Self.set]), from: .bluetooth, at: 2),
            is: [.listed(.bluetooth, heard: [TriggerDevice(id: "A", name: "Set", kind: .car)])])
    }

    @Test("A place that is named for the network in which the machine is, is where it is")
    func naming() {
        var interpreter = TriggerInterpreter()
        expect(interpreter.events(of: .network(["n"]), from: .network, at: 1), is: [.place(.network, nil)])
        _ = interpreter.places.add("home", marks: interpreter.network ?? [])
        expect(interpreter.placesChanged(), is: [.place(.network, "home")])
        expect(interpreter.events(of: .network([]), from: .network, at: 2), is: [.place(.network, nil)])
    }

    @Test("A position that tells nothing is no event, and one keeps the place until it is clear that it was left")
    func positions() {
        let centre = GeographicPosition.at(10, 10)
        var interpreter = TriggerInterpreter()
        _ = interpreter.places.add("home", fence: Geofence(centre, radius: 100))
        expect(interpreter.events(of: .position(centre), from: .location, at: 1), is: [.place(.location, "home")])
        let near = GeographicPosition.at(10.0011, 10)
        expect(interpreter.events(of: .position(near), from: .location, at: 2).isEmpty, is: true)
        let far = GeographicPosition.at(10.1, 10)
        expect(interpreter.events(of: .position(far), from: .location, at: 3), is: [.place(.location, nil)])
    }

    @Test("A source that is away knows nothing any more")
    func lost() {
        var interpreter = TriggerInterpreter()
        _ = interpreter.events(of: .network(["n"]), from: .network, at: 1)
        expect(interpreter.events(of: .lost, from: .network, at: 2), is: [.lost(.network)])
        #expect(interpreter.network == nil)
    }
}
