// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCuePhrases
import OnCueRuntime
import OnCueTestSupport
import StatusAnswers
import Testing

@Suite("Answers about what is playing, kept in a file")
struct AnswerReportTests {
    private static let bus = "unix:path=/run/bus"

    private static var playing: NowPlayingReport {
        var entry = NowPlayingEntry(
            id: .blank, queueIndex: 2, identifier: "track:1", title: "So What", artists: ["Miles Davis", "Bill Evans"],
            album: "Kind of Blue", trackNumber: 1, url: "file:///music/1.flac", artURL: "file:///cache/1.png",
            position: .microseconds(61_234_567), duration: .seconds(545))
        entry.timestamp = .seconds(1000)
        entry.playbackRate = 1
        var report = NowPlayingReport(status: .playing, volume: 0.6, queueLength: 5, entry: entry)
        report.state = .playing
        return report
    }

    /// Reports of many kinds.
    private static let reports: [NowPlayingReport] = {
        var reports = [NowPlayingReport(status: .stopped), NowPlayingReport(status: .stopped, queueLength: 3), playing]
        func add(_ change: (inout NowPlayingReport) -> Void) {
            var report = playing
            change(&report)
            reports.append(report)
        }
        add {
            $0.status = .paused
            $0.entry?.playbackRate = 0
        }
        add { $0.isLoading = true }
        add { ($0.isLoading, $0.buffering) = (true, 100) }
        add {
            $0.entry?.streamTitle = "1:11:11 – 2:22:22"
            $0.entry?.isLive = true
            $0.entry?.duration = nil
        }
        add { $0.entry?.title = "4271.111 \u{1}\u{2}\u{1B}[31m \"8542.222\" \u{202E}é夜" }
        add { $0.entry?.title = String(repeating: "long ", count: 2000) }
        add { $0.entry?.artists = (0..<500).map { "Artist \($0)" } }
        add { $0.entry?.chapter = ChapterMark(index: 1, count: 5, title: "What is a fugue?") }
        add { $0.sleep = .time(.seconds(1800)) }
        add { $0.sleep = .track }
        add {
            $0.loop = PlaybackLoop(from: .seconds(80), to: .seconds(105))
            $0.rate = 1.5
            $0.entry?.playbackRate = 1.5
        }
        add { $0.failure = ServiceError(.failed, "the file is damaged") }
        add {
            ($0.repeatMode, $0.shuffleMode, $0.isMuted) = (.all, .albums, true)
            $0.entry?.isExplicit = true
        }
        add { ($0.interruption, $0.stateReason) = (.call, "a call") }
        add { $0.interrupted = InterruptedMark(title: "Night Crossing", count: 3, depth: 1) }
        add { $0.output = AudioOutput(name: "Speakers", isSilent: true) }
        add { $0.entry?.position = .hours(3) }
        return reports
    }()

    @Test("What is prepared is what a client prints, at every moment", arguments: reports)
    func same(_ report: NowPlayingReport) throws {
        let sheet = try #require(AnswerSheet(report, bus: Self.bus, at: .seconds(1000)))
        let kept = try #require(AnswerSheet(bytes: sheet.bytes(mark: 1)))

        for passed in [Duration.zero, .milliseconds(1), .milliseconds(800), .seconds(7)] {
            // What the daemon would say then, as it crosses the bus.
            var later = report
            if let entry = report.entry, let rate = entry.playbackRate, rate > 0 {
                let position = Duration.microseconds(entry.position.wholeMicroseconds) + passed * rate
                later.entry?.position = entry.duration.map { min($0, position) } ?? position
            }
            if let sleep = report.sleep?.time { later.sleep = .time(sleep - passed) }
            let told = try #require(NowPlayingReport(wire: later.wire))
            let lines = kept.answer(
                to: .lines, version: ServiceVersion.current, bus: Self.bus, at: .seconds(1000) + passed)
            let json = kept.answer(
                to: .json, version: ServiceVersion.current, bus: Self.bus, at: .seconds(1000) + passed)

            #expect(
                lines.map { String(decoding: $0, as: UTF8.self) }
                    == NowPlayingLines().lines(told).map { $0 + "\n" }.joined())
            #expect(json.map { String(decoding: $0, as: UTF8.self) } == told.json.text(.compact) + "\n")
        }
    }

    @Test("Answers are taken back at once, and written when playback has settled")
    @MediaActor
    func keeping() async throws {
        let folder = try TemporaryDirectory()
        let source = Source(Self.playing)
        let file = try #require(AnswerFile(in: folder.path))
        let keeper = AnswerKeeper(
            file: file, bus: Self.bus, patience: .milliseconds(1), now: { .seconds(1000) },
            report: { source.report })
        func found() -> [UInt8]? {
            AnswerFile.sheet(in: folder.path)?
                .answer(to: .lines, version: ServiceVersion.current, bus: Self.bus, at: .seconds(1000))
        }

        keeper.noteChange()
        #expect(found() == nil)
        keeper.begin()
        try await waitUntil("answers are there") { found() != nil }
        source.report.status = .paused
        keeper.noteChange()
        #expect(found() == nil)
        try await waitUntil("other answers are there") { found()?.starts(with: "‖ So What".utf8) == true }
        keeper.noteChange()
        keeper.close()
        #expect(access(folder.file(AnswerFile.name), F_OK) != 0)
        keeper.noteChange()
        #expect(access(folder.file(AnswerFile.name), F_OK) != 0)
    }
}

@MediaActor
private final class Source {
    var report: NowPlayingReport

    init(_ report: NowPlayingReport) { self.report = report }
}

extension Duration {
    fileprivate static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}
