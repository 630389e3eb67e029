// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MPDProtocol
import Testing

@Suite("Lines of clients")
struct RequestLineTests {
    @Test(
        "are a command and its arguments",
        arguments: [
            ("status", ["status"]), ("  play 3\r", ["play", "3"]),
            (#"find Artist "A \"b\" \\ c" Album"#, ["find", "Artist", #"A "b" \ c"#, "Album"]),
            ("list\tAlbum", ["list", "Album"]), (#"add """#, ["add", ""]), ("command_list_end", ["command_list_end"]),
        ])
    func parsed(line: String, words: [String]) throws {
        let request = try RequestLine(Array(line.utf8))

        #expect([request.command] + request.arguments == words)
    }

    @Test("end the connection if they have no command", arguments: ["", "  ", "\"status\"", "7", "sta-tus", "é"])
    func noCommand(line: String) {
        #expect {
            try RequestLine(Array(line.utf8))
        } throws: { error in
            guard case .noCommand? = error as? RequestLine.Mistake else { return false }
            return true
        }
    }

    @Test("are refused with wrong quotes", arguments: [#"find "a"#, #"find "a"b"#, #"find a"b"#, #"find "a\"#])
    func wrongQuotes(line: String) {
        #expect {
            try RequestLine(Array(line.utf8))
        } throws: { error in
            guard case .arguments(let refusal)? = error as? RequestLine.Mistake else { return false }
            return refusal.code == .unknown
        }
    }

    @Test("have a bounded number of arguments")
    func tooMany() throws {
        let most = Array(repeating: "a", count: RequestLine.mostArguments).joined(separator: " ")

        #expect(try RequestLine(Array("find \(most)".utf8)).arguments.count == RequestLine.mostArguments)
        #expect(throws: RequestLine.Mistake.arguments(CommandRefusal(.argument, "Too many arguments"))) {
            try RequestLine(Array("find \(most) a".utf8))
        }
    }

    @Test("may hold any bytes")
    func anyBytes() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in UInt8.random(in: 0...255) }
            _ = try? RequestLine(bytes)
            _ = try? RequestLine(Array("find ".utf8) + bytes)
        }
    }

    @Test("of a browser are recognised")
    func browser() {
        for line in ["GET / HTTP/1.1", "POST /play HTTP/1.0", "Host: 127.0.0.1:6600"] {
            #expect(RequestLine.isFromBrowser(Array(line.utf8)))
        }
        #expect(!RequestLine.isFromBrowser(Array("getvol".utf8)))
    }
}

@Suite("Commands")
struct CommandRuleTests {
    private func refusal(_ line: String, _ permissions: Permissions = .all) -> CommandRefusal? {
        do {
            let request = try RequestLine(Array(line.utf8))
            try CommandRule.rule(for: request).check(request, permissions)
            return nil
        } catch { return error as? CommandRefusal }
    }

    @Test("are known by their names, and have a number of arguments")
    func checked() {
        #expect(refusal("status") == nil)
        #expect(refusal("foo") == CommandRefusal(.unknown, "unknown command \"foo\""))
        #expect(refusal("status 1") == CommandRefusal(.argument, "wrong number of arguments for \"status\""))
        #expect(refusal("find") == CommandRefusal(.argument, "too few arguments for \"find\""))
        #expect(refusal("play 1 2") == CommandRefusal(.argument, "too many arguments for \"play\""))
    }

    @Test("need permissions")
    func permissions() {
        #expect(refusal("status", .read) == nil)
        #expect(refusal("ping", []) == nil)
        #expect(refusal("play", .read) == CommandRefusal(.permission, "you don't have permission for \"play\""))
        #expect(refusal("play 1 2", .read)?.code == .permission)
        #expect(refusal("status", [])?.code == .permission)
        #expect(Permissions("read, add") == [.read, .add])
        #expect(Permissions("all") == nil)
    }

    @Test("are refused with a code, a place and one line")
    func line() {
        let refusal = CommandRefusal(.notThere, "No such\nsong")

        #expect(refusal.line(at: 3, in: "play") == "ACK [50@3] {play} No such song\n")
    }

    @Test("in lists are bounded")
    func lists() throws {
        var list = try #require(CommandList(begunBy: Array("command_list_ok_begin".utf8)))

        #expect(list.tellsEach)
        let isTaken = list.add(Array("status".utf8))
        #expect(isTaken)
        #expect(list.lines == [Array("status".utf8)])
        var isFull = false
        for _ in 0..<200 where !isFull { isFull = !list.add(Array(repeating: 65, count: RequestLine.longest)) }
        #expect(isFull)
        #expect(CommandList(begunBy: Array("status".utf8)) == nil)
        var small = try #require(
            CommandList(begunBy: Array("command_list_begin".utf8), room: CommandList.Room(bytes: 100, lines: 2)))
        let answers = (0..<3).map { _ in small.add(Array("ping".utf8)) }
        #expect(answers == [true, true, false])
    }
}

@Suite("Numbers of clients")
struct ArgumentNumberTests {
    @Test("are positions and ranges")
    func ranges() throws {
        #expect(try ArgumentNumber.range("3") == PositionRange(3, 4))
        #expect(try ArgumentNumber.range("3:7") == PositionRange(3, 7))
        #expect(try ArgumentNumber.range("3:") == PositionRange(3, nil))
        #expect(try ArgumentNumber.range("-1") == PositionRange(0, nil))
        #expect(throws: CommandRefusal(.argument, "Malformed range: 7:3")) { try ArgumentNumber.range("7:3") }
        #expect(throws: CommandRefusal.self) { try ArgumentNumber.range("x") }
        #expect(throws: CommandRefusal.self) { try ArgumentNumber.range("1:x") }
        #expect(throws: CommandRefusal.self) { try ArgumentNumber.range("99999999999") }
    }

    @Test("name parts of songs, or all of one")
    func parts() throws {
        for whole in [":", "0:", ":0", "0:0.0"] { #expect(try ArgumentNumber.isWholeSong(whole)) }
        for part in ["1.5:2", "1:", ":2"] { #expect(try !ArgumentNumber.isWholeSong(part)) }
        for wrong in ["", "3", "2:1", "1:1", "-1:3", "1:-3", "x:y", "1:2:3", "nan:"] {
            #expect(throws: CommandRefusal(.argument, "Bad range")) { try ArgumentNumber.isWholeSong(wrong) }
        }
    }

    @Test("mean positions of a list")
    func positions() throws {
        #expect(try PositionRange(1, 9).positions(in: 3) == 1..<3)
        #expect(try PositionRange(3, nil).positions(in: 3) == 3..<3)
        #expect(throws: CommandRefusal(.argument, "Bad song index")) { try PositionRange(4, 5).positions(in: 3) }
        #expect(PositionRange(4, 5).clamped(to: 3) == 3..<3)
    }

    @Test("may count from the current song")
    func relative() throws {
        #expect(try ArgumentNumber.position("2", of: 5, current: nil) == 2)
        #expect(try ArgumentNumber.position("+0", of: 5, current: 1) == 2)
        #expect(try ArgumentNumber.position("-0", of: 5, current: 1) == 1)
        #expect(throws: CommandRefusal.self) { try ArgumentNumber.position("6", of: 5, current: nil) }
        #expect(throws: CommandRefusal.self) { try ArgumentNumber.position("-2", of: 5, current: 1) }
        #expect(throws: CommandRefusal(.playerSync, "No current song")) {
            try ArgumentNumber.position("+0", of: 5, current: nil)
        }
    }

    @Test("are within bounds")
    func bounds() throws {
        #expect(try ArgumentNumber.count("100", upTo: 100) == 100)
        #expect(throws: CommandRefusal(.argument, "Number too large: 101")) {
            try ArgumentNumber.count("101", upTo: 100)
        }
        #expect(throws: CommandRefusal(.argument, "Integer expected: x")) { try ArgumentNumber.count("x") }
        #expect(throws: CommandRefusal.self) { try ArgumentNumber.time("inf") }
        #expect(try ArgumentNumber.time("+1.5") == .milliseconds(1_500))
        #expect(try ArgumentNumber.flag("1"))
        #expect(throws: CommandRefusal.self) { try ArgumentNumber.flag("yes") }
    }
}

@Suite("Waiting for changes")
struct IdleStateTests {
    @Test("tells what changed meanwhile, at once and once")
    func pending() throws {
        var idle = IdleState()

        #expect(idle.note(.player) == nil)
        #expect(idle.wait(for: try Subsystems([])) == .player)
        #expect(idle.awaited == nil)
        #expect(idle.wait(for: .all) == nil)
        #expect(idle.note([.mixer, .queue]) == [.mixer, .queue])
        #expect(idle.pending.isEmpty)
    }

    @Test("tells only what was asked for, and keeps the rest")
    func some() throws {
        var idle = IdleState()

        #expect(idle.wait(for: try Subsystems(["mixer"])) == nil)
        #expect(idle.note(.player) == nil)
        #expect(idle.note(.mixer) == .mixer)
        #expect(idle.pending == .player)
        #expect(idle.wait(for: try Subsystems(["Player"])) == .player)
    }

    @Test("ends when the client says so")
    func ended() {
        var idle = IdleState()

        _ = idle.wait(for: .all)
        idle.end()
        #expect(idle.note(.queue) == nil)
        #expect(idle.wait(for: .all) == .queue)
    }

    @Test("knows all names, and no others")
    func names() {
        #expect(Subsystems.all.names.count == 14)
        #expect(throws: CommandRefusal(.argument, "Unrecognized idle event: foo")) { try Subsystems(["foo"]) }
    }
}
