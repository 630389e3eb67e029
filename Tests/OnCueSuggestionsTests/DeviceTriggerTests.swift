// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("Triggers of devices")
struct DeviceTriggerTests {
    private let headset = TriggerStage.headset
    private let car = TriggerStage.car

    @Test("Headphones raise one trigger as soon as sound can go there, whoever else tells of them")
    func joined() {
        var stage = TriggerStage()
        stage.tell(.linked(headset))
        stage.pass(1.5)
        stage.tell(.heard(.sound, headset))
        #expect(stage.kinds == [.headphones])
        #expect(stage.raised.first?.device == headset)
        stage.tell(.heard(.bluetooth, headset))
        stage.pass(30)
        #expect(stage.kinds == [.headphones])
        #expect(stage.reasons == [.joined])
        #expect(stage.ended.isEmpty)
        #expect(stage.machine.heard == [headset])
    }

    @Test("A connection without sound raises nothing, but has the likely item made ready for a while")
    func linkedOnly() {
        var stage = TriggerStage()
        stage.tell(.linked(headset))
        #expect(stage.expected == [headset.id])
        stage.pass(7.9)
        #expect(!stage.outcomes.contains(.giveUp(headset.id)))
        stage.pass(0.2)
        #expect(stage.outcomes.contains(.giveUp(headset.id)))
        #expect(stage.reasons == [.noSound])
        #expect(stage.raised.isEmpty)
        // Sound that comes late is sound.
        stage.tell(.heard(.sound, headset))
        #expect(stage.kinds == [.headphones])
    }

    @Test("A connection that breaks before there is sound is given up at once")
    func brokenLink() {
        var stage = TriggerStage()
        stage.tell(.linked(headset))
        stage.tell(.unlinked(headset.id))
        #expect(stage.outcomes == [.expect(headset), .giveUp(headset.id), .pass(.noSound)])
        #expect(stage.machine.deadline == nil)
    }

    @Test("What was there when a source began raises nothing, and goes without a word")
    func snapshot() {
        var stage = TriggerStage()
        stage.tell(.listed(.sound, heard: [headset]))
        stage.tell(.heard(.bluetooth, headset))
        #expect(stage.raised.isEmpty)
        #expect(stage.reasons == [.wasThere, .joined])
        stage.tell(.unheard(.sound, headset.id))
        stage.tell(.unheard(.bluetooth, headset.id))
        stage.pass(10)
        #expect(stage.raised.isEmpty && stage.ended.isEmpty)
        #expect(stage.machine.heard.isEmpty)
    }

    @Test("A sound server that starts again takes nothing away and raises nothing")
    func restartedServer() {
        var stage = TriggerStage()
        stage.tell(.heard(.sound, headset))
        stage.tell(.lost(.sound))
        stage.pass(1)
        stage.tell(.listed(.sound, heard: [headset]))
        stage.pass(120)
        #expect(stage.kinds == [.headphones])
        #expect(stage.ended.isEmpty)
    }

    @Test("The end comes two seconds after the last source has lost the device, once")
    func end() throws {
        var stage = TriggerStage()
        stage.tell(.heard(.sound, headset))
        stage.tell(.heard(.bluetooth, headset))
        stage.tell(.unheard(.sound, headset.id))
        stage.pass(60)
        #expect(stage.ended.isEmpty)
        stage.tell(.unheard(.bluetooth, headset.id))
        stage.pass(1.9)
        #expect(stage.ended.isEmpty)
        stage.pass(0.2)
        stage.pass(600)
        #expect(stage.ended == [try #require(stage.raised.first).id])
        #expect(stage.machine.deadline == nil)
    }

    @Test("A switch of profiles is no coming and going")
    func profileSwitch() {
        var stage = TriggerStage()
        stage.tell(.heard(.sound, headset))
        for _ in 0..<5 {
            stage.tell(.unheard(.sound, headset.id))
            stage.pass(0.4)
            stage.tell(.heard(.sound, headset))
            stage.pass(20)
        }
        #expect(stage.kinds == [.headphones])
        #expect(stage.ended.isEmpty)
        #expect(stage.reasons.allSatisfy { $0 == .flapping })
    }

    @Test("A device raises again only after a minute away", arguments: [(50.0, 1), (70.0, 2)])
    func rearm(away: Double, count: Int) {
        var stage = TriggerStage()
        stage.tell(.heard(.sound, headset))
        stage.tell(.unlinked(headset.id))
        stage.pass(away)
        stage.tell(.heard(.sound, headset))
        #expect(stage.kinds.count == count)
        #expect(stage.ended.count == 1)
        #expect(stage.reasons.contains(.backSoon) == (count == 1))
    }

    @Test("What comes back because the machine woke up raises nothing; what is new then does")
    func wakeBurst() {
        var stage = TriggerStage()
        stage.tell(.listed(.sound, heard: [headset]))
        stage.tell(.willSleep)
        stage.tell(.unheard(.sound, headset.id))
        stage.pass(8 * 3_600)
        stage.tell(.woke)
        stage.pass(4)
        stage.tell(.heard(.sound, headset))
        stage.tell(.heard(.sound, car))
        #expect(stage.kinds == [.wake, .car])
        #expect(stage.reasons.contains(.afterWake))
    }

    @Test("Entering and leaving the car are two events")
    func carLeft() throws {
        var stage = TriggerStage()
        stage.tell(.heard(.bluetooth, car))
        stage.pass(1_800)
        stage.tell(.unlinked(car.id))
        stage.pass(3)
        #expect(stage.kinds == [.car, .carLeft])
        #expect(stage.ended == [try #require(stage.raised.first).id])
        #expect(stage.raised.last?.device == car)
    }

    @Test("Loudspeakers raise nothing, unless another source knows them to be more")
    func kinds() {
        var stage = TriggerStage()
        stage.tell(.heard(.sound, TriggerStage.speaker))
        #expect(stage.raised.isEmpty)
        #expect(stage.reasons == [.noListener])
        var known = TriggerStage.speaker
        known.kind = .car
        stage.tell(.heard(.bluetooth, known))
        #expect(stage.kinds == [.car])
    }

    @Test("Two devices are two causes, each with an end of its own")
    func two() {
        var stage = TriggerStage()
        stage.tell(.heard(.sound, headset))
        stage.tell(.heard(.sound, car))
        #expect(stage.kinds == [.headphones, .car])
        stage.tell(.unlinked(headset.id))
        stage.pass(5)
        #expect(stage.ended == [stage.raised[0].id])
        #expect(stage.machine.heard == [car])
    }

    @Test("What is not known any more after a minute is forgotten")
    func bounded() {
        var stage = TriggerStage()
        for number in 0..<1_000 {
            let device = TriggerDevice(id: "device \(number)", name: "", kind: .headphones)
            stage.tell(.heard(.sound, device))
            stage.tell(.unheard(.sound, device.id))
            stage.pass(10)
        }
        #expect(stage.kinds.count == 1_000)
        #expect(stage.machine.knownDevices <= 8)
    }
}
