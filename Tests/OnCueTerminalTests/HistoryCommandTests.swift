// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCueInterface
import OnCuePhrases
import Testing

@testable import OnCueTerminal

@Suite("oncue history")
struct HistoryCommandTests {
    private static func entry(_ kind: JournalEntry.Kind, _ time: Int64, artists: [String] = ["Miles"]) -> JournalEntry {
        let subject = JournalEntry.Subject(
            identifier: ContentIdentifier(kind: .track, key: "a"), title: "So What", artists: artists, album: "Blue",
            duration: .seconds(100), recording: "mb")
        return JournalEntry(kind, subject, at: time, position: .seconds(62), cause: .remote, output: "x")
    }

    @Test("shows when, what and where in it, and why where that is not plain")
    func shows() async {
        let session = Session { $0.journal = [Self.entry(.finished, 1_763_000_000), Self.entry(.heard, 5)] }

        await session.run("history")

        #expect(session.data.text.contains("finished  So What  Miles  1:02  media keys"))
        #expect(session.data.lines.count == 1)
        #expect(
            session.service.calls == [
                "history started skipped left finished stopped failed 0 1",
                "history skipped left finished stopped failed 0 1000",
            ])
    }

    @Test(
        "says of what there is no history",
        arguments: [
            (["history"], "Nothing has been listened to yet\n"),
            (["history", "--since", "1h"], "Nothing was listened to in that time\n"),
            (["history", "--all", "--until", "1970-01-02"], "Nothing was listened to in that time\n"),
            (["history", "--item", "two chairs"], "\"Two Chairs\" has not been listened to yet\n"),
            (
                ["history", "--item", "two chairs", "--since", "1h"],
                "\"Two Chairs\" was not listened to in that time\n"
            ),
            (["history", "--item", "track:gone"], "\"track:gone\" has not been listened to yet\n"),
        ])
    func nothing(words: [String], answer: String) async {
        let found = ContentRecord(identifier: "track:a", kind: "track", title: "Two Chairs")
        let session = Session { $0.items = words.contains("track:gone") ? [] : [found] }
        #expect(await session.run(words) == .done)
        #expect(session.talk.text == answer)
    }

    @Test("a listen is one line: its end, or its beginning while it plays")
    func listens() async {
        let session = Session {
            $0.journal = [
                Self.entry(.started, 400), Self.entry(.skipped, 300), Self.entry(.started, 250),
                Self.entry(.finished, 200), Self.entry(.started, 100),
            ]
        }

        await session.run("history")
        let kinds = session.data.lines.map { line in ["started", "skipped", "finished"].filter(line.contains) }
        #expect(kinds == [["started"], ["skipped"], ["finished"]])

        await session.run("history", "--offset", "1", "--limit", "1", "--json")
        #expect(session.data.text.hasPrefix(#"{"total":3,"offset":1,"items":[{"kind":"skipped","time":300,"#))

        await session.run("history", "--all")
        #expect(session.data.lines.count == 5)
    }

    @Test("--columns shows what was asked for behind the times, and adds plays, dates and ratings to the JSON")
    func columns() async {
        let session = Session { $0.journal = [Self.entry(.finished, 1_763_000_000)] }

        #expect(await session.run("history", "--columns", "title,artist,kind,plays,stars") == .done)
        let time = MomentText.text(1_763_000_000)
        #expect(session.data.lines == ["\(time)  So What  Miles  finished  3  4.5"])
        #expect(await session.run("history", "list", "--json", "--columns", "plays") == .done)
        #expect(
            session.data.text.hasSuffix(
                #""song":null,"playCount":3,"skipCount":1,"lastPlayed":86400,"added":172800,"stars":4.5}]}"# + "\n"))
        #expect(await session.run("history", "--columns", "tilte") == .wrongWords)
    }

    @Test("--json has every field")
    func json() async {
        let session = Session { $0.journal = [Self.entry(.heard, 5)] }
        await session.run("history", "--all", "--json", "--since", "1970-01-02")
        #expect(
            session.data.text.hasPrefix(
                #"{"total":1,"offset":0,"items":[{"kind":"heard","time":5,"identifier":"track:a","title":"So What","#))
    }

    @Test("export writes the plays that have an artist, with when they began, and their ratings")
    func export() async {
        let session = Session {
            $0.journal = [Self.entry(.heard, 90), Self.entry(.heard, 70, artists: []), Self.entry(.started, 40)]
        }
        await session.run("history", "export")
        #expect(
            session.data.text == #"{"listen_type":"import","payload":[{"listened_at":40,"track_metadata":{"#
                + #""artist_name":"Miles","track_name":"So What","release_name":"Blue","additional_info":{"#
                + #""media_player":"OnCue","duration_ms":100000,"recording_mbid":"mb","rating":4.5}}}]}"# + "\n")
    }

    @Test("the songs of the radio are listed with their stations, and one station can be asked about")
    func songs() async {
        var song = Self.entry(.song, 1_763_000_000, artists: [])
        song.subject.title = "Night Jazz"
        song.song = "Nina Simone - Sinnerman"
        let session = Session { [song] state in
            state.journal = [song, Self.entry(.heard, 5)]
            state.items = [ContentRecord(identifier: "station:a", kind: "station", title: "Night Jazz")]
        }

        #expect(await session.run("radio", "history") == .done)
        #expect(session.data.lines.count == 1)
        #expect(session.data.text.contains("Nina Simone - Sinnerman  Night Jazz"))
        #expect(session.service.calls == ["history song 0 1000"])
        #expect(await session.run("radio", "history", "Night Jazz", "--json", "--limit", "1") == .done)
        #expect(session.data.text.contains(#""song":"Nina Simone - Sinnerman"}]}"#))
        #expect(session.service.calls.last == "history item=station:a song 0 1")
        #expect(await session.run("radio", "history", "station:gone") == .done)
        #expect(session.service.calls.last == "history item=station:gone song 0 1000")
        #expect(await session.run("history", "--all") == .done)
        #expect(session.data.text.contains("song   Nina Simone - Sinnerman  Night Jazz"))
    }

    @Test("erase wants to know what, and tells how much went")
    func erase() async {
        let session = Session { $0.journal = [Self.entry(.heard, 90)] }
        #expect(await session.run("history", "erase") == .wrongWords)
        #expect(session.service.calls.isEmpty)
        #expect(await session.run("history", "erase", "--all") == .wrongWords)
        #expect(session.talk.text.contains("cannot be undone; add --yes"))
        #expect(await session.run("history", "erase", "--all", "--dry-run") == .done)
        #expect(session.data.text == "Would erase 1 event of the history\n")
        #expect(!session.service.calls.contains("erase "))
        #expect(await session.run("history", "erase", "--everything", "--yes") == .done)
        #expect(session.service.calls.last == "erase ")
        #expect(session.talk.lines.last == "Erased 1 event of the history")
    }

    @Test("times are words, spans and dates in local time, and anything else is refused")
    func moments() {
        let now: Int64 = 1_763_000_000
        #expect(MomentText.seconds("2h", now: now) == now - 7200)
        #expect(MomentText.seconds("3d", now: now) == now - 259_200)
        #expect(MomentText.seconds("5m", now: now) == now - 300)
        #expect(MomentText.seconds("5min", now: now) == now - 300)
        #expect(MomentText.seconds("2mo", now: now) == now - 5_184_000)
        let day = String(MomentText.text(now).prefix(10))
        #expect(MomentText.seconds("today", now: now) == MomentText.seconds(day, now: now))
        let time = MomentText.text(now).split(separator: " ").joined(separator: "T")
        #expect(MomentText.seconds(time, now: now) == now / 60 * 60)
        for wrong in ["", "h", "12", "2026-02-30", "2026-13-01", "2026-1-1", "99999999h", "2026-01-01T25:00", "soon"] {
            #expect(MomentText.seconds(wrong, now: now) == nil, "\(wrong)")
        }
    }
}
