// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("oncue-mpd and the daemon", .timeLimit(.minutes(10)))
struct MPDServerTests {
    @Test("Clients that ask at the same time all see the queue as it is")
    func sameTime() async throws {
        let stage = try await MPDStage()
        let first = try await stage.talk()
        let lines = Array(repeating: "add \"\"", count: 60).joined(separator: "\n")
        #expect(try await first.ask("command_list_begin\n\(lines)\ncommand_list_end") == ["OK"])
        var clients: [MPDTalk] = []
        for _ in 0..<8 { clients.append(try await stage.talk()) }
        try await stage.machine.done("queue", "add", "Night Crossing")
        let total = try #require(try await stage.machine.json("queue")["total"]?.intValue)
        #expect(total > 660)
        // What others change is known after the signal, or after a command of a client's own.
        _ = try await first.ask("setvol 100")

        for client in clients { try await client.send("status") }

        for client in clients { #expect(try await client.reply().contains("playlistlength: \(total)")) }
    }

    @Test("oncue quit holds while clients are connected; one that plays brings everything back")
    func quit() async throws {
        let stage = try await MPDStage()
        let (waiting, talk) = (try await stage.talk(), try await stage.talk())
        _ = try await talk.ask("add \"Inland Ferry Orchestra\"\nplay 1")
        _ = try await talk.reply()
        _ = try await stage.machine.waitForNow("playing") { $0["status"] == "playing" }
        _ = try await waiting.ask("stats")
        _ = try await waiting.ask("status")

        try await stage.machine.done("quit")
        // What was played is told before that.
        var status: [String] = []
        while !status.contains("state: stop") {
            #expect(try await waiting.ask("idle player") == ["changed: player", "OK"])
            status = try await waiting.ask("status")
        }
        #expect(status.contains("playlistlength: 3"), "\(status)")
        #expect(try await waiting.ask("playlistinfo").filter { $0.hasPrefix("Title: ") }.count == 3)
        #expect(try await talk.ask("lsinfo \"Inland Ferry Orchestra\"").last == "OK")
        #expect(try await talk.ask("listplaylists").last?.hasPrefix("ACK [52@0]") == true)
        let song = "\"Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac\""
        for line in ["get song \(song) rating", "list song \(song)", "find song \"\" rating"] {
            #expect(try await talk.ask("sticker \(line)").last?.hasPrefix("ACK [52@0]") == true, "\(line)")
        }
        #expect(try await talk.ask("config").first?.hasPrefix("music_directory: ") == true)
        for line in ["clearerror", "stop", "pause", "pause 1"] { #expect(try await talk.ask(line) == ["OK"]) }
        for line in ["next", "previous", "seekcur 5"] {
            #expect(try await talk.ask(line).last?.hasPrefix("ACK [55@0]") == true, "\(line)")
        }
        // It leaves the bus before it ends.
        try await waitUntil("it has ended") { stage.machine.processes.allSatisfy { !$0.name.hasPrefix("oncued") } }
        try await Task.sleep(for: .seconds(2))
        #expect(stage.machine.processes.filter { $0.name.hasPrefix("oncued") }.isEmpty)

        // What follows at once is for the daemon that is there again.
        #expect(try await talk.ask("command_list_begin\nplay 1\npause 1\ncommand_list_end") == ["OK"])
        _ = try await stage.machine.waitForNow("paused again") { $0["status"] == "paused" }
        #expect(try await talk.ask("play") == ["OK"])
        _ = try await stage.machine.waitForNow("playing again") { $0["status"] == "playing" }
        #expect(try await talk.ask("status").contains("playlistlength: 3"))
        try await stage.machine.done("quit")
    }

    @Test("A client that has asked for nothing yet is told of every change")
    func unasked() async throws {
        let stage = try await MPDStage(isRecorded: true)
        let names = ["playlist", "options", "database", "player", "mixer"]
        // It asks as soon as it listens.
        try await stage.server.end()
        let recording = try await BusRecording(of: try #require(stage.machine.bus))
        let server = try await stage.listen()
        var clients: [String: MPDTalk] = [:]
        for name in names {
            let client = try await stage.talk()
            try await client.send("idle \(name)")
            clients[name] = client
        }
        // What the server has to know to begin with is small, and there soon after it was asked for.
        for member in ["GetNowPlaying", "GetSound", "GetStatus"] {
            try await waitUntil("\(member) is answered") {
                let messages = recording.messages
                let questions = messages.filter { $0.kind == 1 && $0.member == member }
                return !questions.isEmpty
                    && questions.allSatisfy { question in
                        messages.contains { $0.replySerial == question.serial && $0.destination == question.sender }
                    }
            }
        }
        try await Task.sleep(for: .seconds(1))

        try await stage.machine.done("queue", "add", "Night Crossing")
        try await stage.machine.done("sound", "loudness", "album")
        try await stage.machine.done("volume", "20")
        try await stage.machine.done("play")
        let folder = stage.machine.directory.file("work/music")
        try FileManager.default.copyItem(
            atPath: folder + "/Small Hours Collective/Kitchen Table Sessions/03 Two Chairs.ogg",
            toPath: folder + "/new.ogg")
        try await stage.machine.done("library", "scan")

        for (name, client) in clients { #expect(try await client.reply() == ["changed: \(name)", "OK"]) }
        let another = try await stage.talk()
        // What follows from a scan, and from what begins to play, comes later still.
        #expect(
            try await another.ask("idle playlist options mixer\nnoidle") == ["OK"],
            "a client that comes is told of nothing that was")
        try await server.end()
    }

    @Test("What a command has changed is known before the next one comes")
    func known() async throws {
        let stage = try await MPDStage(isRecorded: true)
        let client = try await stage.talk()
        _ = try await client.ask("status")
        let recording = try await BusRecording(of: try #require(stage.machine.bus))
        let isAsked = { (message: BusRecording.Message) in message.kind == 1 && message.member == "GetNowPlaying" }

        #expect(try await client.ask("random 1") == ["OK"])

        try await waitUntil("the server has asked what plays now") {
            let messages = recording.messages
            guard let last = messages.lastIndex(where: isAsked) else { return false }
            let question = messages[last]
            // What is told after the question may be newer than its answer, so it is asked once more.
            return messages.contains { $0.replySerial == question.serial && $0.destination == question.sender }
                && !messages[last...].contains { $0.member == "NowPlayingChanged" }
        }
        let next = try await recording.messages(while: {
            let answer = try await client.ask("repeat 1")
            #expect(answer == ["OK"])
        })
        let calls = next.filter { $0.kind == 1 && $0.interface.hasPrefix("org.oncue.") }
        #expect(calls.first.map(isAsked) == false)
        #expect(try await client.ask("status").contains("repeat: 1"))
    }

    @Test("A client that waits is told of a mode once, and whoever asks then sees it")
    func modes() async throws {
        let stage = try await MPDStage()
        let (acting, waiting) = (try await stage.talk(), try await stage.talk())
        _ = try await waiting.ask("status")

        for (line, subsystem, status) in [
            ("repeat 1", "options", "repeat: 1"), ("random 1", "options", "random: 1"),
            ("single 1", "options", "single: 1"), ("consume 1", "options", "consume: 1"),
            ("setvol 31", "mixer", "volume: 31"), ("repeat 0", "options", "repeat: 0"),
        ] {
            try await waiting.send("idle options mixer")
            try await acting.send(line)
            #expect(try await waiting.reply() == ["changed: \(subsystem)", "OK"], "\(line)")
            #expect(try await waiting.ask("status").contains(status), "\(line)")
            #expect(try await acting.reply() == ["OK"])
            try await waiting.send("idle options mixer")
            // It changes nothing, and comes behind all that the service tells of the change.
            #expect(try await acting.ask(line) == ["OK"])
            #expect(try await acting.ask("status").contains(status))
            #expect(try await waiting.ask("noidle") == ["OK"], "\(line)")
        }
    }

    @Test("single oneshot is kept while nothing plays, and holds for the first song that plays, whoever began it")
    func oneshot() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        _ = try await talk.ask("add \"Inland Ferry Orchestra\"")

        #expect(try await talk.ask("single oneshot") == ["OK"])
        #expect(try await talk.ask("status").contains("single: oneshot"))
        try await stage.machine.done("queue", "play", "2")
        try await stage.machine.waitForNow("it ends with the song") { $0["stopAfter"] == true }
        #expect(try await talk.ask("status").contains("single: oneshot"))
        #expect(try await talk.ask("stop") == ["OK"])
        #expect(try await talk.ask("status").contains("single: oneshot"))
        #expect(try await talk.ask("play 0") == ["OK"])
        try await stage.machine.waitForNow("that one as well") { $0["stopAfter"] == true }
        #expect(try await talk.ask("seekcur 9999") == ["OK"])
        let now = try await stage.machine.waitForNow("it has ended") { $0["status"] == "stopped" }
        #expect(now["stopAfter"] == false)
        var status: [String] = []
        try await waitUntil("it was once; there was \(status)") {
            status = try await talk.ask("status")
            return status.contains("single: 0")
        }
    }

    @Test("An error that was cleared is told no longer, until something fails again")
    func clearedError() async throws {
        let stage = try await MPDStage()
        let (talk, waiting) = (try await stage.talk(), try await stage.talk())
        let isWrong = { (status: [String]) in status.contains { $0.hasPrefix("error: ") } }
        let file = try #require(try stage.machine.writeMusic("broken.wav").first)
        #expect(try await talk.ask("add \"\(file)\"") == ["OK"])
        try stage.machine.directory.write("work/music/broken.wav", "no sound".utf8)

        for _ in 0..<2 {
            _ = try await talk.ask("play 0")
            try await waitUntil("it has failed") {
                let status = try await talk.ask("status")
                // It may have been opened before it was broken.
                if status.contains("state: play") { _ = try await talk.ask("play 0") }
                return isWrong(status)
            }
            _ = try await waiting.ask("idle player")
            try await waiting.send("idle player")
            #expect(try await talk.ask("clearerror") == ["OK"])
            #expect(try await waiting.reply() == ["changed: player", "OK"])
            #expect(!isWrong(try await talk.ask("status")))
            #expect(try await talk.ask("clearerror") == ["OK"])
        }
    }

    @Test("Commands that are always refused are not named to clients")
    func refusedCommands() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        let song = "\"Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac\""
        let id = try #require(try await talk.ask("addid \(song)").first?.dropFirst(4))
        let named = try await talk.ask("commands") + talk.ask("notcommands")

        for line in [
            "addtagid \(id) artist x", "cleartagid \(id)", "delpartition x", "kill", "mount x nfs://host/x",
            "moveoutput x", "newpartition x", "outputset 0 a b", "rangeid \(id) 1:2", "unmount x",
        ] {
            let name = String(line.prefix { $0 != " " })
            #expect(!named.contains("command: " + name))
            #expect(try await talk.ask(line).last?.hasPrefix("ACK [4@0] {\(name)} ") == true, "\(line)")
        }
        #expect(named.contains("command: listpartitions") && named.contains("command: mixrampdb"))
    }

    @Test("A time behind the end is the end, of the song that is paused as well")
    func behindEnd() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        _ = try await talk.ask("add \"Inland Ferry Orchestra\"")
        _ = try await talk.ask("play 0")
        _ = try await stage.machine.waitForNow("it plays") { ($0["position"]?.doubleValue ?? 0) > 0 }
        _ = try await talk.ask("pause 1")

        for line in ["seekcur 9999", "seekcur +9999", "seek 0 9999"] {
            #expect(try await talk.ask(line) == ["OK"])
            let status = try await talk.ask("status")
            #expect(status.contains("song: 0") && status.contains("state: pause"), "\(status)")
            #expect(status.contains { $0.hasPrefix("elapsed: 23.") }, "\(status)")
            #expect(try await talk.ask("seekcur -9999") == ["OK"])
            #expect(try await talk.ask("status").contains("elapsed: 0.000"))
        }
        #expect(try await talk.ask("seek 1 9999") == ["OK"])
        _ = try await stage.machine.waitForNow("the last song") { $0["title"] == "Harbour Lights" }
    }

    @Test("A crossfade that is longer than OnCue's longest is that one")
    func longCrossfade() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()

        #expect(try await talk.ask("crossfade 20") == ["OK"])
        #expect(try await talk.ask("status").contains("xfade: 12"))
    }

    @Test("Lines may end as they do on other systems")
    func carriageReturns() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()

        #expect(try await talk.ask("command_list_ok_begin\r\nping\r\ncommand_list_end\r") == ["list_OK", "OK"])
        try await talk.send("idle message\r")
        #expect(try await talk.ask("noidle\r") == ["OK"])
        #expect(try await talk.ask("command_list_begin \nping\t\ncommand_list_end ") == ["OK"])
    }

    @Test("A client of the network that has vanished is noticed within two minutes")
    func vanished() async throws {
        let port = Int(try FreePort.next())
        let stage = try await MPDStage(settings: "listen = 127.0.0.1:\(port)\n")
        let talk = try await MPDTalk(port: port)

        let socket = try #require(try OtherSocket(of: stage.server.identifier, acceptedAt: port))

        #expect(socket.option(SOL_SOCKET, SO_KEEPALIVE) == 1)
        #expect(socket.option(Int32(IPPROTO_TCP), TCP_KEEPIDLE) == 60)
        #expect(socket.option(Int32(IPPROTO_TCP), TCP_KEEPINTVL) == 15)
        #expect(socket.option(Int32(IPPROTO_TCP), TCP_KEEPCNT) == 4)
        // What was sent and never confirmed is waited for as long, in milliseconds.
        #expect(socket.option(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT) == 120_000)
        withExtendedLifetime(talk) {}
    }

    @Test(
        "A name is looked up again when the machine gets another address",
        .enabled(if: getuid() == 0, "only root may make a network"))
    func otherAddress() async throws {
        let machine = try await Machine()
        let port = Int(try FreePort.next())
        for folder in ["config", "config/oncue"] { try machine.directory.makeDirectory(folder) }
        try machine.directory.write(
            "config/oncue/mpd.conf", "listen = player.test:\(port)\nlisten = later.test:\(port)\ndefault = read\n".utf8)
        let (hosts, names) = (
            try machine.directory.write("hosts", "10.99.0.1 player.test\n".utf8),
            try machine.directory.write("nsswitch.conf", "hosts: files\n".utf8)
        )
        let line =
            "ip link add here type veth peer name there && ip address add 10.99.0.1/24 dev here; "
            + "mount --bind \"$1\" /etc/hosts; mount --bind \"$2\" /etc/nsswitch.conf; exec \"$3\" listen"
        let server = try ChildProcess(
            "unshare",
            [
                "--net", "--mount", "--propagation", "private", "/bin/sh", "-c", line, "sh", hosts, names,
                Products.program("oncue-mpd"),
            ], environment: machine.environment)
        _ = try await server.output.waitForLine { $0.contains("listening") }
        /// The addresses that it listens on.
        func addresses() throws -> Set<String> {
            let sockets = try Machine.text(of: "/proc/\(server.identifier)/net/tcp").split(separator: "\n").dropFirst()
            return Set(
                sockets.compactMap { line in
                    let fields = line.split(separator: " ")
                    guard fields.count > 3, fields[3] == "0A", let number = UInt32(fields[1].prefix(8), radix: 16)
                    else { return nil }
                    return (0..<4).map { String(number >> (8 * $0) & 0xFF) }.joined(separator: ".")
                })
        }
        try await waitUntil("it listens; there was \((try? addresses()) ?? [])") { try addresses() == ["10.99.0.1"] }

        // In its place: a file of another name would not be seen there.
        try Data("10.99.0.2 player.test\n10.99.0.3 later.test\n".utf8).write(to: URL(filePath: hosts))
        let entering = ["--target", String(server.identifier), "--net", "ip", "address"]
        for words in [["del", "10.99.0.1/24"], ["add", "10.99.0.2/24"]] {
            let result = try await ChildProcess.run("nsenter", entering + words + ["dev", "here"])
            #expect(result.status == 0, "\(result.errors)")
        }

        // Sooner than a name that is not known is looked up again.
        try await waitUntil("it listens there; there was \((try? addresses()) ?? [])", within: .seconds(12)) {
            try addresses() == ["10.99.0.2", "10.99.0.3"]
        }
        try await server.end()
    }

    @Test("An address that is not there closes nothing else, and oncue mpd says why")
    func absentAddress() async throws {
        let port = Int(try FreePort.next())
        // The first is of nobody, and the second a name that none has.
        let stage = try await MPDStage(
            settings: """
                listen = 203.0.113.7:\(port)
                listen = nobody.invalid:\(port)
                listen = localhost:\(port)
                password = x

                """)

        #expect(try await stage.talk().ask("ping") == ["OK"])
        #expect(try await MPDTalk(port: port).ask("password x") == ["OK"])
        var state = JSONValue.null
        try await waitUntil("it is said why; there was \(state.text())") {
            state = try await stage.machine.json("mpd")
            let missing = state["missing"]?.arrayValue ?? []
            return missing.map { $0["address"]?.stringValue } == ["nobody.invalid:\(port)"]
                && missing[0]["reason"]?.stringValue?.contains("nobody.invalid is not known") == true
        }
        #expect(state["addresses"]?.arrayValue?.count == 3)
        #expect(try await stage.machine.done("mpd").contains("nobody.invalid:\(port)"))
    }
}
