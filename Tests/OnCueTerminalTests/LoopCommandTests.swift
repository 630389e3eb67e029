// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue loop")
struct LoopCommandTests {
    @Test(
        "takes two positions, a, b or off",
        arguments: [
            (["1:20", "1:45"], LoopChange.part(.seconds(80), .seconds(105))),
            (["80", "105.5"], .part(.seconds(80), .milliseconds(105_500))),
            (["a"], .mark(.start)), (["b"], .mark(.end)), (["off"], .off),
        ])
    func sets(words: [String], change: LoopChange) async {
        let session = Session()
        #expect(await session.run(["loop"] + words) == .done)
        #expect(session.service.calls == ["loop \(change)", "now"])
    }

    @Test(
        "refuses other words",
        arguments: [
            ["1:20"], ["off", "1:20"], ["a", "1:20"], ["c"], ["1:20", "b"], ["+5", "+10"], ["10%", "20%"], ["-1", "2"],
        ])
    func refuses(words: [String]) async {
        let session = Session()
        #expect(await session.run(["loop"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("alone shows the part, as text and as JSON")
    func shows() async {
        let session = Session { $0.report.loop = PlaybackLoop(from: .seconds(80), to: .milliseconds(105_500)) }
        await session.run("loop")
        #expect(session.data.text == "repeating 1:20 to 1:45.5\n")
        await session.run("loop", "--json")
        #expect(session.data.text == "{\"start\":80.0,\"end\":105.5}\n")
        await session.run("loop", "b")
        #expect(session.talk.text == "Repeating 1:20 to 1:45.5\n")

        let started = Session { $0.report.loop = PlaybackLoop(from: .seconds(80)) }
        await started.run("loop", "a")
        #expect(started.talk.text == "The part begins at 1:20; oncue loop b sets its end and repeats it\n")
        await started.run("now", "--format", "{loop.start} {loop.end|\"-\"}")
        #expect(started.data.text == "1:20 -\n")

        let none = Session()
        await none.run("loop")
        #expect(none.data.text == "off\n")
        await none.run("loop", "--json")
        #expect(none.data.text == "{\"start\":null,\"end\":null}\n")
    }

    @Test("The key of the full-screen program sets the start, then the end, then ends it")
    func key() {
        var model = AppModel(.history, screen: Screen(isTerminal: true, width: 100, height: 24), now: .now)
        func press(_ loop: PlaybackLoop?) -> [AppEffect] {
            var report = Samples.playing
            report.loop = loop
            _ = model.handle(.nowPlaying(.report(report), at: .now))
            return model.handle(.key(.character("b")))
        }
        #expect(press(nil) == [.command(.setLoop(.mark(.start)))])
        #expect(press(PlaybackLoop(from: .seconds(3))) == [.command(.setLoop(.mark(.end)))])
        #expect(press(PlaybackLoop(from: .seconds(3), to: .seconds(5))) == [.command(.setLoop(.off))])
        #expect(model.lines(.now).contains { $0.contains("  A–B") })
    }
}
