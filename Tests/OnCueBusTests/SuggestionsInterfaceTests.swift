// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("Suggestions on the bus")
@MediaActor
struct SuggestionsInterfaceTests {
    private static let headset = SeenDevice(id: "A", name: "Set", facts: DeviceFacts(form: .headphones))

    private func suggest(_ member: String, _ arguments: [BusValue], _ rig: ServiceRig) async throws -> [BusValue] {
        try await rig.call(member, of: ServiceNames.suggestions, arguments)
    }

    private func trigger(_ member: String, _ arguments: [BusValue], _ rig: ServiceRig) async throws -> [BusValue] {
        try await rig.call(member, of: ServiceNames.triggers, arguments)
    }

    /// A rig in which Blue is pinned, and headphones have just connected.
    private func offered() async throws -> ServiceRig {
        let rig = try await ServiceRig()
        _ = try await suggest("SetPinned", [.string("album:blue"), .bool(true)], rig)
        rig.sound.tell(.heard(Self.headset))
        try await rig.signals.wait("what is raised") { $0.member == "Raised" }
        await rig.settle()
        return rig
    }

    @Test("What is raised is told once, with the property, and its end with the reason")
    func signals() async throws {
        let rig = try await offered()
        let raised = try #require(rig.signals("Raised").first?.arguments.first?.dictionaryValue)
        #expect(raised["trigger"] == .string("headphones") && raised["device"] == .string("Set"))
        let first = try #require(raised["suggestions"]?.arrayValue?.first?.dictionaryValue)
        #expect(first["title"] == .string("Blue") && first["cause"] == .string("nominated"))
        #expect(first["ground"] == .string("pinned") && first["sentence"] == .string("You pinned this."))
        #expect(rig.signals("Raised").count == 1)

        _ = try await suggest("Dismiss", [.string(""), .string("not-now")], rig)
        await rig.settle()
        #expect(rig.signals("Ended").first?.arguments.last == .string("dismissed"))
        let empty = rig.signals.events.last {
            $0.member == "PropertiesChanged" && $0.arguments.first == .string(ServiceNames.suggestions)
        }
        #expect(empty?.arguments[1].dictionaryValue?["Offer"]?.unwrapped == .dictionary([:]))
    }

    @Test("Accept plays, and what is not offered any more is refused")
    func accept() async throws {
        let rig = try await offered()
        let played = try await suggest("Accept", [.string("1")], rig).first?.dictionaryValue
        #expect(played?["title"] == .string("Blue"))
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "b1")
        let error = await rig.failure { _ = try await suggest("Accept", [.string("1")], rig) }
        #expect(error?.name == ServiceNames.errorPrefix + "NotFound")
    }

    @Test("While nothing is offered, Accept plays the first of the list that was looked at, and without one says so")
    func acceptFromList() async throws {
        let rig = try await ServiceRig()
        _ = try await suggest("SetPinned", [.string("album:blue"), .bool(true)], rig)
        let error = await rig.failure { _ = try await suggest("Accept", [.string("")], rig) }
        #expect(
            error?.message
                == "nothing is offered, and no list of suggestions has been shown; "
                + "list the suggestions with: oncue suggestions")

        _ = try await suggest("GetSuggestions", [.uint32(5)], rig)
        let missing = await rig.failure { _ = try await suggest("Accept", [.string("now.7")], rig) }
        let played = try await suggest("Accept", [.string("")], rig).first?.dictionaryValue

        #expect(missing?.message == "there is no suggestion 7; list the suggestions with: oncue suggestions")
        #expect(played?["title"] == .string("Blue"))
    }

    @Test("What other programs donate is learnt, exported, and deleted by them and nobody else")
    func donations() async throws {
        let rig = try await ServiceRig()
        let row: [String: BusValue] = [
            "item": .string("album:green"), "program": .string("org.a"), "identifier": .string("1"),
            "time": .int64(TestClock.monday - 60), "device": .string("Set"),
        ]
        _ = try await suggest("Donate", [.array([.dictionary(row)], of: "a{sv}")], rig)
        let export = try await suggest("Export", [.uint32(0), .uint32(0)], rig)
        #expect(export.first == .uint32(1))
        let line = try #require(export.last?.stringsValue?.first)
        for part in [#""item":"album:green""#, #""device":"Set""#, #""program":"org.a""#] {
            #expect(line.contains(part))
        }
        #expect(try await suggest("GetSuggestions", [.uint32(5)], rig).first?.arrayValue?.count == 1)
        #expect(try await suggest("DeleteDonations", [.string("org.b"), .strings([])], rig) == [.uint32(0)])
        #expect(try await suggest("DeleteDonations", [.string("org.a"), .strings(["1"])], rig) == [.uint32(1)])
        #expect(try await suggest("GetSuggestions", [.uint32(5)], rig).first?.arrayValue?.isEmpty == true)
    }

    @Test("What is exported does not steer a terminal, and means the same")
    func exportOnTerminals() async throws {
        let rig = try await ServiceRig()
        let device = "Set\u{7F}\u{9B}31m\u{9D}52\u{9C}\u{202E}\u{2028}"
        let row: [String: BusValue] = [
            "item": .string("album:green"), "program": .string("org.a"), "identifier": .string("1"),
            "device": .string(device),
        ]
        _ = try await suggest("Donate", [.array([.dictionary(row)], of: "a{sv}")], rig)
        try await rig.suggestions?.triggers.changePlaces { _ = $0.add("ho\u{202E}me", marks: ["hash"]) }

        let page = try await suggest("Export", [.uint32(0), .uint32(0)], rig)

        let lines = try #require(page.last?.stringsValue)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.isSteering } })
        #expect(lines[0].contains(#"Set\u007f\u009b31m\u009d52\u009c\u202e\u2028"#))
    }

    @Test("Everything that is known is exported: behind what was learnt what was said, met and set, a part at a time")
    func export() async throws {
        let rig = try await ServiceRig()
        let row: [String: BusValue] = [
            "item": .string("album:green"), "program": .string("org.a"), "identifier": .string("1"),
        ]
        _ = try await suggest("Donate", [.array([.dictionary(row)], of: "a{sv}")], rig)
        _ = try await suggest("SetPinned", [.string("album:green"), .bool(true)], rig)
        _ = try await suggest("SetSettings", [.dictionary(["dismissalLimit": .uint32(0)])], rig)
        try await rig.suggestions?.triggers.changePlaces { _ = $0.add("home", marks: ["hash"]) }

        var lines: [String] = []
        while true {
            let page = try await suggest("Export", [.uint32(UInt32(lines.count)), .uint32(1)], rig)
            lines += page.last?.stringsValue ?? []
            #expect(page.first == .uint32(4))
            if lines.count >= 4 || page.last?.stringsValue?.isEmpty != false { break }
        }
        #expect(lines.count == 4)
        #expect(lines[0].contains(#""kind":"played""#))
        #expect(lines[1].contains(#""known":"place""#) && lines[1].contains(#""marks":["hash"]"#))
        #expect(
            lines[2] == #"{"item":"album:green","known":"said","never":false,"neverHere":[],"pinned":true}"#)
        #expect(lines[3].contains(#""known":"settings""#) && lines[3].contains(#""dismissalLimit":0"#))
    }

    @Test("A donation of nothing that is known, or with words that are none, is refused, and nothing is learnt")
    func badDonations() async throws {
        let rig = try await ServiceRig()
        let good: [String: BusValue] = [
            "item": .string("album:green"), "program": .string("org.a"), "identifier": .string("1"),
        ]
        for (key, value) in [
            ("item", BusValue.string("album:nowhere")), ("kind", .string("eaten")), ("time", .int64(1 << 50)),
            ("program", .string("")), ("weather", .string("rain")), ("identifier", .uint32(1)),
        ] {
            let rows: BusValue = .array(
                [.dictionary(good), .dictionary(good.merging([key: value]) { $1 })], of: "a{sv}")
            #expect(await rig.failure { _ = try await suggest("Donate", [rows], rig) } != nil, "\(key)")
        }
        #expect(rig.suggestionStore.donations.isEmpty)
    }

    @Test("Settings are checked, and those that are given are set together or not at all")
    func settings() async throws {
        let rig = try await ServiceRig()
        _ = try await suggest(
            "SetSettings",
            [.dictionary(["quietFrom": .uint32(1_320), "quietTo": .uint32(420), "dismissalLimit": .uint32(0)])], rig)
        let settings = try await suggest("GetSettings", [], rig).first?.dictionaryValue
        #expect(settings?["quietFrom"] == .uint32(1_320) && settings?["dismissalLimit"] == .uint32(0))
        for bad in [
            ["quietFrom": BusValue.uint32(1)], ["coolDown": .int64(-1)], ["moments": .strings(["headphones"])],
            ["stages": .bool(false), "unknown": .bool(true)],
        ] {
            #expect(await rig.failure { _ = try await suggest("SetSettings", [.dictionary(bad)], rig) } != nil)
        }
        #expect(try await suggest("GetSettings", [], rig).first?.dictionaryValue?["stages"] == .bool(true))
    }

    @Test("A device is what the person says, and what is to happen with it is kept")
    func devices() async throws {
        let rig = try await offered()
        _ = try await trigger(
            "SetDevice", [.string("set"), .dictionary(["kind": .string("car"), "policy": .string("play")])], rig)
        let device = try await trigger("GetDevices", [], rig).first?.arrayValue?.first?.dictionaryValue
        #expect(device?["kind"] == .string("car") && device?["policy"] == .string("play"))
        #expect(device?["heard"] == .bool(true) && device?["said"] == .bool(true))
        #expect(rig.suggestionStore.state.devices["A"]?.policy?.action == .play)
        for bad: [BusValue] in [
            [.string("nobody"), .dictionary([:])], [.string("Set"), .dictionary(["kind": .string("tree")])],
            [.string("Set"), .dictionary(["volumeLimit": .double(-1)])],
        ] {
            #expect(await rig.failure { _ = try await trigger("SetDevice", bad, rig) } != nil)
        }
    }

    @Test("A place needs something that tells it apart; the network in which the machine is does")
    func places() async throws {
        let rig = try await ServiceRig()
        let here: [BusValue] = [.string("home"), .dictionary(["here": .bool(true)])]
        let refusal = await rig.failure { _ = try await trigger("AddPlace", here, rig) }
        #expect(refusal?.name == ServiceNames.errorPrefix + "Refused")
        rig.network.tell(.network(["hash"]))
        let place = try await trigger("AddPlace", here, rig).first?.dictionaryValue
        #expect(place?["networks"] == .uint32(1))
        _ = try await trigger("SetPlace", [.string("HOME"), .dictionary(["policy": .string("ignore")])], rig)
        _ = try await trigger("RemovePlace", [.string("home")], rig)
        #expect(rig.suggestionStore.state.places.all.isEmpty)
    }

    @Test("What is simulated dryly raises nothing, and says which rules would step in")
    func simulate() async throws {
        let rig = try await ServiceRig()
        let told = try await trigger(
            "Simulate", [.dictionary(["kind": .string("unlock"), "dryRun": .bool(true)])], rig)
        let rules = told.first?.dictionaryValue?["objections"]?.arrayValue?.compactMap {
            $0.dictionaryValue?["rule"]?.stringValue
        }
        #expect(rules == ["moment", "nothing"])
        let unknown = await rig.failure {
            _ = try await trigger("Simulate", [.dictionary(["kind": .string("rain")])], rig)
        }
        #expect(unknown?.name == ServiceNames.errorPrefix + "InvalidValue")
    }

    @Test("Events are told to those who watch, and to nobody else")
    func watch() async throws {
        let rig = try await ServiceRig()
        rig.sound.tell(.listed([]))
        await rig.settle()
        #expect(rig.signals("Event").isEmpty)
        _ = try await trigger("Watch", [.bool(true)], rig)
        rig.sound.tell(.linked(Self.headset))
        try await rig.signals.wait("an event") { $0.member == "Event" }
        let event = rig.signals("Event").first?.arguments.first?.dictionaryValue
        #expect(event?["source"] == .string("sound") && event?["event"] == .string("linked"))
    }

    @Test("A device is told by its name, also when it goes")
    func watchedNames() async throws {
        let rig = try await ServiceRig()
        _ = try await trigger("Watch", [.bool(true)], rig)
        rig.sound.tell(.heard(Self.headset))
        rig.sound.tell(.unheard(Self.headset.id))
        rig.sound.tell(.unlinked(Self.headset.id))
        rig.sound.tell(.unlinked("AA:BB"))
        try await rig.signals.wait("the last") {
            $0.arguments.first?.dictionaryValue?["text"]?.stringValue?.hasPrefix("AA:BB") == true
        }

        let texts = rig.signals("Event").compactMap { $0.arguments.first?.dictionaryValue?["text"]?.stringValue }
        #expect(texts.contains("Set can no longer play sound."))
        #expect(texts.contains("Set was disconnected."))
    }
}
