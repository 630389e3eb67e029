// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesk
import OnCueIntents
import OnCueInterface
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Tasks of programs")
@MediaActor
struct ProgramIntentTests {
    private static let program = "org.example.Errands"
    private static let path = "/org/example/Errands"
    private static let declaration = """
        {"program": "org.example.Errands", "name": "Errands", "intents": [
          {"name": "fetch", "title": "Fetch something", "parameters": [
            {"name": "item", "title": "Item", "type": "item"}, {"name": "output", "title": "Output", "type": "output"},
            {"name": "place", "title": "Place", "type": "place"}, {"name": "person", "title": "Person", "type": "person"},
            {"name": "device", "title": "Device", "type": "device"}],
           "shortcuts": [{"parameters": ["place"], "title": "Fetch it from ${place}", "background": false},
                         {"parameters": ["person"], "title": "Fetch ${person}"}]},
          {"name": "post", "title": "Post it", "phrase": "Off to the post", "keywords": ["Parcel", "post office"]},
          {"name": "stop", "title": "Stop everything", "phrase": "pause"},
          {"name": "pick", "title": "Pick one", "phrase": "pick {count} {colour} (flower|flowers)", "parameters": [
            {"name": "thing", "title": "Thing", "type": "object", "required": true},
            {"name": "colour", "title": "Colour", "type": "choice", "choices": ["red", {"name": "w", "title": "snow white"}]},
            {"name": "count", "title": "Count", "type": "number", "minimum": 1, "maximum": 9}]},
          {"name": "ask", "title": "Ask", "parameters": [{"name": "size", "title": "Size", "type": "text"}]}]}
        """

    /// A desk with a program.
    private struct Stage {
        let rig: ServiceRig
        let folder: TemporaryDirectory
        let program: MockedService
        let desk: IntentDesk
        let link: IntentLink

        @MediaActor
        init() async throws {
            rig = try await ServiceRig()
            folder = try TemporaryDirectory()
            try folder.write("\(ProgramIntentTests.program).intents", ProgramIntentTests.declaration.utf8)
            let (name, path) = (ProgramIntentTests.program, ProgramIntentTests.path)
            program = try await MockedService(name, [name, path, "org.oncue.IntentHandler1"], on: rig.bus)
            let handler = "org.oncue.IntentHandler1"
            try await program.addMethod(
                "Resolve", of: handler, at: path, takes: "sa{sv}", gives: "a{sv}",
                code: "ret = dbus.Dictionary({'parameter': 'size', 'prompt': 'Which size?'} "
                    + "if args[0] == 'ask' and 'size' not in args[1] else {'parameter': 'thing', 'choices': "
                    + "dbus.Array([('t1', 'Tulip', ''), ('t2', 'Thistle', '')], signature='(sss)')} "
                    + "if args[0] == 'pick' and 'thing' not in args[1] else {}, signature='sv')")
            try await program.addMethod(
                "Handle", of: handler, at: path, takes: "sa{sv}", gives: "a{sv}",
                code: "ret = dbus.Dictionary({'lines': ['It is done.']}, signature='sv')")
            try await program.addMethod(
                "Activate", of: "org.freedesktop.Application", at: path, takes: "a{sv}")
            link = IntentLink(bus: rig.server, folders: [folder.path])
            await link.begin()
            var doors = try #require(rig.desks).doors
            doors.people = { [PersonRecord("Ada Love"), PersonRecord("Ada Stone")] }
            desk = IntentDesk(doors, programs: link, shortcuts: MemoryShortcuts())
        }

        func fetch(_ parameter: String, _ words: String) async throws -> IntentOutcome {
            try await desk.perform(
                IntentRequest(ProgramIntentTests.program + ".fetch", [parameter: .text(words)]))
        }

        /// What the program got last.
        func handled() async throws -> [String: BusValue] {
            let calls = try await program.calls(of: "Handle", at: ProgramIntentTests.path)
            return calls.last?.last?.dictionaryValue ?? [:]
        }
    }

    @Test("What is said for a thing of the service comes to the program as that thing; what means several is asked")
    func things() async throws {
        let stage = try await Stage()
        for (parameter, words, identifier, title) in [
            ("item", "leaves", "track:g1", "Leaves"), ("item", "album:blue", "album:blue", "Blue"),
            ("person", "stone", "Ada Stone", "Ada Stone"),
        ] {
            let done = try await stage.fetch(parameter, words)
            #expect(done.state == .done, "\(done.sentence)")
            let got = try await stage.handled()[parameter]?.unwrapped
            #expect(got == .structure([.string(identifier), .string(title)]), "\(words): \(String(describing: got))")
        }
        let which = try await stage.fetch("person", "Ada")
        #expect(which.state == .asks && which.parameter == "person")
        #expect(which.choices.map(\.title) == ["Ada Love", "Ada Stone"] && which.values.isEmpty)
        stage.rig.outputs.show("speakers", "pods")
        await settle()
        let known = try await stage.fetch("output", "nowhere")
        #expect(known.state == .asks && known.sentence == "\"nowhere\" is not known. Which output?")
        #expect(!known.choices.isEmpty, "with what there is")
        let chosen = try await stage.fetch("output", try #require(known.choices.first).name)
        #expect(chosen.state == .done)
        let nothing = try await stage.fetch("item", "no such thing at all")
        #expect(nothing.state == .asks && nothing.parameter == "item", "\(nothing.sentence)")
        let device = try await stage.fetch("device", "My Car")
        #expect(device.state == .asks && device.choices.isEmpty)
    }

    @Test("A place that only the program knows comes as it was said, and a task for the front brings its program there")
    func front() async throws {
        let stage = try await Stage()
        #expect(try await stage.fetch("person", "Ada Love").state == .done)
        #expect(try await stage.program.calls(of: "Activate", at: Self.path).isEmpty)
        let done = try await stage.fetch("place", "Café Kranz")
        #expect(done.state == .done && done.title == "Fetch it from Café Kranz")
        #expect(try await stage.handled()["place"]?.unwrapped == .string("Café Kranz"))
        _ = try await stage.program.wait(forCalls: 1, of: "Activate", at: Self.path)
    }

    @Test("The phrase of a task is understood as other sentences are; those of the user and of the service come first")
    func phrases() async throws {
        let stage = try await Stage()
        for sentence in ["off to the post", "Please, off to the post!", "of to teh post", "run Off to the Post"] {
            let done = try await stage.desk.say(sentence, SayOptions(language: "en"))
            #expect(done.state == .done && done.intent == Self.program + ".post", "\(sentence): \(done.sentence)")
        }
        let pause = try await stage.desk.say("pause", SayOptions(language: "en"))
        #expect(pause.intent == "org.oncue.OnCue.control", "no program takes a sentence of the service over")

        try await stage.desk.setShortcut(
            Shortcut("Parcels", phrase: "off to the post", steps: [.init("control", ["action": .text("shuffleOn")])]))
        let own = try await stage.desk.say("off to the post", SayOptions(language: "en"))
        #expect(own.state == .done && own.intent == "org.oncue.OnCue.run", "\(own)")
    }

    @Test("A thing of the program is asked by the program, which has choices; its phrase gives values")
    func objects() async throws {
        let stage = try await Stage()
        let asked = try await stage.desk.say("please pick three snow white flowers", SayOptions(language: "en"))
        #expect(asked.state == .asks && asked.parameter == "thing", "\(asked)")
        #expect(asked.choices.map(\.title) == ["Tulip", "Thistle"])
        #expect(asked.values == ["count": .number(3), "colour": .text("w")])

        let values = asked.values.merging(["thing": .text("t2")]) { $1 }
        let done = try await stage.desk.perform(IntentRequest(asked.intent, values))
        #expect(done.state == .done, "\(done.sentence)")
        #expect(try await stage.handled()["colour"]?.unwrapped == .string("w"))

        let pick = Self.program + ".pick"
        try await stage.desk.setShortcut(
            Shortcut("Flowers", steps: [.init("control", ["action": .text("shuffleOn")]), .init(pick)]))
        let middle = try await stage.desk.runShortcut("Flowers", [:], isConfirmed: false)
        #expect(middle.state == .asks && middle.parameter == "2.thing", "\(middle)")
        #expect(middle.choices.map(\.title) == ["Tulip", "Thistle"], "in a shortcut, too")
    }

    @Test("A sentence that is not understood, with a keyword of a task, is answered with what can be said for it")
    func keywords() async throws {
        let stage = try await Stage()
        for sentence in ["where is my parcel", "who knows the Post Office"] {
            let failed = try await stage.desk.say(sentence, SayOptions(language: "en"))
            #expect(failed.state == .failed && failed.lines.first == "Off to the post", "\(failed.lines)")
        }
        let office = try await stage.desk.say("the office of hobgoblins", SayOptions(language: "en"))
        #expect(office.state == .failed && !office.lines.contains("Off to the post"), "all words of a keyword")
    }

    @Test("What a program asks in the middle of a shortcut is answered there, and nothing before it is done again")
    func middle() async throws {
        let stage = try await Stage()
        let ask = Self.program + ".ask"
        try await stage.desk.setShortcut(
            Shortcut(
                "Errands",
                steps: [
                    .init("volume", ["change": .number(-10)]), .init(Self.program + ".fetch", ["place": .text("Café")]),
                    .init(ask), .init("control", ["action": .text("shuffleOn")]),
                ]))
        let before = stage.rig.controller.snapshot.volume
        let asked = try await stage.desk.perform(IntentRequest("run", ["shortcut": .text("Errands")]))
        #expect(asked.state == .asks && asked.parameter == "3.size" && asked.sentence == "Which size?")
        #expect(!stage.rig.controller.snapshot.isShuffled)
        let fetched = try await stage.program.calls(of: "Handle", at: Self.path).count

        var values = asked.values
        values["3.size"] = .text("large")
        let done = try await stage.desk.perform(IntentRequest("run", values))

        #expect(done.state == .done && done.sentence == "Shuffle on", "\(done)")
        #expect(stage.rig.controller.snapshot.isShuffled)
        #expect(abs(stage.rig.controller.snapshot.volume - (before - 0.1)) < 0.001, "once")
        #expect(try await stage.program.calls(of: "Handle", at: Self.path).count == fetched + 1)
        #expect(try await stage.handled()["size"]?.unwrapped == .string("large"))
        let wrong = try await stage.desk.perform(
            IntentRequest("run", ["shortcut": .text("Errands"), "0.step": .number(1e300), "0.result.x": .text("y")]))
        #expect(wrong.state == .done, "nonsense skips steps, and harms nothing")
    }
}
