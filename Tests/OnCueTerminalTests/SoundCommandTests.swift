// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePhrases
import Testing

@testable import OnCueTerminal

@Suite("oncue sound")
struct SoundCommandTests {
    @Test("shows everything")
    func show() async {
        let session = Session { state in
            state.sound.settings = SoundSettings(
                loudness: .album, preamp: -1.5, crossfade: .seconds(4), fade: .milliseconds(300),
                equalizer: [-1.5, 0, 0, 0, 0, 0, 0, 0, 0, 2])
        }

        #expect(await session.run("sound") == .done)

        #expect(
            session.data.text == """
                Loudness   album
                Preamp     -1.5 dB
                Clipping   prevented
                Crossfade  4 s
                Fade       300 ms
                Equalizer  -1.5 0 0 0 0 0 0 0 0 2
                Silence    played
                Cap        50% on a new device

                """)
    }

    @Test(
        "sets what is named",
        arguments: [
            (["loudness", "track"], "loudness(", "Loudness: track"),
            (["preamp", "-3"], "preamp(-3.0)", "Preamp: -3 dB"),
            (["preamp", "+2.5dB"], "preamp(2.5)", "Preamp: +2.5 dB"),
            (["clipping", "allow"], "preventsClipping(false)", "Clipping: allowed"),
            (["crossfade", "4"], "crossfade(4.0 seconds)", "Crossfade: 4 s"),
            (["crossfade", "off"], "crossfade(0.0 seconds)", "Crossfade: off"),
            (["fade", "1.5s"], "fade(1.5 seconds)", "Fade: 1.5 s"), (["fade", "300ms"], "fade(0.3", "Fade: 300 ms"),
            (["equalizer", "voice"], "equalizer(", "Equalizer: voice"),
            (["equalizer", "off"], "equalizer(", "Equalizer: flat"),
            (["equalizer", "-6 -4 0 0 0 0", "0", "0", "1", "1"], "bands(", "Equalizer: -6 -4 0 0 0 0 0 0 1 1"),
            (["silence", "skip"], "skipsSilence(true)", "Silence: skipped in spoken audio"),
            (["cap", "40%"], "volumeCap(0.4)", "Cap: 40% on a new device"),
            (["cap", "off"], "volumeCap(1.0)", "Cap: off"),
        ])
    func setting(words: [String], call: String, told: String) async {
        let session = Session()

        #expect(await session.run(["sound"] + words) == .done)

        #expect(session.service.calls.first?.contains(call) == true, "\(session.service.calls)")
        #expect(session.talk.text == told + "\n")
        #expect(session.data.text.isEmpty)
    }

    @Test(
        "refuses what nobody can set, before it asks the service",
        arguments: [
            ["preamp", "16"], ["preamp", "nan"], ["crossfade", "13s"], ["crossfade", "-1"], ["fade", "1h"],
            ["equalizer", "loud"], ["equalizer", "1", "2"], ["equalizer", "1 2 3 4 5 6 7 8 9 13"], ["cap", "101"],
            ["loudness", "loud"], ["silence", "maybe"],
        ])
    func refusal(words: [String]) async {
        let session = Session()
        #expect(await session.run(["sound"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("writes JSON with times in seconds and the cap in percent")
    func json() async {
        let session = Session()
        await session.run("sound", "fade", "300ms", "--json")
        #expect(
            session.data.text == """
                {"loudness":"auto","preamp":0,"preventClipping":true,"crossfade":0.0,"fade":0.3,"equalizer":"flat",\
                "bands":[0,0,0,0,0,0,0,0,0,0],"skipSilence":false,"volumeCap":50}

                """)
    }

    @Test(
        "times are read as people write them",
        arguments: [
            ("30m", 1_800), ("1h30m", 5_400), ("90", 90), ("1.5s", 1.5), ("300ms", 0.3), ("2m30s", 150), ("0", 0),
            ("", nil), ("m", nil), ("30x", nil), ("1h-5m", nil), ("9999h", nil), ("1e5", nil), ("５m", nil),
        ] as [(String, Double?)])
    func spans(text: String, seconds: Double?) {
        #expect(SpanText.duration(text, unit: .seconds(1)) == seconds.map { .milliseconds(Int64($0 * 1000)) })
    }
}
