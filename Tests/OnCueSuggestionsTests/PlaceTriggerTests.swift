// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("Triggers of places")
struct PlaceTriggerTests {
    @Test("Another place that stays for five seconds is an arrival, and a departure from the one before")
    func arrival() {
        var stage = TriggerStage(lastPlace: "work")
        stage.tell(.place(.network, "work"))
        stage.pass(100)
        #expect(stage.outcomes.isEmpty)
        stage.tell(.place(.network, "home"))
        stage.pass(4.9)
        #expect(stage.raised.isEmpty)
        stage.pass(0.2)
        #expect(stage.kinds == [.departure, .arrival])
        #expect(stage.raised.map(\.name) == ["work", "home"])
        #expect(stage.machine.place == "home")
    }

    @Test("A network that comes and goes within ten minutes is no journey")
    func roaming() {
        var stage = TriggerStage(lastPlace: "home")
        stage.tell(.place(.network, "home"))
        for _ in 0..<10 {
            stage.tell(.place(.network, nil))
            stage.pass(300)
            stage.tell(.place(.network, "home"))
            stage.pass(60)
        }
        #expect(stage.raised.isEmpty)
    }

    @Test("After ten minutes without a place it has been left, and coming back is an arrival")
    func departure() throws {
        var stage = TriggerStage(lastPlace: "home")
        stage.tell(.place(.network, "home"))
        stage.tell(.place(.network, nil))
        stage.pass(601)
        #expect(stage.kinds == [.departure])
        #expect(stage.machine.place == nil)
        stage.tell(.place(.network, "home"))
        stage.pass(6)
        #expect(stage.kinds == [.departure, .arrival])
        stage.tell(.place(.network, "work"))
        stage.pass(6)
        #expect(stage.ended == [stage.raised[1].id])
    }

    @Test("The place in which a machine starts is no arrival, the place after that is")
    func beginning() {
        var stage = TriggerStage()
        stage.tell(.place(.network, nil))
        stage.pass(8)
        stage.tell(.place(.network, "home"))
        stage.pass(6)
        #expect(stage.raised.isEmpty)
        #expect(stage.reasons == [.wasThere])
        stage.tell(.place(.network, "work"))
        stage.pass(6)
        #expect(stage.kinds == [.departure, .arrival])
    }

    @Test("A machine that was switched off at work and on at home has arrived")
    func carried() {
        var stage = TriggerStage(lastPlace: "work")
        stage.tell(.place(.network, "home"))
        stage.pass(6)
        #expect(stage.kinds == [.departure, .arrival])
    }

    @Test("A night of sleep at one place is no absence, and sleep does not hide a journey")
    func sleep() {
        var stage = TriggerStage(lastPlace: "home")
        stage.tell(.place(.network, "home"))
        stage.tell(.place(.network, nil))
        stage.tell(.willSleep)
        stage.tell(.woke)
        stage.pass(20)
        stage.tell(.place(.network, "home"))
        stage.pass(6)
        #expect(stage.kinds == [.wake])
        stage.tell(.willSleep)
        stage.pass(3_600)
        stage.tell(.woke)
        stage.tell(.place(.network, "work"))
        stage.pass(6)
        #expect(stage.kinds == [.wake, .wake, .departure, .arrival])
    }

    @Test("A network tells more surely where one is than a position")
    func sources() {
        var stage = TriggerStage(lastPlace: "home")
        stage.tell(.place(.network, "home"))
        stage.tell(.place(.location, "work"))
        stage.pass(60)
        #expect(stage.raised.isEmpty)
        stage.tell(.place(.network, nil))
        stage.pass(6)
        #expect(stage.kinds == [.departure, .arrival])
    }

    @Test("Naming the place where one is, and taking its name away, is no arrival and no departure")
    func relabel() {
        var stage = TriggerStage()
        stage.tell(.place(.network, nil))
        stage.pass(3_600)
        stage.machine.relabel(.network, "home")
        stage.pass(3_600)
        #expect(stage.kinds.isEmpty && stage.machine.place == "home")
        stage.machine.relabel(.network, nil)
        stage.pass(3_600)
        #expect(stage.kinds.isEmpty && stage.machine.place == nil)
        stage.tell(.place(.network, "work"))
        stage.pass(10)
        #expect(stage.kinds == [.arrival])
    }
}
