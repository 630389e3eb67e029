// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSuggestions
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("Suggestions after triggers")
@MediaActor
struct SuggestionCenterTests {
    @Test("Headphones raise what is usual with them, with the reason and the time that is left")
    func raise() async throws {
        let rig = await SuggestionRig()
        rig.sound.tell(.listed([]))
        try await rig.connect()
        let offer = try #require(rig.log.last)
        #expect(offer.suggestions.map(\.item.title) == ["Morning", "Evening"])
        #expect(offer.sentence == "WH-1000XM5 connected.")
        #expect(offer.suggestions[0].sentence.contains("you usually play this album: 28 of 28 times"))
        #expect(offer.expiresAt - offer.raisedAt == 600)
    }

    @Test("What other programs nominate follows what is usual, with its ground, until they say otherwise")
    func nominated() async throws {
        let rig = await SuggestionRig()
        rig.source.nominate([Nomination(SuggestionRig.item("Night"), .pinnedElsewhere)])
        try await rig.connect()
        let offer = try #require(rig.log.last)
        #expect(offer.suggestions.map(\.item.title) == ["Morning", "Evening", "Night"])
        #expect(offer.suggestions[2].sentence == "Pinned in the program that provides it.")
        rig.source.nominate([])
        #expect(await rig.center.suggestions(limit: 3).map(\.item.title) == ["Morning", "Evening"])
    }

    @Test("What is taken plays, the offer is over, and nothing is learnt of it before it was heard")
    func accept() async throws {
        let rig = await SuggestionRig()
        try await rig.connect()
        let played = try await rig.center.accept("")
        await rig.play()
        #expect(played.item.title == "Morning")
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "Morning1")
        #expect(rig.log.shown.events.suffix(2) == [.ended(.accepted), .nothing])
        await rig.center.parts.learning.finish()
        #expect(rig.store.donations.dropFirst(56).map(\.donation.kind) == [.accepted])
        await #expect(throws: ContentError.self) { try await rig.center.accept("") }
    }

    @Test("A suggestion is taken by its number, too; a number that there is not is refused and ends nothing")
    func numbers() async throws {
        let rig = await SuggestionRig()
        try await rig.connect()
        await #expect(throws: ContentError.self) { try await rig.center.accept("3") }
        await #expect(throws: ContentError.self) { try await rig.center.accept("999.1") }
        #expect(try await rig.center.accept("2").item.title == "Evening")
    }

    @Test("A link that breaks for a moment neither takes it back nor offers it anew")
    func flapping() async throws {
        let rig = await SuggestionRig()
        try await rig.connect()
        let shown = rig.log.shown.events
        let events = EventLog<TriggerOutcome>()
        let usual = rig.center.parts.triggers.onOutcome
        rig.center.parts.triggers.onOutcome = {
            usual?($0)
            events.append($0)
        }

        rig.time.advance(by: .seconds(30))
        rig.sound.tell(.unheard(SuggestionRig.headset.id))
        rig.time.advance(by: TriggerRules().grace - .milliseconds(1))
        await settle()
        rig.sound.tell(.heard(SuggestionRig.headset))
        rig.time.advance(by: .seconds(60))
        await settle()

        #expect(events.events == [.pass(.flapping)])
        #expect(rig.log.shown.events == shown)
        try await rig.disconnect()
        #expect(rig.log.shown.events.suffix(2) == [.ended(.causeEnded), .nothing])
    }

    @Test("It is taken back when the headphones are out, when its time is over and when something else plays")
    func withdraw() async throws {
        let rig = await SuggestionRig()
        try await rig.connect()
        try await rig.disconnect()
        #expect(rig.log.shown.events.suffix(2) == [.ended(.causeEnded), .nothing])
        let other = await SuggestionRig()
        try await other.connect()
        try other.controller.perform(.play([.sample("else")], startingAt: 0, shuffled: nil))
        await other.play()
        #expect(other.log.shown.events.suffix(2) == [.ended(.playedElse), .nothing])
        var state = SuggestionState()
        state.settings.lifetime = .milliseconds(30)
        let third = await SuggestionRig(state: state)
        try await third.connect()
        try await third.log.shown.wait("the end") { $0 == .ended(.expired) }
    }

    @Test("Nothing is raised while something plays, and the rule is told")
    func playing() async throws {
        let rig = await SuggestionRig()
        try rig.controller.perform(.play([.sample("else")], startingAt: 0, shuffled: nil))
        await rig.play()
        try await rig.connect()
        #expect(rig.asides.events == [[.playing]])
        #expect(rig.log.shown.count == 0)
    }

    @Test("Nothing is raised during a call, nor while the person does not want to be disturbed")
    func disturbance() async throws {
        let rig = await SuggestionRig()
        let (calls, quiet) = (FakeSoundUse(), FakeDoNotDisturb())
        (rig.center.soundUse, rig.center.doNotDisturb) = (calls, quiet)
        let trigger = Trigger(id: 0, kind: .time, name: "up")
        #expect(await rehearse(rig, trigger) == [])
        calls.isInCall = true
        quiet.isUndisturbed = true
        #expect(await rehearse(rig, trigger) == [.call, .undisturbed])
        (calls.isInCall, calls.program) = (false, "Radio Player")
        let told = await rig.center.rehearse(trigger, at: rig.clock.now, place: nil, isDry: true)
        #expect(told.decision.objections.first == .init(.playing, "You are listening to Radio Player."))
    }

    @Test("What is rehearsed for another time and place, and not dryly, is offered as it was ranked")
    func rehearsedOffer() async throws {
        let rig = await SuggestionRig()
        let trigger = rig.center.triggers.makeTrigger(.time, name: "evening")
        let told = await rig.center.rehearse(
            trigger, at: TestClock.monday + 11 * 3_600, place: "work", isDry: false)
        #expect(rig.log.last?.suggestions.map(\.item.title) == told.suggestions.map(\.item.title))
        #expect(rig.log.last?.sentence == "It is time: evening.")
    }

    @Test("Of two things that come together only the first raises something, and none within the cool-down")
    func coolDown() async throws {
        let rig = await SuggestionRig()
        try await rig.connect()
        try await rig.disconnect()
        rig.clock.advance(by: 60)
        let again = rig.center.triggers.makeTrigger(
            .headphones, device: TriggerDevice(id: SuggestionRig.headset.id, name: "WH-1000XM5", kind: .headphones))
        #expect(await rehearse(rig, again) == [.coolDown])
        rig.clock.advance(by: 15 * 60)
        #expect(await rehearse(rig, again) == [])
    }

    @Test("What is wanted of a car is for getting into it, and of a place for coming there")
    func policies() async throws {
        var state = SuggestionState()
        let car = SeenDevice(id: "C", name: "Car", facts: DeviceFacts(form: .car))
        _ = state.devices.see(car, at: 1)
        _ = state.devices.setPolicy(RaisingPolicy(.play), for: "C")
        _ = state.places.add("home", marks: ["n"])
        _ = state.places.setPolicy(RaisingPolicy(.play), for: "home")
        let rig = await SuggestionRig(state: state)
        rig.network.tell(.network(["n"]))
        let device = TriggerDevice(id: "C", name: "Car", kind: .car)
        #expect(await rehearse(rig, Trigger(id: 0, kind: .car, device: device)) == [])
        #expect(await rehearse(rig, Trigger(id: 0, kind: .carLeft, device: device)) == [.moment])
        #expect(await rehearse(rig, Trigger(id: 0, kind: .arrival, name: "home")) == [])
        #expect(await rehearse(rig, Trigger(id: 0, kind: .departure, name: "home")) == [.moment])
        #expect(await rehearse(rig, Trigger(id: 0, kind: .unlock)) == [.moment])
    }

    @Test("Three dismissals in a row silence the headphones, until something is wanted of them")
    func dismissals() async throws {
        let rig = await SuggestionRig()
        let device = TriggerDevice(id: SuggestionRig.headset.id, name: "WH-1000XM5", kind: .headphones)
        for _ in 0..<3 {
            let trigger = rig.center.triggers.makeTrigger(.headphones, device: device)
            let count = rig.log.shown.count
            _ = await rig.center.rehearse(trigger, at: rig.clock.now, place: nil, isDry: false)
            try await rig.log.shown.wait(from: count, "an offer") { if case .offer = $0 { true } else { false } }
            try await rig.center.dismiss("", .notNow)
            rig.clock.advance(by: 3_600)
        }
        let next = rig.center.triggers.makeTrigger(.headphones, device: device)
        #expect(await rehearse(rig, next) == [.dismissed])
        rig.center.memory.note { $0.memory.forgetDismissals(about: device.id) }
        #expect(await rehearse(rig, next) == [])
        await rig.center.parts.learning.finish()
        #expect(rig.store.donations.filter { $0.donation.kind == .dismissed }.count == 3)
    }

    @Test("Dismissals do not count any longer once the settings of the headphones or of the place were changed")
    func changedSettings() async throws {
        let headset = TriggerDevice(id: SuggestionRig.headset.id, name: "WH-1000XM5", kind: .headphones)
        let keys = [
            TriggerKey(Trigger(id: 1, kind: .headphones, device: headset)),
            TriggerKey(Trigger(id: 2, kind: .arrival, name: "home")),
        ]
        var state = SuggestionState()
        _ = state.devices.see(SuggestionRig.headset, at: 1)
        _ = state.places.add("home", marks: ["hash"])
        for key in keys {
            state.memory.noteRaised(key, at: 1)
            state.memory.noteDismissed(key)
        }
        let rig = await SuggestionRig(state: state)

        try await rig.center.changeDevice(headset.id) { _ = $0.setPolicy(RaisingPolicy(.suggest), for: headset.id) }
        let afterDevice = keys.map { rig.center.state.memory.dismissals($0) }
        try await rig.center.changePlace("home") { _ = $0.setPolicy(RaisingPolicy(.suggest), for: "home") }
        await rig.center.memory.finish()

        #expect(afterDevice == [0, 1])
        #expect(keys.map { rig.store.state.memory.dismissals($0) } == [0, 0])
        #expect(rig.store.state.devices[headset.id]?.policy == RaisingPolicy(.suggest))
        #expect(rig.store.state.places["home"]?.policy == RaisingPolicy(.suggest))
    }

    @Test("Never here is never for these headphones, and never is never at all")
    func never() async throws {
        let rig = await SuggestionRig()
        try await rig.connect()
        try await rig.center.dismiss("1", .neverHere)
        #expect(rig.log.last?.suggestions.map(\.item.title) == ["Evening"])
        try await rig.center.dismiss("1", .never)
        #expect(rig.log.shown.events.suffix(2) == [.ended(.dismissed), .nothing])
        let said = rig.store.state.said
        #expect(said.never == [SuggestionRig.item("Evening")])
        #expect(said.neverHere == [SuggestionRig.item("Morning"): ["device AA:BB:CC:DD:EE:01"]])
        #expect(await rig.center.suggestions(limit: 5).map(\.item.title) == ["Morning"])
    }

    @Test("The next suggestion is shown first, and is what a press plays then")
    func next() async throws {
        let rig = await SuggestionRig()
        try await rig.connect()
        rig.center.showNext()
        #expect(rig.log.last?.suggestions.map(\.item.title) == ["Evening", "Morning"])
        #expect(try await rig.center.accept("").item.title == "Evening")
    }

    @Test("While nothing is offered a number means the list that was looked at last")
    func numbersOfTheList() async throws {
        let rig = await SuggestionRig()
        _ = await rig.center.suggestions(limit: 1)
        let listed = await rig.center.suggestions(limit: 5)

        let explained = try rig.center.explain("now.2").0
        #expect(explained.item.title == listed[1].item.title)
        let accepted = try await rig.center.accept("now.2")
        #expect(accepted.item.title == listed[1].item.title)
        await #expect(throws: ContentError.self) { _ = try await rig.center.accept("now.9") }
    }

    @Test("What was dismissed of the list that was looked at is not taken when the first is")
    func dismissedUnasked() async throws {
        let rig = await SuggestionRig()
        let listed = await rig.center.suggestions(limit: 5)

        try await rig.center.dismiss("1", .notNow)

        #expect(try await rig.center.accept("").item.title == listed[1].item.title)
    }

    @Test("What was dismissed is not in the list for half a day, unless it is pinned or forgotten meanwhile")
    func rests() async throws {
        let rig = await SuggestionRig()
        func listed() async -> [String] { await rig.center.suggestions(limit: 5).map(\.item.title) }
        let all = await listed()
        let first = try #require(all.first)
        try await rig.center.dismiss("1", .notNow)
        #expect(await listed() == Array(all.dropFirst()))
        rig.clock.advance(by: 12 * 3_600)
        #expect(await listed().contains(first))

        let number = try #require(await listed().firstIndex(of: first))
        try await rig.center.dismiss("\(number + 1)", .thumbsDown)
        #expect(await !listed().contains(first))
        let item = try await rig.source.item(for: try #require(ContentIdentifier(SuggestionRig.item(first))))
        try await rig.center.setPinned(item, true)
        #expect(await listed().first == first)
        try await rig.center.dismiss("1", .notNow)
        #expect(await !listed().contains(first), "one that is pinned rests as well")
    }

    @Test("What no device and no place had suggested cannot be refused for one")
    func neverWhere() async throws {
        let rig = await SuggestionRig()
        _ = await rig.center.suggestions(limit: 5)

        let error = await #expect(throws: ContentError.self) { try await rig.center.dismiss("now.1", .neverHere) }

        #expect(error?.code == .refused)
        #expect(rig.store.state.said.neverHere.isEmpty)
    }

    @Test("By the person's choice what was paused goes on, once in a cool-down")
    func resumeByItself() async throws {
        var state = SuggestionState()
        _ = state.devices.see(SuggestionRig.headset, at: 1)
        _ = state.devices.setPolicy(RaisingPolicy(.resume), for: SuggestionRig.headset.id)
        let rig = await SuggestionRig(state: state)
        _ = await rig.center.suggestions(limit: 1)
        _ = try await rig.center.accept("now.1")
        await rig.play()
        try rig.controller.perform(.pause)
        await settle()
        rig.sound.tell(.heard(SuggestionRig.headset))
        try await waitUntil("it goes on") { rig.controller.snapshot.status == .playing }
        #expect(rig.controller.snapshot.cause == .suggestion)

        try rig.controller.perform(.pause)
        await settle()
        let device = rig.center.triggers.devices[SuggestionRig.headset.id]?.device
        let again = rig.center.triggers.makeTrigger(.headphones, device: device)
        #expect(await rehearse(rig, again) == [.coolDown])
    }

    @Test("By the person's choice the first suggestion plays by itself, quietly at first and not too loud")
    func playByItself() async throws {
        var state = SuggestionState()
        _ = state.devices.see(SuggestionRig.headset, at: 1)
        _ = state.devices.setPolicy(RaisingPolicy(.play, volumeLimit: 0.5), for: SuggestionRig.headset.id)
        let rig = await SuggestionRig(state: state)
        try await rig.connect()
        try await waitUntil("it plays") {
            await rig.play()
            return rig.controller.snapshot.status == .playing
        }
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "Morning1")
        #expect(rig.controller.snapshot.volume == 0.5)
        #expect(rig.controller.snapshot.cause == .suggestion)
        await rig.center.parts.learning.finish()
        #expect(!rig.store.donations.contains { $0.donation.kind == .accepted }, "nobody has chosen it")
        try rig.controller.perform(.stop)
        #expect(rig.controller.snapshot.volume == 1, "the person's volume is as it was")
    }

    @Test("What begins by itself waits until sound goes to the headphones, and never begins anywhere else")
    func destination() async throws {
        var state = SuggestionState()
        _ = state.devices.see(SuggestionRig.headset, at: 1)
        _ = state.devices.setPolicy(RaisingPolicy(.play), for: SuggestionRig.headset.id)
        let rig = await SuggestionRig(state: state)
        let watch = FakeOutputWatch()
        let keeper = OutputKeeper(
            controller: rig.controller, watch: watch, store: MemoryOutputStore(), selection: .followDefault)
        keeper.start()
        rig.center.follow(keeper)
        watch.show("speakers")
        try await rig.connect()
        await settle()
        #expect(rig.log.last?.suggestions.map(\.item.title) == ["Morning", "Evening"])
        #expect(rig.controller.snapshot.status == .stopped, "it is offered, and nothing is heard")

        watch.show(SuggestionRig.headset.id, "speakers")
        try await waitUntil("it plays") {
            await rig.play()
            return rig.controller.snapshot.status == .playing
        }
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "Morning1")
        keeper.close()
    }

    @Test(
        "What lost its headphones goes on when they are back, unless the person wants to choose there first",
        arguments: [(nil, true), (.play, true), (.resume, true), (.suggest, false), (.ignore, false)]
            as [(RaisingPolicy.Action?, Bool)])
    func goesOn(wish: RaisingPolicy.Action?, isWanted: Bool) async throws {
        var state = SuggestionState()
        _ = state.devices.see(SuggestionRig.headset, at: 1)
        _ = state.devices.setPolicy(wish.map { RaisingPolicy($0) }, for: SuggestionRig.headset.id)
        let rig = await SuggestionRig(state: state)
        let output = AudioOutputDescription(
            identifier: "bluetooth", title: "WH-1000XM5", kind: .headphones, address: "sink",
            devices: [SuggestionRig.headset.id])
        let keeper = OutputKeeper(
            controller: rig.controller, watch: FakeOutputWatch(), store: MemoryOutputStore(),
            selection: .followDefault)
        rig.center.follow(keeper)
        #expect(keeper.goesOn?(output) == isWanted)
        #expect(keeper.goesOn?(nil) == true)
        keeper.close()
    }

    @Test("What was stopped goes on, too; with nothing to go on with there is an offer")
    func resumeStopped() async throws {
        var state = SuggestionState()
        _ = state.devices.see(SuggestionRig.headset, at: 1)
        _ = state.devices.setPolicy(RaisingPolicy(.resume), for: SuggestionRig.headset.id)
        let empty = await SuggestionRig(state: state)
        let trigger = empty.center.triggers.makeTrigger(
            .headphones, device: empty.center.triggers.devices[SuggestionRig.headset.id]?.device)
        let dry = await empty.center.rehearse(trigger, at: TestClock.monday, place: nil, isDry: true)
        #expect(dry.action == .suggest)
        try await empty.connect()
        #expect(empty.log.last?.suggestions.map(\.item.title) == ["Morning", "Evening"])

        let rig = await SuggestionRig(state: state)
        _ = await rig.center.suggestions(limit: 1)
        _ = try await rig.center.accept("now.1")
        await rig.play()
        try rig.controller.perform(.stop)
        await settle()
        rig.sound.tell(.heard(SuggestionRig.headset))
        try await waitUntil("it plays") { rig.controller.snapshot.status == .playing }
        #expect(rig.controller.snapshot.cause == .suggestion)
    }

    @Test("Whoever takes a suggestion with the headphones on may be offered one for them again")
    func dismissedAndTaken() async throws {
        let rig = await SuggestionRig()
        try await rig.connect()
        let device = rig.center.triggers.devices[SuggestionRig.headset.id]?.device
        for _ in 1...3 {
            let trigger = rig.center.triggers.makeTrigger(.headphones, device: device)
            rig.clock.advance(by: 3_600)
            _ = await rig.center.rehearse(trigger, at: rig.clock.now, place: nil, isDry: false)
            try await rig.center.dismiss("", .notNow)
        }
        rig.clock.advance(by: 3_600)
        let next = rig.center.triggers.makeTrigger(.headphones, device: device)
        #expect(await rehearse(rig, next) == [.dismissed])

        _ = await rig.center.suggestions(limit: 1)
        _ = try await rig.center.accept("now.1")
        try rig.controller.perform(.stop)
        await settle()
        #expect(await rehearse(rig, next) == [])
    }

    @Test("What was offered before a restart is offered again, as long as its cause lasts")
    func restart() async throws {
        let first = await SuggestionRig()
        try await first.connect()
        first.center.close()
        await first.center.memory.finish()
        let second = await SuggestionRig(state: first.store.state)
        second.sound.tell(.listed([SuggestionRig.headset]))
        try await second.log.shown.wait("the offer") { $0 == .offer(["Morning", "Evening"]) }
        #expect(second.log.last?.sentence == "WH-1000XM5 connected.")
        #expect(try await second.center.accept("1").item.title == "Morning")
        try await second.disconnect()
    }

    @Test("An offer whose time was over at the restart is forgotten")
    func restartLate() async throws {
        let first = await SuggestionRig()
        try await first.connect()
        first.center.close()
        await first.center.memory.finish()
        var state = first.store.state
        state.offer?.expiresAt = TestClock.monday - 1
        let second = await SuggestionRig(state: state)
        await second.center.memory.finish()
        #expect(second.store.state.offer == nil)
        #expect(second.log.shown.events == [.nothing], "what still shows it is told")
    }

    @Test("Without habits what is pinned is offered, and with nothing nothing")
    func beginning() async throws {
        let empty = await SuggestionRig([])
        try await empty.connect()
        #expect(empty.asides.events == [[.nothing]])
        var state = SuggestionState()
        _ = state.said.setPinned(SuggestionRig.item("Noon"), true)
        _ = state.said.setPinned("album:gone", true)
        let rig = await SuggestionRig([], state: state)
        try await rig.connect()
        #expect(rig.log.last?.suggestions.map(\.item.title) == ["Noon"])
        #expect(rig.log.last?.suggestions.first?.sentence == "You pinned this.")
    }

    @Test("A rehearsal raises nothing, and tells what would be raised at another time and place")
    func rehearsal() async throws {
        let rig = await SuggestionRig()
        let trigger = Trigger(id: 0, kind: .unlock)
        let evening = TestClock.monday + 11 * 3_600
        let told = await rig.center.rehearse(trigger, at: evening, place: "work", isDry: true)
        #expect(told.decision.objections.map(\.rule) == [.moment])
        #expect(Set(told.suggestions.map(\.item.title)) == ["Morning", "Evening"])
        #expect(told.moment.hour == 19 && told.moment.place == "work")
        #expect(rig.log.shown.count == 0)
    }

    @Test("What is forgotten is not suggested any more, and is not kept")
    func forget() async throws {
        let rig = await SuggestionRig()
        #expect(try await rig.center.forget(.item(SuggestionRig.item("Morning"))) == 28)
        try await rig.connect()
        #expect(rig.log.last?.suggestions.map(\.item.title) == ["Evening"])
        try await rig.center.memory.change { _ = $0.people.tie(SuggestionRig.headset.id, to: "Ada") }
        #expect(try await rig.center.forget(.everything) == 29, "with what was known of people")
        #expect(rig.center.state.people == PeopleBook())
        #expect(rig.log.shown.events.suffix(2) == [.ended(.dismissed), .nothing])
        #expect(await rig.center.suggestions(limit: 5).isEmpty)
        #expect(rig.store.donations.isEmpty)
    }

    @Test("A pin that is forgotten counts as what was known")
    func forgetPin() async throws {
        let rig = await SuggestionRig([])
        let night = SuggestionRig.item("Night")
        try await rig.center.memory.change { _ = $0.said.setPinned(night, true) }
        #expect(try await rig.center.forget(.item(night)) == 1)
        #expect(try await rig.center.forget(.item(night)) == 0)
        #expect(rig.center.state.said == SaidBook())
        try await rig.center.memory.change {
            _ = $0.said.setPinned(night, true)
            $0.said.refuse(SuggestionRig.item("Noon"))
            $0.collections[night] = "track:night2"
        }
        #expect(try await rig.center.forget(.everything) == 3)
    }

    @Test("What is not to be found for a month is forgotten; what comes back before is not")
    func gone() async throws {
        let moment = Moment(time: Double(TestClock.monday - 60), hour: 8, weekday: 0)
        let rig = await SuggestionRig([Donation(.played, "album:gone", at: moment)])
        #expect(await rig.center.suggestions(limit: 5).isEmpty)
        #expect(rig.center.state.missing == ["album:gone": TestClock.monday])
        rig.clock.advance(by: 30 * 86_400 - 1)
        #expect(await rig.center.suggestions(limit: 5).isEmpty)
        #expect(rig.store.donations.count == 1)
        rig.clock.advance(by: 1)
        #expect(await rig.center.suggestions(limit: 5).isEmpty)
        try await waitUntil("it is forgotten") { rig.store.donations.isEmpty }
        #expect(rig.center.state.missing.isEmpty)
    }

    @Test("What cannot be kept is refused and stays as it was")
    func storage() async throws {
        let rig = await SuggestionRig()
        rig.store.setFull(true)
        await #expect(throws: ContentError.self) { try await rig.center.change { $0.dismissalLimit = 9 } }
        #expect(rig.center.settings.dismissalLimit == 3)
        await #expect(throws: ContentError.self) { try await rig.center.forget(.everything) }
        #expect(await !rig.center.suggestions(limit: 5).isEmpty)
    }

    private func rehearse(_ rig: SuggestionRig, _ trigger: Trigger) async -> [RaisingRule] {
        await rig.center.rehearse(trigger, at: rig.clock.now, place: nil, isDry: true).decision.objections.map(\.rule)
    }
}
