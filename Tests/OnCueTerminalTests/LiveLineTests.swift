// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueClient
import OnCueCore
import OnCueInterface
import Testing
import TextOutput

@testable import OnCueTerminal

@Suite("The live line")
struct LiveLineTests {
    private let start = ContinuousClock.now
    private let screen = Screen(isTerminal: true, width: 80)

    private func line(_ report: NowPlayingReport?) -> LiveLine {
        var line = LiveLine(now: start)
        line.take(report, now: start)
        return line
    }

    @Test("The position grows by our own clock while it plays")
    func grows() {
        let line = line(Samples.playing)

        #expect(line.text(start, screen: screen).contains("1:23 "))
        #expect(line.text(start + .seconds(10), screen: screen).contains("1:33 "))
    }

    @Test("A report that was long on its way does not set the position back; one that was fast sets it forward")
    func delays() {
        func report(at time: Duration) -> NowPlayingReport {
            var report = Samples.playing
            report.entry?.position = time
            report.entry?.timestamp = .seconds(1_000) + time
            return report
        }
        var line = line(report(at: .seconds(1)))
        let moment = start + .milliseconds(700)
        func milliseconds() -> Double? {
            line.current(moment)?.entry.map { ($0.position / .milliseconds(1)).rounded() }
        }

        line.take(report(at: .milliseconds(1_500)), now: moment)
        #expect(milliseconds() == 1_700)
        line.take(report(at: .milliseconds(1_900)), now: moment)
        #expect(milliseconds() == 1_900)
        line.take(nil, now: moment)
        line.take(report(at: .milliseconds(1_600)), now: moment)
        #expect(milliseconds() == 1_600)
    }

    @Test("It never passes the end")
    func end() {
        let line = line(Samples.playing)

        #expect(line.text(start + .seconds(100_000), screen: screen).contains("9:05 ━"))
        #expect(line.timeUntilNext(start + .seconds(100_000)) == nil)
    }

    @Test("It is drawn again when the next second shows, and not at all while nothing moves")
    func timer() throws {
        let delay = try #require(line(Samples.playing).timeUntilNext(start))
        #expect(delay > .milliseconds(870) && delay < .milliseconds(890))

        var paused = Samples.playing
        paused.status = .paused
        #expect(line(paused).timeUntilNext(start + .seconds(5)) == nil)
        #expect(line(paused).text(start + .seconds(5), screen: screen).contains("1:23 "))
        var loading = Samples.playing
        loading.isLoading = true
        #expect(line(loading).timeUntilNext(start) == nil)
        #expect(line(nil).timeUntilNext(start) == nil)
    }

    @Test("It fits every window", arguments: [20, 30, 40, 60, 80, 200])
    func fits(width: Int) {
        var report = Samples.playing
        report.entry?.title = String(repeating: "夜", count: 300)
        let screen = Screen(isTerminal: true, width: width)

        for line in [line(report), line(nil), line(NowPlayingReport(status: .stopped))] {
            // Room for ^C and one more cell.
            #expect(TextLayout.width(of: line.text(start, screen: screen)) <= width - 3)
        }
    }

    @Test("A pipe gets one line for every change and for the daemon's end")
    func plainFollow() async {
        var paused = Samples.playing
        paused.status = .paused
        let session = Session {
            $0.report = Samples.playing
            $0.updates = [.report(Samples.playing), .report(paused), .serviceLost, .report(Samples.playing)]
        }

        #expect(await session.run("now", "--follow") == .done)

        #expect(session.data.isWatched)
        #expect(
            session.data.lines == [
                "playing  1:23/9:05  1/5  So What — Miles Davis — Kind of Blue",
                "paused  1:23/9:05  1/5  So What — Miles Davis — Kind of Blue", "unavailable",
                "playing  1:23/9:05  1/5  So What — Miles Davis — Kind of Blue",
            ])
    }

    @Test("JSON has one object per line")
    func jsonFollow() async throws {
        let session = Session {
            $0.report = Samples.playing
            $0.updates = [.report(Samples.playing), .serviceLost]
        }

        await session.run("now", "--follow", "--json")

        let values = try session.data.lines.map { try JSONValue(parsing: $0) }
        #expect(values.map { $0["status"]?.stringValue } == ["playing", "unavailable"])
        #expect(keys(values[0]) == keys(values[1]))
    }

    @Test("What is known is not written again because time has passed until the daemon told it for the second time")
    func followFirst() async throws {
        var first = Samples.playing
        first.entry?.timestamp = .seconds(1000)
        first.sleep = .time(.seconds(600))
        var second = first
        second.entry?.timestamp = .milliseconds(1000_020)
        second.entry?.position += .milliseconds(20)
        second.sleep = .time(.milliseconds(599_980))
        func lines(_ updates: NowPlayingReport...) async -> Int {
            let session = Session {
                $0.report = first
                $0.updates = updates.map { .report($0) }
            }
            await session.run("now", "--follow", "--json")
            return session.data.lines.count
        }

        #expect(await lines(second) == 1)
        #expect(await lines(second, second) == 2, "only the first is what was known already")
        var jumped = second
        jumped.entry?.position += .seconds(5)
        #expect(await lines(jumped) == 2)
        var longer = second
        longer.sleep = .time(.seconds(1200))
        #expect(await lines(longer) == 2)
        var awake = second
        awake.sleep = nil
        #expect(await lines(awake) == 2)
    }

    @Test("The rest of the sleep timer goes down by our own clock, also while nothing plays")
    func sleep() {
        var report = Samples.playing
        report.status = .paused
        report.sleep = .time(.seconds(60))

        #expect(line(report).current(start + .seconds(15))?.sleep == .time(.seconds(45)))
        #expect(line(report).current(start + .seconds(100))?.sleep == .time(.zero))
    }

    @Test("A terminal gets one line that is redrawn, and its cursor back")
    func liveFollow() async {
        let session = Session(screen: screen) {
            $0.report = Samples.playing
            $0.updates = [.report(Samples.playing), .serviceLost]
        }

        await session.run("now", "--follow")

        #expect(session.data.text.hasPrefix("\u{1B}[?25l\r\u{1B}[K▶ So What"))
        #expect(session.data.text.hasSuffix("… waiting for the daemon\u{1B}[?25h\n"))
        #expect(session.data.lines.count == 1)
    }

    @Test("A reader that has gone is noticed while nothing is written", .timeLimit(.minutes(5)))
    func readerGone() async {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])

        async let noticed: Void = Task.detached { ReaderWatch.waitUntilUnread(writer) }.value
        close(reader)
        await noticed

        close(writer)
    }

    private func keys(_ value: JSONValue) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.map(\.name)
    }
}
