// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
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

        #expect(await session.run("queue", "add", "--at", "2", "album:a", "album:b") == .done)

        #expect(session.service.calls.prefix(2) == ["enqueue album:a at=1", "enqueue album:b at=6"])
    }

    @Test("Several places stand behind the current entry in the order in which they were written")
    func severalNext() async {
        let session = Session { $0.entries = Samples.entries }

        #expect(await session.run("play", "--next", "album:a", "album:b") == .done)

        #expect(session.service.calls.prefix(3) == ["queue 0 1", "enqueue album:b next", "enqueue album:a next"])
        #expect(
            session.talk.lines.prefix(2) == [
                "Added Kind of Blue by Miles Davis (5 tracks) as number 1, to play next",
                "Added Kind of Blue by Miles Davis (5 tracks) as number 6, to play next",
            ])
    }

    @Test("Several places for an empty queue are appended in order")
    func severalNextInEmptyQueue() async {
        let session = Session()

        #expect(await session.run("play", "--next", "album:a", "album:b", "-q") == .done)

        #expect(session.service.calls == ["queue 0 1", "enqueue album:a", "enqueue album:b"])
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
        #expect(session.service.calls == ["play \(base)one.flac", "play \(base)two.flac", "now"])
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
}
