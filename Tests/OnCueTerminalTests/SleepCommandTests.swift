// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue sleep, rate and stop --after")
struct SleepCommandTests {
    @Test(
        "sleep takes a time, the end of the track or of the queue, or off",
        arguments: [
            ("30m", "sleep time(1800.0 seconds)", "Playback will pause in 30:00"),
            ("45", "sleep time(2700.0 seconds)", "Playback will pause in 45:00"),
            ("1h30m", "sleep time(5400.0 seconds)", "Playback will pause in 1:30:00"),
            ("track", "sleep track", "Playback will pause at the end of the track"),
            ("queue", "sleep queue", "Playback will pause at the end of the queue"),
            ("off", "sleep off", "Sleep timer off"),
        ])
    func sleep(word: String, call: String, told: String) async {
        let session = Session()
        #expect(await session.run("sleep", word) == .done)
        #expect(session.service.calls == [call])
        #expect(session.talk.text == told + "\n")
    }

    @Test("sleep refuses other words", arguments: ["0", "0s", "25h", "tomorrow", "-5"])
    func refused(word: String) async {
        let session = Session()
        #expect(await session.run("sleep", word) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("sleep alone shows what is left, as text and as JSON")
    func left() async {
        let session = Session { $0.report.sleep = .time(.milliseconds(1_798_200)) }
        await session.run("sleep")
        #expect(session.data.text == "in 29:58\n")
        await session.run("sleep", "--json")
        #expect(session.data.text == "{\"mode\":\"time\",\"remaining\":1798.2}\n")

        let other = Session()
        await other.run("sleep")
        #expect(other.data.text == "off\n")
        await other.run("sleep", "--json")
        #expect(other.data.text == "{\"mode\":null,\"remaining\":null}\n")
    }

    @Test("what is planned is shown with what plays")
    func shown() async {
        let session = Session { state in
            state.report = Samples.playing
            state.report.rate = 1.25
            state.report.sleep = .track
            state.report.stopsAfterEntry = true
        }
        await session.run("now")
        #expect(session.data.text.contains(" · rate 1.25 · stops after this track · sleep after this"))
    }

    @Test("stop --after stops later, --go-on takes it back, and both do not go together")
    func stopAfter() async {
        let session = Session { $0.report = Samples.playing }
        await session.run("stop", "--after")
        #expect(session.service.calls.first == "stop after true")
        #expect(session.talk.text == "Playback will stop after \"So What\"\n")
        await session.run("stop", "--go-on")
        #expect(session.talk.text == "Playback will continue after \"So What\"\n")
        #expect(await session.run("stop", "--after", "--go-on") == .wrongWords)
        await session.run("stop", "--quiet")
        #expect(session.service.calls.last == "Stop")
    }

    @Test(
        "rate sets, changes and shows",
        arguments: [("1.5", "rate 1.5"), ("2x", "rate 2.0"), ("+0.1", "rate by 0.1"), ("-0.25", "rate by -0.25")])
    func rate(word: String, call: String) async {
        let session = Session { $0.report.rate = 1.5 }
        #expect(await session.run("rate", word) == .done)
        #expect(session.service.calls == [call, "now"])
        #expect(session.talk.text == "Rate 1.5\n")
        await session.run("rate")
        #expect(session.data.text == "1.5\n")
    }

    @Test("rate refuses what cannot be", arguments: ["0.4", "3.1", "0", "fast", "+4", "nan", ""])
    func noRate(word: String) async {
        let session = Session()
        #expect(await session.run("rate", word) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("the live line grows by the rate, and is redrawn as often as its seconds pass")
    func live() {
        var report = Samples.playing
        report.rate = 2
        report.entry?.position = .seconds(10)
        let now = ContinuousClock.now
        var line = LiveLine(now: now)
        line.take(report, now: now)
        #expect(line.current(now + .seconds(5))?.entry?.position == .seconds(20))
        #expect(line.timeUntilNext(now).map { $0 < .milliseconds(510) } == true)
    }
}
