// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import JSON
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCuePhrases
import Testing

@testable import OnCueTerminal

@Suite("Commands")
struct CommandTests {
    @Test("The command table has no mistakes and every sub-command does something")
    func table() {
        #expect(CommandCatalog.table.problems == [])
        for command in CommandCatalog.commands { #expect(command.unmatchedSubcommands.isEmpty) }
    }

    @Test("Every command has an example")
    func examples() {
        for command in CommandCatalog.table.commands where command.name != "help" {
            #expect(!command.examples.isEmpty, "\(command.name)")
            for sub in command.subcommands { #expect(!sub.examples.isEmpty, "\(command.name) \(sub.name)") }
        }
    }

    @Test("Help fits 80 columns")
    func helpWidth() async {
        let session = Session()
        for path in [[], ["play"], ["queue"], ["queue", "add"], ["library"], ["now"], ["browse"]] {
            #expect(await Program.run(["help"] + path, session.context) == .done)
        }
        let lines = session.data.lines
        #expect(lines.count > 60)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test(
        "Commands reach the service",
        arguments: [
            (["pause"], "Pause"), (["resume"], "Resume"), (["toggle"], "Toggle"), (["stop"], "Stop"),
            (["next"], "Next"),
            (["previous"], "Previous"), (["prev"], "Previous"), (["play"], "Resume"),
            (["seek", "1:30"], "seek to 90.0"),
            (["seek", "+10"], "seek by 10.0"), (["seek", "-10"], "seek by -10.0"), (["volume", "60"], "volume 0.6"),
            (["volume", "60%"], "volume 0.6"), (["volume", "+5"], "volume by 0.05"),
            (["volume", "-5"], "volume by -0.05"),
            (["volume", "mute"], "muted true"), (["volume", "unmute"], "muted false"),
            (["repeat", "one"], "repeat one"),
            (["shuffle", "on"], "shuffle tracks"), (["shuffle", "albums"], "shuffle albums"),
            (["queue", "clear"], "clear"), (["quit"], "quit"),
            (["play", "kind", "of", "blue"], "play kind of blue"),
            (["play", "-s", "--no-wait", "jazz"], "play jazz shuffle=tracks no-wait"),
            (["play", "--from-start", "jazz"], "play jazz from-start"),
            (["library", "scan", "--no-wait"], "scan"), (["library", "scan", "--all", "--no-wait"], "scanAll"),
            (["favourite", "album:a"], "favourite album:a true"),
            (["favourite", "--remove", "Albums/Blue"], "favourite Albums/Blue false"),
            (["dislike", "album:a"], "dislike album:a true"), (["dislike", "--remove", "/0/1"], "dislike /0/1 false"),
            (["bookmarks", "add"], "bookmark"),
            (["played", "album:a"], "played album:a true"),
            (["played", "--not", "album:a", "--yes"], "played album:a false"),
        ])
    func requests(words: [String], call: String) async {
        let session = Session()

        #expect(await Program.run(words + ["--quiet"], session.context) == .done)

        #expect(session.service.calls.filter { $0 != "now" && !$0.hasPrefix("resolve ") } == [call])
        #expect(session.talk.text == "")
    }

    @Test(
        "Wrong words end with status 2, one line, and what was expected",
        arguments: [
            (["plya"], "play"), (["seek", "x"], "1:30"), (["seek"], "POSITION"), (["volume", "loud"], "0 to 100"),
            (["volume", "101"], "0 to 100"), (["repeat", "al"], "all"),
            (["queue", "remove", "0"], "a number from 1, or a range such as 3-7"),
            (["queue", "mvoe", "1", "2"], "move"), (["browse", "--limit", "0"], "a number from 1"),
            (["now", "--jsno"], "--json"), (["search"], "WORDS"), (["completions", "bsh"], "bash"),
            (["pause", "x"], "no arguments"), (["queue", "remove", "-1"], "\"-1\" is not an entry number"),
            (["queue", "move", "1", "-2"], "\"-2\" is not an entry number"),
            (["queue", "play", "-1"], "a number from oncue queue"),
        ])
    func wrongWords(words: [String], hint: String) async {
        let session = Session()

        #expect(await Program.run(words, session.context) == .wrongWords)

        #expect(session.talk.lines.count == 1)
        #expect(session.talk.text.contains(hint), "\(session.talk.text)")
        #expect(session.service.calls.isEmpty)
    }

    @Test(
        "Errors of the service become exit statuses",
        arguments: [
            (ClientError.Code.notFound, OnCueTerminal.ExitStatus.nothingFound), (.unavailable, .noService),
            (.notSeekable, .failed),
            (.missingDecoder, .failed), (.staleIndexPath, .failed), (.invalidPlace, .wrongWords), (.failed, .failed),
            (.invalidValue, .wrongWords), (.invalidQuery, .wrongWords), (.overtaken, .failed), (.stopping, .failed),
        ])
    func statuses(code: ClientError.Code, status: OnCueTerminal.ExitStatus) async {
        let session = Session { $0.error = ClientError(code, "it says why") }

        #expect(await session.run("pause") == status)
        #expect(session.talk.text == "oncue: it says why\n")
        #expect(session.data.text == "")
    }

    @Test("Playing says what plays on the talk stream alone")
    func playTalk() async {
        let session = Session { $0.report = Samples.playing }

        await session.run("play", "kind", "of", "blue")
        #expect(session.talk.text == "Playing Kind of Blue by Miles Davis (5 tracks)\n")
        #expect(session.data.text == "")

        await session.run("next")
        #expect(session.talk.text == "Playing So What by Miles Davis (1 of 5)\n")
    }

    @Test("Several files are told by the title that plays, or by their number while none is known")
    func playFiles() async {
        let session = Session {
            $0.report = Samples.playing
            $0.played = PlayedContent(title: "So What", subtitle: "Miles Davis", kind: "track", count: 1)
        }
        session.makeFile("song one.flac")
        session.makeFile("song two.flac")

        await session.run("play", "song one.flac", "song two.flac")
        #expect(session.talk.text == "Playing So What by Miles Davis (2 tracks)\n")
        await session.run("play", "song one.flac")
        #expect(session.talk.text == "Playing So What by Miles Davis\n")
        await session.run("play", "song one.flac", "song two.flac", "--no-wait")
        #expect(session.talk.text == "Playing 2 tracks\n")
    }

    @Test("What is not found while the library is being read is told with how far that has come")
    func stillReading() async {
        let session = Session { state in
            state.library.folders = [MediaLocation(filePath: Array("/home/me/Music".utf8))]
            state.library.scan = LibraryScanProgress(
                phase: .reading, found: 20_000, toRead: 20_000, read: 4000, failed: 0, elapsed: .seconds(2))
            state.placeErrors["jazz"] = ClientError(.nothingMatches, "„jazz“ fehlt")
            state.placeErrors["album:1"] = ClientError(.notFound, "there is no \"jazz\" any more")
        }

        #expect(await session.run("play", "jazz") == .nothingFound)
        #expect(session.talk.text.hasSuffix("(still reading /home/me/Music: 4000 of 20000 files)\n"))
        #expect(await session.run("search", "jazz") == .nothingFound)
        #expect(session.talk.text.hasSuffix("(still reading /home/me/Music: 4000 of 20000 files)\n"))
        #expect(await session.run("play", "album:1") == .nothingFound)
        #expect(session.talk.text.hasSuffix("oncue: there is no \"jazz\" any more\n"), "no file can have it")
    }

    @Test("Adding a folder says whether it is new to the library")
    func addedFolders() {
        let music = MediaLocation(filePath: Array("/home/me/Music".utf8))
        let inner = MediaLocation(filePath: Array("/home/me/Music/Jazz".utf8))
        let other = MediaLocation(filePath: Array("/home/me/Musicals".utf8))

        #expect(LibraryView.added(music, to: []) == "Added /home/me/Music to the library")
        #expect(LibraryView.added(music, to: [music]) == "/home/me/Music is in the library already")
        #expect(LibraryView.added(other, to: [music]) == "Added /home/me/Musicals to the library")
        #expect(
            LibraryView.added(inner, to: [music])
                == "Added /home/me/Music/Jazz to the library, although it is part of /home/me/Music")
    }

    @Test("A station keeps its name beside what it announces, in every view")
    func stationName() async {
        let session = Session { state in
            state.report = Samples.playing
            state.report.entry = NowPlayingEntry(
                id: PlaybackQueue.EntryID(1), identifier: "station:somewhere", title: "Somewhere",
                streamTitle: "Artist 0 - Song 0")
        }

        await session.run("now")

        #expect(session.data.lines.prefix(2) == ["▶ Artist 0 - Song 0", "  Somewhere"])
        let line = LiveLine(session.service.current.report, now: .now)
        #expect(line.text(.now, screen: Screen(width: 80)).contains("Artist 0 - Song 0 — Somewhere"))
        #expect(NowPlayingLine.sentence(session.service.current.report).contains("Artist 0 - Song 0 on Somewhere"))
    }

    @Test("Without a sound server it is told how to end the daemon that has none")
    func noSoundServer() async {
        let session = Session { $0.error = ClientError(.noAudioOutput, "run oncued --output silent") }

        #expect(await session.run("play", "jazz") == .failed)
        #expect(
            session.talk.text
                == "oncue: run oncued --output silent (oncue quit stops the daemon that is running now)\n")
    }

    @Test("Ending the daemon is done, also when none runs", arguments: [true, false])
    func quit(isRunning: Bool) async {
        let session = Session { $0.isRunning = isRunning }

        #expect(await session.run("quit") == .done)
        #expect(session.talk.text == (isRunning ? "oncued has quit\n" : "oncued is not running\n"))
    }

    @Test("The manual page has every command but those for scripts")
    func manual() async {
        let session = Session()

        #expect(await session.run("manual") == .done)
        #expect(session.data.text.hasPrefix(".TH \"ONCUE\" \"1\""))
        #expect(session.data.text.contains(#"\fBoncue\-queue(1)\fR"#))
        #expect(!session.data.text.contains(#"oncue\-manual"#))
    }

    @Test("The manual page of a command has all its sub-commands")
    func manualOfCommand() async {
        let session = Session()

        #expect(await session.run("manual", "--of", "queue") == .done)
        #expect(session.data.text.hasPrefix(".TH \"ONCUE\\-QUEUE\" \"1\""))
        #expect(session.data.text.contains(#"\fBoncue queue remove"#))
        #expect(await Session().run("manual", "--of", "nothing") == .wrongWords)
    }

    @Test("A silent output is told when something plays")
    func silentOutput() async {
        let session = Session {
            $0.report = Samples.playing
            $0.report.output = AudioOutput(name: "silent", isSilent: true)
        }

        await session.run("play", "jazz")

        #expect(session.talk.lines.last?.contains("silent") == true)
    }

    @Test("Queue commands name entries by their stable id")
    func queueEntries() async {
        let session = Session { $0.entries = Samples.entries }

        await session.run("queue", "move", "3", "1", "-q")
        await session.run("queue", "remove", "2", "-q")
        await session.run("queue", "play", "1", "-q")

        #expect(
            session.service.calls == [
                "queue 2 1", "queue 0 1", "move 13 to 0", "queue 1 1", "remove 12", "queue 0 1", "play entry 11",
            ])
        #expect(await session.run("queue", "remove", "4") == .nothingFound)
        #expect(session.talk.text == "oncue: no entry 4: the queue has 3\n")
    }

    @Test("A move behind the end tells the number that the entry really gets")
    func moveBehindEnd() async {
        let session = Session { $0.entries = Samples.entries }

        #expect(await session.run("queue", "move", "1", "99") == .done)
        #expect(session.talk.text == "Moved \"So What\" to number 3\n")
        await session.run("queue", "move", "1", "2")
        #expect(session.talk.text == "Moved \"So What\" to number 2\n")
    }

    @Test("A search that finds nothing ends with status 3 and still writes JSON")
    func emptySearch() async {
        let session = Session()

        #expect(await session.run("search", "x", "y", "--json") == .nothingFound)

        #expect(
            session.data.text
                == #"{"revision":17,"container":null,"total":0,"offset":0,"items":[],"groups":[],"unanswered":[]}"#
                + "\n"
        )
        #expect(session.talk.text == "oncue: nothing found for \"x y\"\n")
    }

    @Test("A pipe gets a long listing whole, a terminal the first 200")
    func longListing() async {
        let pipe = Session { $0.items = Samples.tracks(2500) }
        #expect(await pipe.run("browse", "Tracks") == .done)
        #expect(pipe.data.lines.count == 2500)
        #expect(pipe.service.calls.count == 3)

        let terminal = Session(screen: Screen(isTerminal: true)) { $0.items = Samples.tracks(2500) }
        #expect(await terminal.run("browse", "Tracks") == .done)
        #expect(terminal.data.lines.count == 200)
        #expect(terminal.talk.text == "200 of 2500; --offset 200 shows more\n")
    }

    @Test("Limit and offset are kept to")
    func range() async {
        let session = Session { $0.items = Samples.tracks(2500) }

        await session.run("browse", "Tracks", "--offset", "10", "-n", "3")

        #expect(session.data.lines.map { $0.prefix { $0 != " " } } == ["/2/10", "/2/11", "/2/12"])
    }

    @Test("A library that changes between two pages is listed anew")
    func unrest() async {
        let session = Session {
            $0.items = Samples.tracks(1500)
            $0.unrest = 3
        }

        await session.run("browse", "Tracks")

        #expect(session.data.lines.count == 1500)
    }

    @Test("A folder is added by its absolute URI; a file and nothing are refused")
    func addFolder() async {
        let session = Session()
        session.makeFolder("Albums")
        session.makeFile("song one.flac")

        #expect(await session.run("library", "add", "Albums", "--no-wait", "-q") == .done)
        #expect(session.service.calls == ["library", "add file://\(session.folder)/Albums"])
        #expect(await session.run("library", "add", "song one.flac") == .failed)
        #expect(await session.run("library", "add", "nowhere") == .nothingFound)
    }

    @Test("A folder is removed by the path that the library has, also over a symbolic link")
    func removeFolder() async {
        let session = Session()
        session.makeFolder("Albums")
        session.makeLink("0", to: "Albums")
        let linked = Session { $0.library.folders = [MediaLocation(filePath: Array("\(session.folder)/Albums".utf8))] }

        #expect(await linked.run("library", "remove", "\(session.folder)/0") == .done)
        #expect(linked.service.calls.count == 2)
        #expect(await linked.run("library", "remove", "\(session.folder)/nowhere") == .failed)
    }

    @Test("Without words the overview is shown, and --version has the version")
    func overview() async {
        let session = Session()

        #expect(await session.run() == .done)
        #expect(session.data.text.contains("Usage"))
        #expect(await session.run("--version") == .done)
        #expect(session.data.text == "oncue \(ServiceVersion.current)\n")
    }

    @Test("An entry of the queue whose file is gone is marked, in text and in JSON")
    func missing() async throws {
        let session = Session()
        session.makeFile("song one.flac")
        let there = MediaLocation(filePath: Array((session.folder + "/song one.flac").utf8)).uri
        session.service.change {
            $0.entries = Samples.entries
            for (place, url) in [there, "file:///nowhere/a.flac", "http://127.0.0.1/a"].enumerated() {
                $0.entries[place].url = url
            }
        }

        await session.run("queue")
        #expect(session.data.lines.map { $0.hasSuffix("unavailable") } == [false, true, false])
        await session.run("queue", "--json")
        let items = try JSONValue(parsing: session.data.text)["items"]?.arrayValue
        #expect(items?.map { $0["unavailable"] } == [false, true, false])
    }

    @Test("A completion script is written for every shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async {
        let session = Session()

        #expect(await session.run("completions", shell) == .done)
        #expect(session.data.text.contains("oncue complete-words \(shell) -- "))
    }
}
