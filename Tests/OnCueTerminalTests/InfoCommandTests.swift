// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("The file itself")
struct InfoCommandTests {
    private static var file: ReportedFile {
        var report = FileReport()
        (report.size, report.duration) = (4_321_000, .seconds(545))
        (report.bitRate, report.sampleRate, report.channelCount) = (876_000, 44_100, 2)
        report.replayGain = ReplayGain(trackGain: -6.48, trackPeak: 0.99, albumGain: nil, albumPeak: nil)
        report.tags = [.init("LABEL", "Columbia"), .init("LYRICS", "one\ntwo"), .init("TITLE", "So \u{1B}[31mWhat")]
        return ReportedFile(
            ContentIdentifier(kind: .track, key: "abc"), title: "So What",
            at: MediaLocation(filePath: Array("/m/01 So What.flac".utf8)), report)
    }

    private func text(_ session: Session) -> String { session.data.text }

    @Test("is shown with its format, its gain and all its tags, without control characters")
    func shown() async {
        let session = Session {
            $0.report = Samples.playing
            $0.file = Self.file
        }

        #expect(await session.run("info") == .done)

        #expect(session.service.calls.contains("file track:abc"))
        for line in ["/m/01 So What.flac", "4.3 MB", "9:05", "FLAC, 44.1 kHz, 2 channels, 876 kbit/s", "Columbia"] {
            #expect(text(session).contains(line), "\(line)")
        }
        #expect(text(session).contains("track -6.48 dB; applied when it plays (auto)"))
        #expect(text(session).contains("one / two") && !text(session).contains("\u{1B}"))
    }

    @Test("of something else is shown by its words, and nothing plays where nothing is named")
    func named() async {
        let session = Session { $0.file = Self.file }
        #expect(await session.run("info", "so", "what") == .done)
        #expect(session.service.calls.contains("file so what"))
        #expect(await session.run("info") == .nothingFound)
        #expect(session.talk.text == "oncue: nothing is playing; name a PLACE\n")
    }

    @Test("of something that has a twin mentions the twin")
    func twin() async {
        let session = Session {
            $0.file = Self.file
            $0.named["Tracks/So What"] = NamedItems(
                [Samples.twin("1", by: "Miles Davis")], runnerUp: Samples.twin("2", by: "Bill Evans"))
        }
        #expect(await session.run("info", "Tracks/So What") == .done)
        #expect(session.talk.text == "Another one has this title: \"So What\" by Bill Evans, track:2\n")
        #expect(await session.run("info", "track:1") == .done)
        #expect(session.talk.text.isEmpty, "it is certain what is meant")
        #expect(await session.run("info", "--quiet", "Tracks/So What") == .done)
        #expect(session.talk.text.isEmpty)
    }

    @Test("from the web is shown as it plays, with what the stream announces")
    func stream() async throws {
        let session = Session {
            $0.report = Samples.playing
            $0.report.entry?.identifier = "station:a"
            $0.report.entry?.url = "http://radio.example/jazz"
            $0.report.entry?.streamTitle = "So What"
            $0.report.entry?.format = MediaFormat(codec: "mp3", bitRate: 128_000, sampleRate: 44_100, channelCount: 2)
            $0.placeErrors["station:a"] = ServiceError(.refused, "it is not a file on this machine")
        }
        #expect(await session.run("info") == .done)
        for line in ["http://radio.example/jazz", "MP3, 44.1 kHz, 2 channels, 128 kbit/s", "STREAMTITLE"] {
            #expect(text(session).contains(line), "\(line)")
        }

        session.service.change { $0.report.entry?.format = nil }
        #expect(await session.run("info") == .failed, "nothing is known of it yet")
    }

    @Test("as JSON has every key")
    func json() async throws {
        let session = Session {
            $0.report = Samples.playing
            $0.file = Self.file
        }
        await session.run("info", "--json")
        let value = try JSONValue(parsing: text(session))
        #expect(value["path"] == "/m/01 So What.flac" && value["bitRate"]?.intValue == 876_000)
        #expect(value["replayGain"]?["trackGain"]?.doubleValue == -6.48)
        #expect(value["picture"]?["source"] == "none" && value["lyrics"] == .null)
        #expect(value["tags"]?[0]?["name"] == "LABEL")
    }
}
