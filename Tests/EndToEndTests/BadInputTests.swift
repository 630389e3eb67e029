// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Bad input is one sentence and the right exit status")
struct BadInputTests {
    /// Runs `oncue`, which must fail with a status and one line on stderr that contains all parts.
    private func expectFailure(
        _ machine: Machine, _ words: [String], status: Int32, _ parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await machine.oncue(words)
        #expect(result.status == status, "\(words): \(result.errors)", sourceLocation: sourceLocation)
        #expect(result.output == "", "\(words)", sourceLocation: sourceLocation)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(words): \(result.errors)", sourceLocation: sourceLocation)
        for part in parts {
            #expect(result.errors.contains(part), "\(words): \(result.errors)", sourceLocation: sourceLocation)
        }
    }

    // MARK: Files

    @Test("A file that is not there")
    func missingFile() async throws {
        let machine = try await Machine()

        try await expectFailure(machine, ["play", "none.flac"], status: 3, "no such file", "none.flac")
        try await expectFailure(machine, ["play", "/none/at/all"], status: 3, "/none/at/all")
        try await expectFailure(machine, ["play", "file:///none.ogg"], status: 3, "/none.ogg")
        try await expectFailure(machine, ["queue", "add", "none.mp3"], status: 3, "none.mp3")
        try await expectFailure(machine, ["library", "add", "none"], status: 3, "none")
        #expect(try await machine.json("now")["status"] == "stopped")
    }

    @Test("A folder without media, to play; to the library it is welcome")
    func folderWithoutMedia() async throws {
        let machine = try await Machine()
        try machine.directory.write("work/papers/a.txt", "words".utf8)

        try await expectFailure(machine, ["play", "papers"], status: 1, "papers")
        let report = try await machine.json("library", "add", "papers")

        #expect(report["added"] == 0)
        #expect(report["failed"] == 0)
    }

    @Test("A folder and a file that may not be read", .enabled(if: getuid() != 0 || Machine.canBecomeNobody))
    func unreadable() async throws {
        let machine = try await Machine()
        try machine.writeMusic("closed/a.wav", "open/b.wav", "open/secret.wav", seconds: 1)
        let music = machine.directory.file("work/music")
        chmod(music + "/closed", 0)
        chmod(music + "/open/secret.wav", 0)
        let report = try await machine.asNobody("library", "add", music, "--json")
        let play = try await machine.asNobody("play", music + "/open/secret.wav")
        let inside = try await machine.asNobody("play", music + "/closed/a.wav")
        let folder = try await machine.asNobody("library", "add", music + "/closed")

        let counts = try JSONValue(parsing: report.output)
        #expect(counts["added"] == 1, "\(report.errors)")
        #expect((counts["failed"]?.intValue ?? 0) >= 1)
        #expect(play.status == 1)
        #expect(play.errors.lowercased().contains("permission"), "\(play.errors)")
        #expect(inside.status == 1)
        #expect(inside.errors.lowercased().contains("permission"), "\(inside.errors)")
        #expect(folder.status == 1)
        #expect(folder.errors.lowercased().contains("permission"), "\(folder.errors)")
    }

    @Test("Truncated, empty and mislabelled files cost a line each in the report, and nothing else")
    func brokenFiles() async throws {
        let machine = try await Machine()
        let flac = Products.media + "/Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"
        let whole = try Data(contentsOf: URL(fileURLWithPath: flac))
        try machine.directory.write("work/music/good.flac", whole)
        try machine.directory.write("work/music/truncated.flac", whole.prefix(40))
        try machine.directory.write("work/music/empty.mp3", [])
        try machine.directory.write("work/music/text.mp3", "This is no music at all.\n".utf8)

        let report = try await machine.json("library", "add", "music")
        let status = try await machine.json("library", "status")

        #expect(report["added"] == 1)
        #expect(report["failed"] == 3)
        #expect(status["failures"]?["total"] == 3)
        for name in ["truncated.flac", "empty.mp3", "text.mp3"] {
            let items = (0..<3).compactMap { status["failures"]?["items"]?[$0] }
            let item = items.first { $0["path"]?.stringValue?.hasSuffix("/" + name) == true }
            #expect(item?["reason"]?.stringValue?.isEmpty == false, "\(name)")
            let play = try await machine.oncue("play", "music/" + name)
            #expect(play.status == 1, "\(name): \(play.errors)")
            #expect(play.errors.contains(name), "\(name): \(play.errors)")
            #expect(play.errors.split(separator: "\n").count == 1, "\(name): \(play.errors)")
        }
        // A truncated file that begins well plays as far as it goes.
        try machine.directory.write("work/music/half.flac", whole.prefix(whole.count / 2))
        #expect(try await machine.oncue("play", "music/half.flac").status == 0)
        try await machine.done("play", "music/good.flac")
        #expect(try await machine.json("now")["title"] == "Casting Off")
    }

    @Test(
        "Names with spaces, quotes, newlines, markup, a leading dash and other scripts",
        arguments: [
            "two words.wav", "it's “quoted” \"twice\".wav", "line\nbreak.wav", "-dash.wav", "100%.wav", "a?b#c.wav",
            "tab\there.wav", "音楽 🎵.wav", "e\u{301}.wav", "$(touch x) `y` & ; |.wav", "<b>&amp;.wav", " lead.wav",
            "@1.wav",
        ])
    func oddNames(name: String) async throws {
        let machine = try await Machine()
        try machine.writeMusic(name, seconds: 30)

        try await machine.done("play", "music/" + name)
        let played = try await machine.json("now")
        try await machine.done("library", "add", "music")
        let listed = try await machine.json("browse", "Tracks")
        try await machine.done("play", "/1/2/0")
        let text = try await machine.done("browse", "Tracks")

        #expect(played["status"] == "playing")
        #expect(played["title"]?.stringValue?.isEmpty == false)
        #expect(listed["total"] == 1)
        #expect(listed["items"]?[0]?["title"] == played["title"])
        #expect(text.split(separator: "\n").count == 1, "a name does not break the line")
    }

    @Test("A name that is not UTF-8 is scanned, listed, played and queued")
    func bytesThatAreNoText() async throws {
        let machine = try await Machine()
        try machine.directory.makeDirectory("work/music")
        let name: [UInt8] = Array("bad-".utf8) + [0xFF, 0xFE, 0xC3] + Array(".wav".utf8)
        try machine.directory.write(
            nameBytes: Array("work/music/".utf8) + name, SoundFiles.silence(seconds: 30))

        let report = try await machine.json("library", "add", "music")
        let result = try await machine.startOncue([Array("play".utf8), Array("music/".utf8) + name]).result()
        let now = try await machine.json("now")
        try await machine.done("queue", "add", "Tracks")

        #expect(report["added"] == 1)
        #expect(result.status == 0, "\(result.errors)")
        #expect(now["url"]?.stringValue?.hasSuffix("bad-%FF%FE%C3.wav") == true)
        #expect(now["title"]?.stringValue?.hasPrefix("bad-") == true)
        #expect(try await machine.json("queue")["total"] == 2)
    }

    @Test("A loop of symbolic links ends, and every file is there once")
    func linkLoop() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "deep/b.wav", seconds: 1)
        let music = machine.directory.file("work/music")
        symlink(music, music + "/deep/up")
        symlink("self", music + "/self")
        symlink("nowhere", music + "/dangling.wav")

        try await machine.done("library", "add", "music")
        try await machine.done("play", "music")

        #expect(try await machine.json("library")["tracks"] == 2)
        #expect(try await machine.json("queue")["total"] == 2)
        #expect(try await machine.oncue("play", "music/self").status == 3)
    }

    @Test("A path of more than 300 characters, and one that is longer than any may be")
    func longPaths() async throws {
        let machine = try await Machine()
        let part = String(repeating: "long name ", count: 8)
        let path = [part, part, part, part].joined(separator: "/") + "/a.wav"
        try machine.writeMusic(path)

        try await machine.done("play", "music/" + path)
        try await machine.done("library", "add", "music")
        #expect(try await machine.json("now")["status"] == "playing")
        #expect(try await machine.json("library")["tracks"] == 1)
        let tooLong = String(repeating: "x/", count: 3000) + "a.wav"
        #expect(try await machine.oncue("play", "/" + tooLong).status == 3)
        let name = String(repeating: "y", count: 300) + ".mp3"
        #expect(try await machine.oncue("play", name).status == 3)
        #expect(try await machine.oncue("play", String(repeating: "words ", count: 20_000)).status != 0)
        #expect(try await machine.json("now")["status"] == "playing")
    }

    // MARK: Words and places

    @Test("Unknown commands and wrong words")
    func wrongWords() async throws {
        let machine = try await Machine()

        try await expectFailure(machine, ["stpo"], status: 2, "stop")
        try await expectFailure(machine, ["volume", "eleven"], status: 2, "eleven")
        try await expectFailure(machine, ["repeat", "twice"], status: 2, "twice")
        try await expectFailure(machine, ["browse", "--limit", "-1"], status: 2)
        try await expectFailure(machine, ["queue", "move", "1"], status: 2)
        try await expectFailure(machine, ["play", "/99999999999999999999/0"], status: 2)
        #expect(machine.processes.isEmpty)
    }

    @Test("An index path out of range, an identity that is none, titles and words that match nothing")
    func nothingThere() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)

        for place in ["/9", "/1/1/99", "/1/1/0/99", "/1/2/0/0", "album:none", "Albums/No Such Album", "zzz qqq"] {
            let play = try await machine.oncue("play", place)
            #expect(play.status == 3, "\(place): \(play.errors)")
            #expect(play.errors.split(separator: "\n").count == 1, "\(place)")
        }
        #expect(try await machine.oncue("browse", "/1/1/99").status == 3)
        #expect(try await machine.json("now")["status"] == "stopped")
    }

    @Test("An index path that leads elsewhere by now is refused by name, and browsing again helps")
    func movedIndexPath() async throws {
        let machine = try await Machine()
        try machine.writeMusic("b.wav", seconds: 30)
        try await machine.done("library", "add", "music")
        let shown = try await machine.json("browse", "Tracks")
        #expect(shown["items"]?[0]?["path"] == "/1/2/0")
        try machine.writeMusic("a.wav", seconds: 30)
        try await machine.done("library", "scan")

        try await expectFailure(machine, ["play", "/1/2/0"], status: 1, "/1/2/0 was \"b\"", "is \"a\" now", "browse")
        #expect(try await machine.json("now")["status"] == "stopped")
        try await machine.done("browse", "Tracks")
        try await machine.done("play", "/1/2/0")

        #expect(try await machine.json("now")["title"] == "a")
    }

    @Test("Nothing to steer")
    func nothingPlays() async throws {
        let machine = try await Machine()

        for words in [["resume"], ["toggle"], ["next"], ["previous"], ["seek", "10"], ["play"]] {
            let result = try await machine.oncue(words)
            #expect(result.status == 1, "\(words)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(words): \(result.errors)")
        }
        #expect(try await machine.oncue("queue", "play", "1").status == 3)
        for words in [["pause"], ["stop"], ["queue", "clear"]] { #expect(try await machine.oncue(words).status == 0) }
    }

    // MARK: Sound

    @Test("No output is a sentence with what to do, and the place in the queue is kept")
    func noOutput() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        _ = try await machine.startDaemon("--output", "pulsesink")

        let start = ContinuousClock.now
        let result = try await machine.oncue("play", "music")

        #expect(result.status == 1)
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        // Sooner than what never answers.
        #expect(ContinuousClock.now - start < .seconds(20))
        let now = try await machine.json("now")
        #expect(now["status"] == "paused")
        #expect(now["error"]?["code"] == "NoAudioOutput")
        #expect(now["queueLength"] == 1)
    }

    @Test("An output that is not installed is no output")
    func unknownOutput() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        _ = try await machine.startDaemon("--output", "nosuchsink")

        try await expectFailure(machine, ["play", "music"], status: 1, "oncued --output silent")
    }

    @Test("A format without a decoder names the package to install, also in the queue before something that plays")
    func missingDecoder() async throws {
        let machine = try await Machine()
        let flac = Products.media + "/Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"
        try machine.writeMusic("b.wav")
        _ = try await machine.startDaemon(changes: ["GST_PLUGIN_FEATURE_RANK": "flacdec:NONE,avdec_flac:NONE"])

        try await expectFailure(machine, ["play", flac], status: 1, "gstreamer1.0-plugins-good")
        #expect(try await machine.json("now")["error"]?["code"] == "MissingDecoder")
        try machine.directory.write("work/music/a.flac", Data(contentsOf: URL(fileURLWithPath: flac)))
        try await machine.done("play", "music")

        #expect(try await machine.json("now")["title"] == "b")
    }

    // MARK: The bus

    @Test("Wrong D-Bus types and extreme values do not hurt the real daemon")
    @MediaActor
    func wrongCalls() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")
        let daemon = try await machine.startDaemon()
        let bus = try await #require(machine.bus).connect()
        func name(_ member: String, _ arguments: [BusValue]) async -> String? {
            do throws(BusError) {
                try await bus.call(
                    member, of: ServiceNames.playback, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments)
                return nil
            } catch {
                return error.name
            }
        }

        for arguments in [[], [.int32(1)], [.string("x")], [.string("x"), .string("y")], [.dictionary([:])]]
            as [[BusValue]]
        {
            #expect(await name("Play", arguments) == BusError.invalidArguments)
        }
        try await machine.done("play", "music")
        for position in [.min, -1, 0, 179_999_999, 180_000_001, .max] as [Int64] {
            _ = await name("SeekTo", [.int64(position)])
            _ = await name("SeekBy", [.int64(position)])
        }
        for volume in [.nan, .infinity, -1e308, 1e308, 0.5] as [Double] {
            _ = await name("SetVolume", [.double(volume)])
        }
        _ = await name("MoveEntry", [.uint64(.max), .uint32(.max)])
        try await machine.done("play", "music")

        #expect(!daemon.hasEnded)
        let now = try await machine.json("now")
        #expect(now["status"] == "playing")
        #expect(now["volume"] == 50)
    }
}
