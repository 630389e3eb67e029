// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("What is found is used")
struct ManyPlacesTests {
    /// Somebody whose words come on standard input.
    private struct Writer: Questioner {
        var text: String
        let canAsk = false

        func confirms(_ question: String) -> Bool { false }
        func input(limit: Int) -> [UInt8] { Array(text.utf8.prefix(limit + 1)) }
    }

    @Test(
        "by a search that plays it, queues it, or adds it to a playlist",
        arguments: [
            (["search", "miles", "blue", "--play"], "play search:miles blue"),
            (["search", "genre:jazz", "--play", "--shuffle"], "play search:genre:jazz shuffle=tracks"),
            (["search", "blue", "--next"], "enqueue search:blue next"),
            (["search", "blue", "-a", "-s"], "enqueue search:blue shuffled"),
            (["search", "blue", "--to", "Mix"], "add search:blue to Mix"),
            (["play", "--all", "miles", "blue"], "play search:miles blue"),
            (["queue", "add", "--all", "blue"], "enqueue search:blue"),
            (["playlist", "add", "Mix", "blue", "--all"], "add search:blue to Mix"),
            (["favourite", "--all", "blue"], "resolve search:blue"),
        ])
    func deeds(words: [String], call: String) async {
        let session = Session()
        #expect(await Program.run(words, session.context) == .done)
        #expect(session.service.calls.contains { $0.hasPrefix(call) }, "\(session.service.calls)")
    }

    @Test("What only another program has told of does not play, and is named with how to go on with it")
    func foreign() async {
        let session = Session {
            $0.foreign = [ForeignHit(Samples.activity.activity, programName: "Concerts")]
            $0.placeErrors = ["blue": ClientError(.nothingMatches, "nothing matches blue")]
        }
        #expect(await session.run("search", "blue", "--play") == .nothingFound)
        #expect(
            session.talk.lines.last
                == "oncue: nothing that plays matches \"blue\"; go on with \"Blue Note, Friday\" of Concerts with: oncue "
                + "activities continue foreign:org.example.Concerts/1", "\(session.talk.text)")
        session.service.change { $0.foreign = [] }
        #expect(await session.run("search", "blue", "--play") == .nothingFound)
        #expect(session.talk.lines.last == "oncue: nothing matches blue")
    }

    @Test(
        "only in one way at a time",
        arguments: [
            ["search", "x", "--play", "--next"], ["search", "x", "--append", "--to", "Mix"],
            ["search", "x", "--to", "Mix", "--shuffle"],
            ["search", "x", "--play", "--limit", "3"], ["search", "x", "--shuffle", "--limit", "3"], ["play", "--all"],
            ["play", "--all", "-"],
        ])
    func refused(words: [String]) async {
        let session = Session()
        #expect(await Program.run(words, session.context) == .wrongWords)
        #expect(session.service.calls == [])
    }

    @Test("from standard input, each line a place, as one change")
    func input() async {
        let session = Session()
        session.questioner = Writer(
            text: "track:a  So What  Miles Davis\nAlbums/Kind of Blue\r\n\n  blue train\n/1/2@7\tX\n")

        #expect(await session.run("queue", "add", "-") == .done)

        #expect(
            session.service.calls.first
                == "enqueue track:a + Albums/Kind of Blue + blue train + /1/2@7")
    }

    @Test("from standard input with a zero byte behind each, whatever else is in the names")
    func zeroBytes() async {
        let session = Session()
        session.makeFile("song one.flac")
        session.questioner = Writer(text: session.folder + "/song one.flac\0track:a\nx\0")

        #expect(await session.run("queue", "add", "-") == .done)

        #expect(session.service.calls.first?.hasSuffix("/song%20one.flac + track:a\nx") == true)
    }

    @Test("from standard input that has nothing, or far too much, is told")
    func wrongInput() async {
        let session = Session()
        session.questioner = Writer(text: "\n \n")
        #expect(await session.run("play", "-") == .nothingFound)
        #expect(session.talk.text == "oncue: standard input has no places\n")
        session.questioner = Writer(text: String(repeating: "x", count: PlaceInput.limit + 1))
        #expect(await session.run("play", "-") == .wrongWords)
        #expect(session.service.calls == [])
    }
}

@Suite("Stars")
struct StarsCommandTests {
    @Test("are exported, all of them, a line each")
    func export() async throws {
        let session = Session { $0.items = Samples.albums }
        #expect(await session.run("stars", "--export") == .done)
        #expect(session.service.calls.contains { $0.hasPrefix("search stars:>=0.5 kind:") })
        let lines = try session.data.lines.map { try JSONValue(parsing: $0) }
        #expect(lines.first?["own"] == .bool(true))
        #expect(lines.first?["stars"]?.doubleValue == 4.5)
        for words in [["stars", "--export", "4"], ["stars", "--export", "--list"]] {
            #expect(await session.run(words) == .wrongWords)
        }
    }

    @Test("list what is rated, from a number of stars on")
    func list() async {
        let kinds = "kind:artist|album|track|genre|composer|folder|playlist|podcast|episode|station"
        let session = Session { $0.items = Samples.albums }
        for (words, least) in [(["stars", "--list"], "0.5"), (["stars", "4.5", "--list"], "4.5")] {
            #expect(await session.run(words) == .done)
            #expect(session.service.calls.last?.hasPrefix("search stars:>=\(least) \(kinds) sort:-stars,title") == true)
            #expect(session.data.lines.count == 2)
        }
        for words in [["stars", "--list", "0"], ["stars", "--list", "none"], ["stars", "--list", "4", "x"]] {
            #expect(await session.run(words) == .wrongWords, "\(words)")
        }
    }

    @Test(
        "are given to what is named, or to what plays",
        arguments: [
            (["stars", "4.5"], "stars track:abc 4.5", "Rated \"track:abc\": 4.5 stars\n"),
            (["stars", "1", "track:x"], "stars track:x 1", "Rated \"track:x\": 1 star\n"),
            (["stars", "none"], "stars track:abc none", "Removed the rating of \"track:abc\"\n"),
        ])
    func given(words: [String], call: String, answer: String) async {
        let session = Session { $0.report = Samples.playing }
        #expect(await Program.run(words, session.context) == .done)
        #expect(session.service.calls.contains(call), "\(session.service.calls)")
        #expect(session.talk.text == answer)
    }

    @Test("that were never given are not removed")
    func noRating() async {
        let session = Session { $0.ownStars = nil }
        await session.run("stars", "none", "track:abc")
        #expect(session.talk.text == "\"track:abc\" has no rating of yours\n")
    }

    @Test("are 0 to 5 in halves", arguments: ["5.5", "-1", "4.3", "good", "nan"])
    func refused(word: String) async {
        let session = Session { $0.report = Samples.playing }
        #expect(await session.run("stars", word) == .wrongWords)
        #expect(!session.service.calls.contains { $0.hasPrefix("stars ") })
    }
}

@Suite("Opinions of what plays without being in the library")
struct OutsideLibraryTests {
    private func session() -> Session {
        Session {
            var report = Samples.playing
            report.entry?.identifier = "track:aaaaaaaaaaa2"
            report.entry?.title = "Loose"
            report.entry?.url = "file:///home/a/Down%20loads/loose.mp3"
            $0.report = report
            $0.placeErrors["track:aaaaaaaaaaa2"] = ClientError(.notFound, "there is no track:aaaaaaaaaaa2")
        }
    }

    private static let answer =
        "\"Loose\" is not in the library; add its folder with: oncue library add '/home/a/Down loads'"

    @Test("say so, and how to add its folder", arguments: [["favourite"], ["dislike"], ["stars", "4"]])
    func command(words: [String]) async {
        let session = session()
        #expect(await session.run(words) == .nothingFound)
        #expect(session.talk.text == "oncue: \(Self.answer)\n")
    }

    @Test("say so in the full-screen program, too")
    func program() async {
        let errand = AppErrand(service: session().service)
        let outcome = await errand.run(.item(.toggleFavourite(["track:aaaaaaaaaaa2"], title: "Loose")))
        #expect(outcome.message == "! " + Self.answer)
    }
}

@Suite("The queue with a station")
struct StationQueueTests {
    @Test("shows the song beside the station that plays now")
    func song() async {
        let session = Session {
            $0.entries = [
                .init(id: .init(1), identifier: "station:a", title: "Night Jazz", isCurrent: true),
                .init(id: .init(2), identifier: "station:b", title: "Day Jazz"),
            ]
            $0.report = NowPlayingReport(
                status: .playing, queueLength: 2,
                entry: NowPlayingEntry(id: .init(1), title: "Night Jazz", streamTitle: "So What"))
        }
        await session.run("queue")
        #expect(session.data.lines.count == 2)
        #expect(session.data.lines.first?.contains("So What") == true)
        #expect(session.data.lines.last?.contains("So What") == false)
    }
}

@Suite("The queue in other orders")
struct QueueOrderCommandTests {
    @Test(
        "as one command to the service each",
        arguments: [
            (["queue", "crop"], "keep 12"), (["queue", "crop", "1", "3"], "keep 11 13"),
            (["queue", "next", "3", "1"], "play next 13 11"), (["queue", "next", "3", "1-3"], "play next 13 11 12"),
            (["queue", "move", "2-3", "1"], "move 12 13 to 0"),
            (["queue", "sort", "album"], "sort by album"), (["queue", "shuffle"], "sort by random"),
            (["queue", "unique"], "remove duplicates"), (["queue", "dedupe"], "remove duplicates"),
            (["queue", "single", "on"], "single true"), (["queue", "consume", "off"], "consume false"),
            (["redo", "-q"], "redo"),
        ])
    func commands(words: [String], call: String) async {
        let session = Session {
            $0.entries = Samples.entries
            for index in $0.entries.indices { $0.entries[index].isCurrent = index == 1 }
            $0.edits = [ListEdit(.sort, title: "A", count: 3)]
        }
        #expect(await Program.run(words, session.context) == .done)
        #expect(session.service.calls.contains(call), "\(session.service.calls)")
    }

    @Test("with numbers that are not there, or an order that is none, change nothing")
    func refused() async {
        let session = Session { $0.entries = Samples.entries }
        #expect(await session.run("queue", "crop", "4") == .nothingFound)
        #expect(await session.run("queue", "next", "9") == .nothingFound)
        #expect(await session.run("queue", "move", "1,9", "1") == .nothingFound)
        #expect(await session.run("queue", "sort", "random") == .wrongWords)
        #expect(session.service.calls.allSatisfy { $0.hasPrefix("queue ") })
        let empty = Session()
        #expect(await empty.run("queue", "crop") == .nothingFound)
        #expect(await empty.run("redo") != .done)
        #expect(empty.talk.text.hasSuffix("oncue: there is no change to the queue or a playlist that was undone\n"))
    }

    @Test("show the playing time of all and of the rest on a terminal, with a mark for what is not known")
    func time() async {
        let page = QueuePage(total: 41, entries: [])
        let time = QueueTime(total: .seconds(9_180), remaining: .seconds(4_800))
        #expect(QueueView.sentence(page, time) == "41 entries, 2:33:00, 1:20:00 left")
        var unknown = time
        unknown.unknownCount = 1
        #expect(QueueView.sentence(page, unknown) == "41 entries, 2:33:00+, 1:20:00+ left")
        #expect(QueueView.sentence(QueuePage(total: 1, entries: []), QueueTime(unknownCount: 1)) == "1 entry")
    }
}
