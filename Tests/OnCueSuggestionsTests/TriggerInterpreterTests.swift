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

    @Test("What belongs to a position is a place, too, behind those of the user, and is left as they are")
    func belongings() {
        let centre = GeographicPosition.at(10, 10)
        var interpreter = TriggerInterpreter()
        interpreter.belongings = Belongings([
            .init("episode:a", name: "Hall", at: centre), .init("episode:b", name: "Hall", at: .at(10.001, 10)),
            .init("episode:c", name: "Lake", at: .at(11, 10)),
        ])
        expect(interpreter.events(of: .position(centre), from: .location, at: 1), is: [.place(.location, "Hall")])
        #expect(interpreter.belongings.items(at: centre) == ["episode:a", "episode:b"])
        let edge = GeographicPosition.at(10.003, 10)
        #expect(interpreter.belongings.items(at: edge).isEmpty)
        expect(interpreter.events(of: .position(edge), from: .location, at: 2).isEmpty, is: true)
        expect(
            interpreter.events(of: .position(.at(10.01, 10)), from: .location, at: 3), is: [.place(.location, nil)])
        _ = interpreter.places.add("home", fence: Geofence(centre, radius: 100))
        expect(interpreter.events(of: .position(centre), from: .location, at: 4), is: [.place(.location, "home")])
        var inexact = centre
        inexact.accuracy = 300
        #expect(interpreter.belongings.items(at: inexact).isEmpty)
    }

    @Test("The nearest is found among many, wherever it is in the list")
    func manyBelongings() {
        let far = (0..<2_000).map { Belongings.Entry("episode:\($0)", name: "Far", at: .at(50, Double($0) / 100)) }
        let belongings = Belongings(far + [.init("episode:near", name: "Near", at: .at(10, 10))])
        #expect(belongings.items(at: .at(10, 10)) == ["episode:near"])
    }

    @Test("What has only the name of a location is found by it, and is no place by itself")
    func names() {
        var interpreter = TriggerInterpreter()
        interpreter.belongings = Belongings([
            .init("episode:a", name: "Old Quäy", at: nil), .init("episode:b", name: "Lake", at: .at(10, 10)),
        ])

        #expect(interpreter.belongings.items { $0 == "Old Quäy" } == ["episode:a"])
        #expect(interpreter.belongings.items { $0 == "Quay" }.isEmpty)
        expect(
            interpreter.events(of: .position(.at(10, 10)), from: .location, at: 1), is: [.place(.location, "Lake")])
        #expect(interpreter.belongings.items(at: .at(10, 10)) == ["episode:b"])
    }

    @Test("What a feed calls by the name of a place of the user is not that place")
    func namesakes() {
        let centre = GeographicPosition.at(10, 10)
        var interpreter = TriggerInterpreter()
        _ = interpreter.places.add("Home", fence: Geofence(.at(50, 50), radius: 100))
        interpreter.belongings = Belongings([.init("episode:a", name: "home", at: centre)])

        expect(interpreter.events(of: .position(centre), from: .location, at: 1), is: [.place(.location, nil)])
        #expect(interpreter.belongings.items(at: centre) == ["episode:a"], "it is suggested nevertheless")
    }

    @Test("A source that is away knows nothing any more")
    func lost() {
        var interpreter = TriggerInterpreter()
        _ = interpreter.events(of: .network(["n"]), from: .network, at: 1)
        expect(interpreter.events(of: .lost, from: .network, at: 2), is: [.lost(.network)])
        #expect(interpreter.network == nil)
    }
}
