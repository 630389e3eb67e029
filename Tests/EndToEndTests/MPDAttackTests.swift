// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Hostile clients of MPD", .timeLimit(.minutes(10)))
struct MPDAttackTests {
    @Test("A line without end, an endless list and what browsers post end the connection, and nobody else's")
    func floods() async throws {
        let port = Int(try FreePort.next())
        let stage = try await MPDStage(settings: "listen = 127.0.0.1:\(port)\n")
        let calm = try await stage.talk()

        let long = try await stage.talk()
        _ = await long.send([UInt8](repeating: 0x61, count: 1 << 20))
        #expect(try await long.isEnded())
        let list = try await stage.talk()
        _ = try await list.send("command_list_begin")
        let lines = Array(String(repeating: "setvol 100 \(String(repeating: "x", count: 10_000))\n", count: 100).utf8)
        for _ in 0..<4 { _ = await list.send(lines) }
        #expect(try await list.isEnded())
        for request in ["GET / HTTP/1.1", "POST / HTTP/1.1", "Host: localhost:6600"] {
            // A page can have a browser post to a port, not to a socket.
            for browser in [try await stage.talk(), try await MPDTalk(port: port)] {
                _ = try await browser.send(request + "\nadd \"Inland Ferry Orchestra\"\nplay")
                #expect(try await browser.isEnded())
            }
        }
        #expect(try await calm.ask("status").contains("playlistlength: 0"))
    }

    @Test("A client that does not read is sent away, and nothing grows for it")
    func slowReader() async throws {
        let stage = try await MPDStage()
        let slow = try await MPDTalk(socket: stage.socket, patience: 90)
        let before = try Self.memory(of: stage.server.identifier)

        // Answered only until what the system keeps for it is full.
        let flood = Array(String(repeating: "listallinfo\n", count: 2_000).utf8)
        _ = await slow.send(flood)
        let other = try await stage.talk()
        #expect(try await other.ask("status").last == "OK")
        #expect(try Self.memory(of: stage.server.identifier) - before < 16 << 20)
    }

    @Test("Two hundred clients that wait cost no time, and little memory")
    func manyClients() async throws {
        let stage = try await MPDStage()
        var clients: [MPDTalk] = []
        _ = try await stage.talk().ask("stats")
        let before = try Self.memory(of: stage.server.identifier)

        for _ in 0..<200 {
            let client = try await stage.talk()
            try await client.send("idle")
            clients.append(client)
        }
        #expect(try Self.memory(of: stage.server.identifier) - before < 16 << 20)
        // The last of them may not have been read yet.
        var time = -1
        try await waitUntil("it has read what they say") {
            let before = time
            time = try Self.time(of: stage.server.identifier)
            if time != before { try await Task.sleep(for: .milliseconds(500)) }
            return time == before
        }
        try await stage.machine.done("status")
        #expect(try Self.time(of: stage.server.identifier) - time <= 2)
        try await stage.machine.done("volume", "40")
        for client in clients { #expect(try await client.reply() == ["changed: mixer", "OK"]) }
    }

    @Test("Expressions that try everything are refused in time, and nobody waits for them")
    func endlessPatterns() async throws {
        let stage = try await MPDStage()
        let (slow, other) = (try await stage.talk(), try await stage.talk())
        _ = try await other.ask("stats")
        let test = "(any !~ '(.*.*)*[0-9]{9}')"
        let tests = Array(repeating: test, count: 30).joined(separator: " AND ")

        var least: Duration = .seconds(60)
        // Once in time proves that nobody waits; a busy machine may be late for another reason.
        for _ in 0..<8 where least >= .seconds(1) {
            try await slow.send("find \"(\(tests))\"")
            let begin = ContinuousClock.now
            for _ in 0..<5 { #expect(try await other.ask("ping") == ["OK"]) }
            least = min(least, ContinuousClock.now - begin)
            #expect(try await slow.reply().last?.hasPrefix("ACK [2@0] {find}") == true)
        }
        #expect(least < .seconds(1))
        #expect(try await slow.ask("find \"(title =~ '^Casting [A-Z]ff$')\"").contains("Title: Casting Off"))
    }

    @Test("A list of commands ends when the client has gone, and others have their turn meanwhile")
    func abandonedList() async throws {
        let stage = try await MPDStage()
        let other = try await stage.talk()
        _ = try await other.ask("stats")
        do {
            let gone = try await stage.talk()
            let line = "findadd \"((any =~ '(.*.*)*[0-9]{9}') AND (any =~ '(.*.*)*[0-9]{8}'))\"\n"
            await gone.send(
                Array("command_list_begin\n\(String(repeating: line, count: 5_000))command_list_end\n".utf8))
            #expect(try await other.ask("ping") == ["OK"])
        }
        try await waitUntil("it computes no longer", within: .seconds(10)) {
            let time = try Self.time(of: stage.server.identifier)
            try await Task.sleep(for: .seconds(1))
            return try Self.time(of: stage.server.identifier) - time < 20
        }
    }

    @Test("Whoever has sent no password gets little room, and never the places of the user")
    func strangers() async throws {
        let port = Int(try FreePort.next())
        let stage = try await MPDStage(settings: "listen = 127.0.0.1:\(port)\npassword = x\ndefault = none\n")
        let list = try await MPDTalk(port: port)
        _ = await list.send(Array(("command_list_begin\n" + String(repeating: "ping\n", count: 1_000)).utf8))
        #expect(try await list.isEnded())
        let known = try await MPDTalk(port: port)
        #expect(try await known.ask("password x") == ["OK"])
        let lines = String(repeating: "ping\n", count: 1_000)
        #expect(try await known.ask("command_list_begin\n\(lines)command_list_end") == ["OK"])

        let strangers = MPDStage.connections(520, port: port)
        defer { for descriptor in strangers { close(descriptor) } }
        #expect(try await MPDTalk(socket: stage.socket).ask("ping") == ["OK"])
    }

    @Test("A right password is answered at once, whoever guesses wrong ones")
    func rightPassword() async throws {
        let port = Int(try FreePort.next())
        let stage = try await MPDStage(settings: "listen = 127.0.0.1:\(port)\npassword = x\ndefault = none\n")
        var guessers: [MPDTalk] = []
        for _ in 0..<60 { guessers.append(try await MPDTalk(port: port)) }
        let other = try await MPDTalk(port: port)

        let begin = ContinuousClock.now
        for guesser in guessers { try await guesser.send("password y") }
        let answer = try await other.ask("password x")

        #expect(answer == ["OK"])
        #expect(ContinuousClock.now - begin < .seconds(10), "60 guesses one after the other take a minute")
        for guesser in guessers {
            #expect(try await guesser.reply() == ["ACK [3@0] {password} incorrect password"])
        }
        withExtendedLifetime(stage) {}
    }

    @Test("Many guesses from one address are checked once a second, with however many connections, and delay no other")
    func guesses() async throws {
        let port = Int(try FreePort.next())
        let stage = try await MPDStage(settings: "listen = 127.0.0.1:\(port)\npassword = x\ndefault = read\n")
        var guessers: [MPDTalk] = []
        for _ in 0..<68 { guessers.append(try await MPDTalk(port: port)) }

        let begin = ContinuousClock.now
        for guesser in guessers { try await guesser.send("password y") }
        #expect(try await stage.talk().ask("ping") == ["OK"])
        let other = try await MPDTalk(port: port, from: "127.0.0.2")
        #expect(try await other.ask("password x") == ["OK"])
        for guesser in guessers {
            #expect(try await guesser.reply() == ["ACK [3@0] {password} incorrect password"])
        }

        #expect(ContinuousClock.now - begin > .milliseconds(3_900))
    }

    @Test("What begins as an encrypted connection is sent away at once")
    func encrypted() async throws {
        let stage = try await MPDStage()
        // Whoever says nothing more is sent away after a minute.
        let talk = try await MPDTalk(socket: stage.socket)

        await talk.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC])

        #expect(try await talk.isEnded())
    }

    @Test("A socket of the network that was passed needs a password too")
    func passedSocket() async throws {
        let machine = try await Machine()
        let script = """
            import os, socket, sys
            s = socket.socket()
            s.bind((sys.argv[2], 0))
            s.listen()
            os.dup2(s.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
            os.execv(sys.argv[1], [sys.argv[1], "listen"])
            """
        let words = ["-c", script, Products.program("oncue-mpd")]

        let open = try ChildProcess("python3", words + ["0.0.0.0"], environment: machine.environment)
        let result = try await open.result()
        #expect(result.status == 1 && result.output.contains("can be reached from the network"), "\(result.output)")
        let own = try ChildProcess("python3", words + ["127.0.0.1"], environment: machine.environment)
        _ = try await own.output.waitForLine { $0.contains("listening") }
        try await own.end()
    }

    @Test("The network needs a password, gets no files of the machine, and no more than it may do")
    func network() async throws {
        let port = Int(try FreePort.next())
        let stage = try await MPDStage(
            settings: "listen = 127.0.0.1:\(port)\npassword = look@read\npassword = all\ndefault = none\n")
        let talk = try await MPDTalk(port: port)
        let file = stage.machine.directory.file("work/music/README.md")

        #expect(try await talk.ask("status") == ["ACK [4@0] {status} you don't have permission for \"status\""])
        #expect(try await talk.ask("password wrong") == ["ACK [3@0] {password} incorrect password"])
        #expect(try await talk.ask("password look") == ["OK"])
        #expect(try await talk.ask("status").last == "OK")
        #expect(try await talk.ask("play") == ["ACK [4@0] {play} you don't have permission for \"play\""])
        #expect(try await talk.ask("notcommands").contains("command: play"))
        #expect(try await talk.ask("password all") == ["OK"])
        for uri in [file, "file://" + file] {
            #expect(try await talk.ask("add \"\(uri)\"") == ["ACK [4@0] {add} Access denied"])
            #expect(try await talk.ask("playlistadd Mine \"\(uri)\"") == ["ACK [4@0] {playlistadd} Access denied"])
        }
        #expect(try await talk.ask("config") == ["ACK [4@0] {config} Command only permitted to local clients"])
        #expect(try await talk.ask("add \"ftp://host/x\"") == ["ACK [2@0] {add} Unsupported URI scheme"])
        #expect(try await talk.ask("listfiles \"../..\"").last?.hasPrefix("ACK [50@0]") == true)
        let song = stage.machine.directory.file(
            "work/music/Valve & Feather/Postcards from the Workbench/04 Lamp Off.m4a")
        #expect(try await stage.talk().ask("add \"\(song)\"") == ["OK"], "the user's own client may")
    }

    @Test(
        "Settings that would open the network to anybody, or have a mistake, are refused",
        arguments: [
            ("listen = 0.0.0.0:6600", "can be reached from the network"), ("listen = nowhere", "not an address"),
            ("colour = red", "line 1"),
        ])
    func settings(text: String, message: String) async throws {
        let machine = try await Machine()
        for folder in ["config", "config/oncue"] { try machine.directory.makeDirectory(folder) }
        try machine.directory.write("config/oncue/mpd.conf", text.replacing("nowhere", with: "a:b:c:d").utf8)
        if text.contains("nowhere") { try machine.directory.write("config/oncue/mpd.conf", "listen = here:port".utf8) }

        let result = try await machine.oncue("mpd", "on")

        #expect(result.status == 1)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("What listens can be ended, whatever has become of the settings")
    func mistakeLater() async throws {
        let machine = try await Machine()
        for folder in ["config", "config/oncue"] { try machine.directory.makeDirectory(folder) }
        try await machine.done("mpd", "on")
        try machine.directory.write("config/oncue/mpd.conf", "colour = red\n".utf8)

        #expect(try await machine.oncue("mpd").status == 1)
        #expect(try await machine.json("mpd", "off")["on"] == false)
    }

    @Test("A password that others can read is refused")
    func readable() async throws {
        let machine = try await Machine()
        for folder in ["config", "config/oncue"] { try machine.directory.makeDirectory(folder) }
        let file = try machine.directory.write("config/oncue/mpd.conf", "password = x\n".utf8)
        chmod(file, 0o644)

        let result = try await machine.oncue("mpd", "on")

        #expect(result.status == 1)
        #expect(result.errors.contains("chmod 600"), "\(result.errors)")
    }

    /// The memory of a process in bytes.
    private static func memory(of process: Int32) throws -> Int {
        let text = try Machine.text(of: "/proc/\(process)/statm")
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    /// The time that a process has computed, in hundredths of a second.
    private static func time(of process: Int32) throws -> Int {
        let text = try Machine.text(of: "/proc/\(process)/stat")
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return 0 }
        return user + system
    }
}
