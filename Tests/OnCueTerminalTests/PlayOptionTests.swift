// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCuePhrases
import Testing

@testable import OnCueTerminal

@Suite("Options of play and queue add")
struct PlayOptionTests {
    @Test(
        "reach the service",
        arguments: [
            (["play", "--from", "3", "jazz"], "play jazz from=2"),
            (["play", "--interrupt", "jazz"], "play jazz interrupt"),
            (["play", "--interrupt", "--from", "2", "jazz"], "play jazz from=1 interrupt"),
            (["queue", "back"], "back"),
            (["play", "--next", "jazz"], "enqueue jazz next"),
            (["play", "--append", "jazz"], "enqueue jazz"),
            (["play", "--next", "--shuffle", "jazz"], "enqueue jazz next shuffled"),
            (["play", "--append", "--from", "2", "jazz"], "enqueue jazz from=1"),
            (["queue", "add", "--next", "jazz"], "enqueue jazz next"),
            (["queue", "add", "--at", "1", "jazz"], "enqueue jazz at=0"),
        ])
    func requests(words: [String], call: String) async {
        let session = Session()

        #expect(await Program.run(words + ["--quiet"], session.context) == .done)

        #expect(session.service.calls == [call])
    }

    @Test(
        "are part of the answer where it does not play from the beginning to the end",
        arguments: [
            (["--shuffle"], 0, 0, "Playing Kind of Blue by Miles Davis (5 tracks), shuffled"),
            (["--shuffle-albums"], 0, 0, "Playing Kind of Blue by Miles Davis (5 tracks), its albums shuffled"),
            (["--from", "2"], 1, 0, "Playing Kind of Blue by Miles Davis (5 tracks), from 2 of 5"),
            ([], 0, 61, "Playing Kind of Blue by Miles Davis (5 tracks), from 1:01"),
            ([], 0, 0, "Playing Kind of Blue by Miles Davis (5 tracks)"),
        ])
    func told(options: [String], index: Int, seconds: Int, answer: String) async {
        let session = Session {
            $0.report = NowPlayingReport(
                status: .playing, queueLength: 5,
                entry: NowPlayingEntry(
                    id: .init(1), queueIndex: index, title: "So What", duration: .seconds(540)))
            if seconds > 0 { $0.played.resumedAt = .seconds(seconds) }
        }

        #expect(await session.run(["play"] + options + ["kind", "of", "blue"]) == .done)

        #expect(session.talk.text == answer + "\n")
    }

    @Test("What cannot begin where it was left says so", arguments: [true, false])
    func noJump(isSeekable: Bool) async {
        let session = Session {
            $0.report = NowPlayingReport(
                status: .playing, queueLength: 1,
                entry: NowPlayingEntry(
                    id: .init(7), queueIndex: 0, title: "One", url: "https://example.org/1.mp3",
                    duration: .seconds(540), isSeekable: isSeekable))
            $0.played = PlayedContent(title: "One", kind: "episode", count: 1)
            ($0.played.entry, $0.played.resumedAt) = (7, .seconds(61))
        }

        await session.run("play", "one")

        let answer = isSeekable ? ", from 1:01" : "; its server cannot jump, so it begins at the start"
        #expect(session.talk.text == "Playing One\(answer)\n")
    }

    @Test("A track that is named in its list plays with that list, from its place in it")
    func trackInList() async {
        let session = Session {
            $0.report = NowPlayingReport(
                status: .playing, queueLength: 21,
                entry: NowPlayingEntry(id: .init(1), queueIndex: 6, title: "Little Gears"))
            $0.played = PlayedContent(title: "Little Gears", kind: "track", count: 21)
        }

        await session.run("play", "Tracks/Little Gears")

        #expect(session.talk.text == "Playing Little Gears (21 tracks), from 7 of 21\n")
    }

    @Test(
        "What is queued in random order is called so",
        arguments: [
            (["--append"], "to the queue, shuffled (1–5)"), (["--next"], "to the queue, shuffled, to play next (1–5)"),
        ])
    func queuedShuffled(options: [String], answer: String) async {
        let session = Session()

        await session.run(["search", "genre:jazz", "--shuffle"] + options)

        #expect(session.talk.text.hasSuffix(answer + "\n"), "\(session.talk.text)")
    }

    @Test("What has not begun by the time that the command ends is not called playing")
    func waiting() async {
        let session = Session {
            $0.report = NowPlayingReport(
                status: .playing, queueLength: 1, isLoading: true,
                entry: NowPlayingEntry(id: .init(1), queueIndex: 0, title: "Slow FM"))
        }

        #expect(await session.run("play", "kind", "of", "blue") == .done)
        #expect(
            session.talk.text
                == "Waiting for Kind of Blue by Miles Davis (5 tracks); it plays as soon as its sound arrives\n")

        #expect(await session.run("play", "kind", "of", "blue", "--no-wait") == .done)
        #expect(session.talk.text == "Playing Kind of Blue by Miles Davis (5 tracks)\n")
    }

    @Test("A new output that starts at a limited volume is told with its volume")
    func newOutput() async {
        let session = Session {
            $0.played.newOutput = "Null Output"
            $0.report = NowPlayingReport(status: .playing, volume: 0.5, queueLength: 5)
        }

        await session.run("play", "blue")

        #expect(
            session.talk.lines.last
                == "\"Null Output\" was never used before, so it starts at 50% volume; change it with: oncue volume 100"
        )
    }

    @Test("Tracks are counted once, however the daemon words what it counted")
    func countsOnce() async {
        let session = Session {
            $0.played = PlayedContent(
                title: "Wesnoth Project", subtitle: "1 Album, 37 Titel", kind: "artist", count: 37)
        }

        await session.run("play", "wesnoth")

        #expect(session.talk.text == "Playing Wesnoth Project (37 tracks)\n")
    }

    @Test(
        "are refused in one sentence where they do not go together",
        arguments: [
            (["--next", "--append", "jazz"], "--next and --append cannot be combined"),
            (["--from", "2", "--shuffle", "jazz"], "--from and --shuffle cannot be combined"),
            (["--interrupt", "--next", "jazz"], "--interrupt and --next cannot be combined"),
            (["--interrupt"], "--interrupt needs a PLACE"), (["--next"], "--next needs a PLACE"),
            (["--from", "2"], "--from needs a PLACE"),
            (["--from", "0", "jazz"], "a number from 1"),
        ])
    func refused(words: [String], sentence: String) async {
        let session = Session()

        #expect(await Program.run(["play"] + words, session.context) == .wrongWords)

        #expect(session.talk.lines.count == 1)
        #expect(session.talk.text.contains(sentence), "\(session.talk.text)")
        #expect(session.service.calls.isEmpty)
    }

    @Test(
        "that no place in the queue can be are refused in one sentence",
        arguments: [
            (["--at", "0", "jazz"], "a number from 1"), (["--at", "x", "jazz"], "a number from 1"),
            (["--at", "2", "--next", "jazz"], "--at and --next cannot be combined"),
        ])
    func refusedPlaces(words: [String], sentence: String) async {
        let session = Session()

        #expect(await Program.run(["queue", "add"] + words, session.context) == .wrongWords)

        #expect(session.talk.lines.count == 1)
        #expect(session.talk.text.contains(sentence), "\(session.talk.text)")
        #expect(session.service.calls.isEmpty)
    }

    @Test("Several places that go to a number stand there in the order in which they were written")
    func severalAtNumber() async {
        let session = Session { $0.entries = Samples.entries }

        #expect(await session.run("queue", "add", "--at", "2", "track:a", "track:b") == .done)

        #expect(session.service.calls.prefix(2) == ["enqueue track:a + track:b at=1"])
    }

    @Test("Several places are one change with one answer")
    func severalNext() async {
        let session = Session {
            $0.entries = Samples.entries
            $0.played = PlayedContent(title: "So What", subtitle: "Miles Davis", kind: "track", count: 1, position: 1)
            $0.played.total = 5
        }

        #expect(await session.run("play", "--next", "track:a", "track:b") == .done)

        #expect(session.service.calls.prefix(1) == ["enqueue track:a + track:b next"])
        #expect(session.talk.lines.first == "Added 2 tracks to the queue, to play next (2–3 of 5)")
    }

    @Test("What was added is told by its title, a query by its number of tracks")
    func answers() async {
        let session = Session {
            $0.played = PlayedContent(title: "So What", subtitle: "Miles Davis", kind: "track", count: 1, position: 1)
            $0.played.total = 2
        }
        await session.run("queue", "add", "so what")
        #expect(session.talk.lines.first == "Added \"So What\" by Miles Davis to the queue (2 of 2)")
        session.service.change { state in
            state.played = PlayedContent(title: "year:1959", kind: "query", count: 9, position: 2)
            (state.played.total, state.played.naming) = (11, .query)
        }
        await session.run("queue", "add", "year:1959")

        #expect(session.talk.lines.last == "Added 9 tracks found by year:1959 to the queue (3–11 of 11)")
    }

    @Test("The best match of words is told with the one that could have been meant as well")
    func runnerUp() async {
        let session = Session { state in
            state.played = PlayedContent(title: "Blue", subtitle: "Joni Mitchell", kind: "album", count: 10)
            state.played.naming = .words
            state.played.runnerUp = ContentRecord(
                identifier: "track:b", kind: "track", title: "Blue in Green", subtitle: "Miles Davis")
        }

        await session.run("play", "blue")

        #expect(
            session.talk.text
                == "Playing Blue by Joni Mitchell (10 tracks)\n"
                + "Another match is \"Blue in Green\" by Miles Davis; oncue search shows all\n")
    }

    @Test("What a query names is all done to, and told by its number")
    func queryDeeds() async {
        let session = Session { $0.named["year:1959"] = NamedItems(Samples.albums, by: .query) }

        #expect(await session.run("favourite", "year:1959") == .done)

        #expect(
            session.service.calls == ["resolve year:1959", "favourite album:a true", "favourite album:b true"])
        #expect(session.talk.text == "Added 2 items to your favourites\n")
    }

    @Test("When nothing plays it is told how to begin")
    func nothingPlays() async {
        let session = Session()

        await session.run("play", "--append", "jazz")

        #expect(session.talk.lines.last == "Nothing is playing; start with oncue play")
    }

    @Test("What can be played is played, and what cannot is said")
    func someFail() async {
        let session = Session {
            $0.report = Samples.playing
            $0.placeErrors["song%20one.flac"] = ClientError(.notPlayable, "cannot play song one.flac: no sound in it")
        }
        session.makeFile("song one.flac")
        session.makeFile("song two.flac")

        #expect(await session.run("play", "song one.flac", "none.mp3", "song two.flac") == .failed)

        let base = "file://\(session.folder)/song%20"
        #expect(session.service.calls == ["play \(base)one.flac + \(base)two.flac", "now"])
        #expect(
            session.talk.lines == [
                "oncue: cannot play song one.flac: no sound in it", "oncue: no such file: none.mp3",
                "Playing So What by Miles Davis (5 tracks)",
            ])
    }

    @Test("What stands against all places is said once")
    func allFail() async {
        let session = Session { $0.error = ClientError(.unavailable, "no daemon") }

        #expect(await session.run("play", "album:a", "album:b") == .noService)

        #expect(session.talk.text == "oncue: no daemon\n")
        #expect(session.service.calls.count == 1)
    }

    @Test("Words of which one is no place are titles or a search together")
    func wordsBelongTogether() async {
        let session = Session()

        await session.run("play", "album:a", "blue", "-q")

        #expect(session.service.calls == ["play album:a blue"])
    }

    @Test("A start within the first second is the beginning")
    func beginning() {
        let fitted = FittedContent(
            titles: ["Night Buses"], times: [.seconds(600)], musicCount: 0, total: .seconds(600), fades: false)
        #expect(FittedText.list(fitted, resumedAt: .milliseconds(300)) == "\"Night Buses\" (10 min)")
        #expect(FittedText.list(fitted, resumedAt: .seconds(90)) == "\"Night Buses\" (10 min), from 1:30")
    }
}
