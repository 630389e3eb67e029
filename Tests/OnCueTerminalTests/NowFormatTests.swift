// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue now --format")
struct NowFormatTests {
    @Test("writes the line that the template says")
    func once() async {
        let session = Session { $0.report = Samples.playing }

        #expect(await session.run("now", "--format", "{artist} – {title}") == .done)

        #expect(session.data.text == "Miles Davis – So What\n")
    }

    @Test("shows a mistake with a caret below it, and does not ask the service")
    func mistake() async {
        let session = Session()

        #expect(await session.run("now", "--format", "{artist} {titel}") == .wrongWords)

        #expect(
            session.talk.text == """
                  {artist} {titel}
                            ^
                oncue: --format, column 11: there is no field "titel"; did you mean title?

                """)
        #expect(session.service.calls.isEmpty)
    }

    @Test("goes on with --follow: a line for each change that makes it another, and for a daemon that ends")
    func follow() async {
        var paused = Samples.playing
        paused.status = .paused
        var louder = paused
        louder.volume = 0.7
        let session = Session { [paused, louder] in
            $0.report = Samples.playing
            $0.updates = [
                .report(Samples.playing), .report(paused), .report(louder), .serviceLost, .report(Samples.playing),
            ]
        }

        #expect(await session.run("now", "--follow", "--format", "{status}: {title}") == .done)

        #expect(session.data.lines == ["playing: So What", "paused: So What", "unavailable: ", "playing: So What"])
        #expect(session.data.isWatched)
    }

    @Test("is not written again when the stream begins with what is known, a little later")
    func position() async {
        var first = Samples.playing
        first.entry?.timestamp = .seconds(100)
        var later = first
        later.entry?.timestamp = .seconds(101)
        later.entry?.position += .seconds(1)
        let session = Session { [first, later] in
            $0.report = first
            $0.updates = [.report(later)]
        }

        await session.run("now", "--follow", "--format", "{elapsed}")

        #expect(session.data.lines == ["1:23"])
    }

    @Test("does not go with --json, and --every needs a time that can be kept")
    func refusals() async {
        let session = Session()

        #expect(await session.run("now", "--json", "--format", "x") == .wrongWords)
        for time in ["0", "1ms", "2h", "soon"] {
            #expect(await session.run("now", "--follow", "--every", time) == .wrongWords, "\(time)")
        }
    }

    @Test("has the line drawn again when the position reaches the next multiple of --every, whatever the rate")
    func every() throws {
        let start = ContinuousClock.now
        var report = Samples.playing
        report.rate = 2
        var live = LiveLine(now: start)
        live.take(report, now: start)

        let delay = try #require(live.timeUntilNext(start, step: .seconds(10)))
        // From 1:23.123 to 1:30, twice as fast.
        #expect(delay > .milliseconds(3430) && delay < .milliseconds(3450))
    }
}
