// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueIntents
package import OnCueInterface

/// What everyone who does what is asked for promises.
extension ServiceContract {
    /// Checks what can be asked for, and doing it.
    package static func intents(_ service: some IntentService, _ notes: Notes) async throws {
        let all = try await service.intents()
        notes.expect(
            all.prefix(BuiltinIntents.all.count).map(\.definition) == BuiltinIntents.all,
            "the service's own come first, as they are declared")
        await notes.expect(.notFound, "an intent has to be there") {
            _ = try await service.perform(IntentRequest("playy"))
        }
        await notes.expect(.invalidValue, "a value has to fit its parameter") {
            _ = try await service.perform(IntentRequest("control", ["action": .text("paws")]))
        }
        await notes.expect(.invalidValue, "a parameter has to be one of the intent") {
            _ = try await service.perform(IntentRequest("control", ["axtion": .text("pause")]))
        }
        let asked = try await service.perform(IntentRequest("control"))
        _ = notes.heard(asked.sentence)
        notes.expect(asked.state == .asks && asked.parameter == "action", "what is missing is asked for")
        notes.expect(asked.choices.contains(IntentChoice("pause")), "with what it can be")
        let done = try await service.perform(IntentRequest("sleep", ["for": .number(600)]))
        _ = notes.heard([done.sentence, done.title, done.intent])
        notes.expect(done.state == .done && done.intent == "org.oncue.OnCue.sleep", "it is done")
        notes.expect(done.sentence.hasPrefix("Playback will pause in "), "and said")
        notes.expect(done.values == ["for": .number(600)], "with the values as they were understood")
        let failed = try await service.perform(IntentRequest("undo"))
        _ = notes.heard([failed.state.rawValue, failed.code, failed.sentence])
        notes.expect(
            failed.state == .failed && failed.code == "NothingToUndo", "a failure is an outcome with its reason")
        notes.expect(
            try await service.perform(IntentRequest("sleep", ["off": .flag(true)])).sentence == "Sleep timer off",
            "and it can be taken back")
        let confirmed = try await service.perform(IntentRequest("alarmsOff"))
        notes.expect(confirmed.state == .confirms, "what cannot be undone needs a yes")
        try await boundless(service, notes)
        let said = try await service.say("sleep in ten minutes", SayOptions(language: "en_GB.UTF-8"))
        notes.expect(
            said.state == .done && said.values == ["for": .number(600)], "a sentence means what an intent does")
        let dry = try await service.say("mach leiser", SayOptions(language: "de", isRehearsal: true))
        notes.expect(dry.intent == "org.oncue.OnCue.volume" && dry.state == .done, "in German, too")
        let foreign = try await service.say("the weather is nice today", SayOptions())
        _ = notes.heard([foreign.code, foreign.sentence])
        notes.expect(
            foreign.state == .failed && foreign.code == "NothingMatches" && !foreign.lines.isEmpty,
            "what is not understood does nothing, and says what can be said")
    }

    /// Gives numbers that nobody means to every parameter that takes one.
    private static func boundless(_ service: some IntentService, _ notes: Notes) async throws {
        for definition in BuiltinIntents.all {
            for parameter in definition.parameters where parameter.kind == .number || parameter.kind == .duration {
                for number in [1e300, -1e300, 9.3e18, -9.3e18] {
                    await notes.expect(.invalidValue, "\(definition.name.intent) \(parameter.name) has bounds") {
                        _ = try await service.perform(
                            IntentRequest(definition.name.intent, [parameter.name: .number(number)]))
                    }
                }
            }
        }
    }

    /// Checks the shortcuts of the user, of which there are none.
    package static func shortcuts(_ service: some IntentService, _ notes: Notes) async throws {
        let night = Shortcut(
            "Night", phrase: "off to bed",
            steps: [.init("sleep", ["for": .text("600")]), .init("control", ["action": .text("shuffleOff")])])
        notes.expect(try await service.shortcuts().isEmpty, "there are none at first")
        try await service.setShortcut(night)
        let kept = try await service.shortcuts()
        notes.expect(kept.map(\.name) == ["Night"] && kept.first?.phrase == "off to bed", "it is kept")
        notes.expect(kept.first?.steps.first?.values == ["for": .number(600)], "with values as its tasks take them")
        var keyed = night
        (keyed.key, keyed.isInMenu, keyed.boundKey) = ("CTRL+ALT+n", true, "what the desktop gave")
        try await service.setShortcut(keyed)
        let changed = try await service.shortcuts().first
        notes.expect(
            changed?.key == "CTRL+ALT+n" && changed?.isInMenu == true && changed?.boundKey == nil,
            "with its key and its place in the menu; what the desktop gives is not told to it")
        keyed.key = "n"
        await notes.expect(.refused, "what is typed is no key") { [keyed] in try await service.setShortcut(keyed) }
        await notes.expect(.invalidValue, "a step has to be right") {
            try await service.setShortcut(Shortcut("Bad", steps: [.init("sleep", ["four": .text("1")])]))
        }
        await notes.expect(.notFound, "its task has to be there") {
            try await service.setShortcut(Shortcut("Bad", steps: [.init("dance")]))
        }
        await notes.expect(.refused, "it needs steps") { try await service.setShortcut(Shortcut("Bad")) }
        await notes.expect(.refused, "two cannot be meant by the same words") {
            try await service.setShortcut(Shortcut("Off to bed", steps: [.init("undo")]))
        }
        let done = try await service.runShortcut("OFF to bed", [:], isConfirmed: false)
        _ = notes.heard([done.state.rawValue, done.title] + done.lines)
        notes.expect(done.state == .done && done.lines.count == 2, "its steps are done one after the other")
        notes.expect(done.lines.last == "Shuffle off" && done.sentence == "Shuffle off", "in their order")
        try await service.setShortcut(Shortcut("Ask", steps: [.init("control")]))
        let asked = try await service.runShortcut("Ask", [:], isConfirmed: false)
        notes.expect(asked.state == .asks && asked.parameter == "1.action", "what a step leaves open is asked first")
        let answered = try await service.runShortcut(
            "Ask", ["1.action": .text("repeatAll")], isConfirmed: false)
        notes.expect(answered.sentence == "Repeat all", "and answered for that step")
        try await service.setShortcut(
            Shortcut("Fail", steps: [.init("control", ["action": .text("repeatOff")]), .init("undo"), .init("redo")]))
        let failed = try await service.runShortcut("Fail", [:], isConfirmed: false)
        _ = notes.heard([failed.sentence, failed.code] + failed.lines)
        notes.expect(
            failed.state == .failed && failed.sentence.hasPrefix("step 2 of 3: ") && failed.lines == ["Repeat off"],
            "the first that fails ends it, and what was done is said")
        try await service.setShortcut(Shortcut("Loop", steps: [.init("run", ["shortcut": .text("Loop")])]))
        let loop = try await service.runShortcut("Loop", [:], isConfirmed: false)
        notes.expect(loop.state == .failed, "one that runs itself ends")
        try await service.setShortcut(Shortcut("Quiet", steps: [.init("alarmsOff")]))
        try await service.setShortcut(
            Shortcut(
                "Outer", steps: [.init("sleep", ["off": .flag(true)]), .init("run", ["shortcut": .text("Quiet")])]))
        let inner = try await service.runShortcut("Outer", [:], isConfirmed: false)
        _ = notes.heard([inner.sentence] + inner.lines)
        notes.expect(
            inner.state == .confirms && inner.lines == ["Turn the alarms off"],
            "what a shortcut in it needs a yes for is asked first, too")
        let outer = try await service.runShortcut("Outer", [:], isConfirmed: true)
        notes.expect(outer.state == .done && outer.lines == ["Sleep timer off", "No alarms"], "and done after it")
        let run = try await service.perform(IntentRequest("run", ["shortcut": .text("Ask")]))
        notes.expect(
            run.state == .asks && run.intent == "org.oncue.OnCue.run" && run.values["shortcut"] == .text("Ask"),
            "as a task it asks for the same")
        let answer = run.values.merging(["1.action": .text("repeatOff")]) { $1 }
        notes.expect(
            try await service.perform(IntentRequest("run", answer)).sentence == "Repeat off", "and takes the answer")
        await notes.expect(.invalidValue, "but no values that no step can have") {
            _ = try await service.perform(IntentRequest("run", ["shortcut": .text("Ask"), "shortcutt": .text("Ask")]))
        }
        await notes.expect(.invalidValue, "the name of a value is checked, whatever is filled in") {
            try await service.setShortcut(Shortcut("Bad", steps: [.init("playlist", ["nme": .text("${item}")])]))
        }
        try await results(service, notes)
        for name in ["Ask", "Fail", "Loop", "night", "Quiet", "Outer"] { try await service.removeShortcut(name) }
        await notes.expect(.notFound, "one that is removed is gone") { try await service.removeShortcut("Night") }
        await notes.expect(.notFound, "and cannot be run") {
            _ = try await service.runShortcut("Night", [:], isConfirmed: false)
        }
    }

    /// Checks what a phrase and earlier steps give to steps.
    private static func results(_ service: some IntentService, _ notes: Notes) async throws {
        try await service.setShortcut(
            Shortcut(
                "Loud", phrase: "as loud as {0..100:how}", steps: [.init("volume", ["level": .text("${how}")])]))
        let open = try await service.runShortcut("Loud", [:], isConfirmed: false)
        _ = notes.heard([open.sentence, open.parameter])
        notes.expect(open.state == .asks && open.parameter == "how", "what its phrase gives is asked without it")
        let answered = try await service.runShortcut("Loud", ["how": .text("40")], isConfirmed: false)
        notes.expect(answered.sentence == "Volume 40%", "and answered by its name")
        let said = try await service.say("as loud as thirty", SayOptions(language: "en"))
        _ = notes.heard(said.sentence)
        notes.expect(said.state == .done && said.sentence == "Volume 30%", "said, it has its value")
        let task = try await service.perform(IntentRequest("run", ["shortcut": .text("Loud"), "how": .number(20)]))
        notes.expect(task.sentence == "Volume 20%", "as a task, too")
        let wrong = try await service.runShortcut("Loud", ["how": .text("very")], isConfirmed: false)
        _ = notes.heard([wrong.sentence, wrong.code])
        notes.expect(wrong.state == .failed && wrong.code == "InvalidValue", "a value has to fit what it is for")
        await notes.expect(.invalidValue, "a value has to be one of its phrase") {
            _ = try await service.runShortcut("Loud", ["hwo": .text("40")], isConfirmed: false)
        }
        try await service.setShortcut(
            Shortcut(
                "Louder",
                steps: [
                    .init("control", ["action": .text("repeatAll")]), .init("run", ["shortcut": .text("Louderr")]),
                ]))
        let missing = try await service.runShortcut("Louder", [:], isConfirmed: false)
        _ = notes.heard([missing.sentence, missing.code])
        notes.expect(
            missing.state == .failed && missing.code == "NotFound" && missing.lines.isEmpty,
            "a shortcut in it has to be there before anything is done")
        for name in ["Loud", "Louder"] { try await service.removeShortcut(name) }
        for (phrase, step) in [("party with {artist:who", "${who}"), ("{query:x}", "${x}"), ("", "${who")] {
            await notes.expect(.invalidValue, "a phrase or a name that is never closed is no phrase, and no name") {
                try await service.setShortcut(
                    Shortcut("Bad", phrase: phrase, steps: [.init("play", ["by": .text(step)])]))
            }
        }
        for (name, phrase) in [("itme", ""), ("hwo", "as loud as {0..100:how}")] {
            await notes.expect(.invalidValue, "what nothing gives cannot be used") {
                try await service.setShortcut(
                    Shortcut(
                        "Bad", phrase: phrase,
                        steps: [
                            .init("search", ["query": .text("a")]), .init("play", ["what": .text("${\(name)}")]),
                        ]))
            }
        }
        try await service.setShortcut(
            Shortcut(
                "Late",
                steps: [
                    .init("control", ["action": .text("repeatAll")]),
                    .init("remind", ["what": .text("Leaves"), "when": .text("Narnia")]),
                ]))
        let late = try await service.runShortcut("Late", [:], isConfirmed: false)
        _ = notes.heard([late.sentence, late.code])
        notes.expect(
            late.state == .failed && late.code == "NotFound" && late.lines.isEmpty,
            "a place that is not there is told before anything is done")
        try await service.removeShortcut("Late")
    }

    /// Checks the cues of the user, of which there are none. There is a place "home".
    package static func cues(_ service: some IntentService, _ notes: Notes) async throws {
        notes.expect(try await service.cues().isEmpty, "there are none at first")
        await notes.expect(.notFound, "its shortcut has to be there") {
            try await service.setCue(CueRecord("Bed", "22:30", runs: "Night"))
        }
        try await service.setShortcut(Shortcut("Night", steps: [.init("sleep", ["for": .text("600")])]))
        try await service.setCue(
            CueRecord("Bed", "22:00-23:00 weekdays", runs: "night", isPerformed: true, volumeLimit: 0.4, coolDown: 60))
        let kept = try await service.cues()
        _ = notes.heard(kept.map(\.occasion))
        notes.expect(
            kept == [
                CueRecord(
                    "Bed", "weekdays 22:00..23:00", runs: "Night", isPerformed: true, volumeLimit: 0.4, coolDown: 60)
            ], "it is kept, in one form")
        try await service.setCue(CueRecord("Bed", "headphones", runs: "Night"))
        notes.expect(
            try await service.cues() == [CueRecord("Bed", "headphones", runs: "Night")], "and replaced by name")
        await notes.expect(.invalidValue, "an occasion has to be right") {
            try await service.setCue(CueRecord("Bad", "sometimes at", runs: "Night"))
        }
        await notes.expect(.notFound, "a place has to be there") {
            try await service.setCue(CueRecord("Bad", "car at moon", runs: "Night"))
        }
        await notes.expect(.invalidValue, "a volume is from 0 to 1") {
            try await service.setCue(CueRecord("Bad", "car", runs: "Night", volumeLimit: 40))
        }
        try await service.removeCue("Bed")
        await notes.expect(.notFound, "one that is removed is gone") { try await service.removeCue("Bed") }
        try await service.setCue(CueRecord("Bed", "car", runs: "Night"))
        try await service.removeShortcut("Night")
        notes.expect(try await service.cues().isEmpty, "a cue goes with its shortcut")
    }
}
