// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import MachineLink
import OnCueRuntime
import OnCueTestSupport
import PairedMachines
import Synchronization
import Testing

@Suite("A paired machine that was taken over, in whole conversations")
struct HostilePeerTests {
    /// A machine with two that are paired with it: a friend, and one that was taken over, which it knows as the desk.
    private struct Stage {
        let pair: PairedMachinesStage
        let friend: Machine
        let peer: ScriptedPeer
        private let before: [String]

        var victim: Machine { pair.kitchen }
        var port: Int { pair.ports.kitchen }

        init(_ settings: [String: String] = [:]) async throws {
            pair = try await PairedMachinesStage()
            friend = try await Machine(beside: pair.kitchen, ["PATH": "/nonexistent"])
            peer = try ScriptedPeer(pair.desk, port: pair.ports.desk)
            let (here, there) = (PairedMachinesStage.files(pair.kitchen), PairedMachinesStage.files(friend))
            let (own, other) = (
                try here.identity(name: "OnCue", now: 1_700_000_000).identifier,
                try there.identity(name: "OnCue", now: 1_700_000_000).identifier
            )
            let (port, ownPort) = (Int(try FreePort.next()), pair.ports.kitchen)
            _ = try here.change { (book: inout MachineBook) in
                book.add(PairedMachinesStage.machine(other, "friend", port))
            }
            _ = try there.change { (book: inout MachineBook) in
                book.add(PairedMachinesStage.machine(own, "kitchen", ownPort))
                book.port = port
            }
            // What is asked for in vain.
            try pair.kitchen.writeMusic("../../secret.wav", seconds: 5)
            for machine in [pair.kitchen, friend] {
                try machine.writeMusic("a.wav", seconds: 197)
                try machine.writeMusic("b.wav", seconds: 198)
                for (key, value) in settings { try await machine.done("config", "set", key, value) }
                _ = try await machine.startDaemon()
                try await machine.done("library", "add", "music")
                try await machine.done("library", "scan")
                try await machine.done("handoff", "listen", "on")
            }
            before = try await Self.others(pair.kitchen)
        }

        /// The files of a machine outside of the folders that are OnCue's own.
        private static func others(_ machine: Machine) async throws -> [String] {
            let skipped = ["data/oncue", "state/oncue", "cache", "config/oncue", "run"]
                .flatMap { ["-path", machine.directory.file($0), "-prune", "-o"] }
            let found = try await ChildProcess.run(
                "/usr/bin/find", [machine.directory.path] + skipped + ["-print"])
            return found.output.split(separator: "\n").map(String.init).sorted()
        }

        /// The friend is served as ever, the library is as it was, and no file is where none should be.
        func expectSound(_ what: String) async throws {
            try await friend.done("play", "Tracks/b")
            let moved = try await friend.json("handoff", "to", "kitchen")
            #expect(moved["by"] == "pairing" && moved["playing"] == true, "\(what): \(moved.text())")
            let now = try await victim.json("now")
            #expect(now["title"] == "b" && now["status"] == "playing", "\(what): \(now.text())")
            try await victim.done("pause")
            #expect(try await victim.json("browse", "Tracks")["total"] == 2, "\(what)")
            #expect(try await Self.others(victim) == before, "\(what)")
        }
    }

    private static func answer(_ text: String) -> String { "{\"answer\":\(text)}" }

    private static func queue(
        _ entries: String = "{\"title\":\"a\",\"duration\":197000000}", _ rest: String = "\"current\":0"
    ) -> String {
        answer("{\"machine\":\"m\",\"run\":5,\"entries\":[\(entries)],\"playing\":true,\(rest)}")
    }

    // MARK: Being asked

    @Test("What it answers when it is asked what plays hides no other machine, and is shown within bounds")
    func overview() async throws {
        let stage = try await Stage()
        try await stage.friend.done("play", "Tracks/a")
        // It plays as long as it is asked for.
        try await stage.friend.done("repeat", "one")
        let long = String(repeating: "x", count: 1 << 20)
        let many = Array(repeating: "{\"title\":\"x\"}", count: 60_000).joined(separator: ",")
        var lines = [
            "[]", "{}", "\"", Self.answer("{}"), Self.answer("null"), Self.queue(""),
            Self.queue("{\"title\":\"\(long)\",\"artists\":[\"\(long)\"]}"), Self.queue(many),
            "{\"error\":\"Failed\",\"message\":\"\\u001b[2J\(long)\"}", String(repeating: "[", count: 200_000),
        ]
        for current in ["-1", "99", "1e300"] {
            lines.append(Self.queue("{\"title\":\"a\"}", "\"current\":\(current)"))
        }
        for moment in ["-9000000000", "9000000000000000000", "1e300", "-1e-300", "NaN", "\"x\"", "null"] {
            let rest = "\"current\":0,\"position\":\(moment),\"absence\":\(moment)"
            lines.append(Self.queue("{\"title\":\"\\u001b[2J\"}", rest))
        }
        var deeds: [ScriptedPeer.Deed] = lines.map { .lines([$0]) }
        deeds += [.lines([Self.queue(), Self.queue("")]), .end, .silence]
        for (number, deed) in deeds.enumerated() {
            stage.peer.answers { _ in deed }
            var items: [JSONValue] = []
            // On a busy machine the friend may miss the time that a machine has to answer; who is hidden never comes.
            try await waitUntil("\(number): the friend is shown beside it, not \(items)", within: .seconds(60)) {
                items = try await stage.victim.json("handoff")["items"]?.arrayValue ?? []
                #expect(items.count == 2, "\(number)")
                let friend = items.first { $0["name"] == "friend" }
                return friend?["title"] == "a" && friend?["playing"] == true
            }
            guard let shown = items.first(where: { $0["name"] == "desk" }) else { continue }
            #expect((shown["title"]?.stringValue ?? "").utf8.count <= 300, "\(number)")
            for key in ["position", "absence"] {
                guard let seconds = shown[key]?.doubleValue else { continue }
                #expect((0...1e13).contains(seconds), "\(number): \(key) \(seconds)")
            }
        }
        stage.peer.answers { _ in .lines([Self.queue("{\"title\":\"\\u001b[2J\"}")]) }
        #expect(try await !stage.victim.done("handoff").contains("\u{1B}"))
        try await stage.friend.done("repeat", "off")
        try await stage.expectSound("after queues of any form")
    }

    @Test("Continuing from it plays nothing but what is in the library here, at a moment that there is")
    func continuing() async throws {
        let stage = try await Stage()
        let secret = stage.victim.directory.file("secret.wav")
        let port = Int(try FreePort.next())
        let called = try Listener(port: port)
        defer { called.end() }
        let own = MachineAddresses.all().filter { !$0.contains("%") }.map { $0.contains(":") ? "[\($0)]" : $0 }
            .map { "{\"title\":\"x\",\"address\":\"http://\($0):\(port)/x\"}" }
        let entries: [String] = [
            "{\"title\":\"x\",\"path\":[\"music\",\"../../secret.wav\"],\"size\":1}",
            "{\"title\":\"x\",\"path\":\"../../secret.wav\"}", "{\"title\":\"x\",\"path\":\"\(secret)\"}",
            "{\"title\":\"x\",\"address\":\"file://\(secret)\"}", "{\"title\":\"x\",\"address\":\"\(secret)\"}",
            "{\"title\":\"x\",\"address\":\"http://127.0.0.1:\(port)/x\"}",
            "{\"title\":\"x\",\"address\":\"http://127.1:\(port)/x\"}",
            "{\"title\":\"x\",\"address\":\"http://2130706433:\(port)/x\"}",
            "{\"title\":\"x\",\"address\":\"http://169.254.169.254:\(port)/x\"}",
            "{\"title\":\"x\",\"address\":\"http://[fe80::1]:\(port)/x\"}",
            "{\"title\":\"x\",\"address\":\"http://[::ffff:127.0.0.1]:\(port)/x\",\"live\":true}",
            "{\"title\":\"x\",\"address\":\"http://u:p@localhost:\(port)/\(String(repeating: "x", count: 1 << 20))\"}",
            "{\"title\":\"x\",\"episode\":\"../x\"}", "{\"title\":\"x\",\"medium\":\"../../secret\"}", "7", "null", "",
        ]
        for entry in own + entries {
            stage.peer.answers { $0.contains("\"queue\"") ? .lines([Self.queue(entry)]) : .lines([Self.answer("{}")]) }
            let result = try await stage.victim.oncue("handoff", "from", "desk")
            #expect(result.status != 0, "\(entry.prefix(80)): \(result.output)")
            #expect(try await stage.victim.json("now")["status"] != "playing", "\(entry.prefix(80))")
        }
        #expect(!called.hangUp(), "nothing on this machine was called")
        for moment in ["-9000000000", "196999999999", "9000000000000000000", "1e300"] {
            let released = Self.answer(
                "{\"run\":5,\"title\":\"a\",\"position\":\(moment),\"playing\":true,\"heard\":\(moment)}")
            stage.peer.answers { line in
                if line.contains("\"queue\"") {
                    return .lines([Self.queue("{\"title\":\"a\",\"duration\":197000000}", "\"rate\":1e9")])
                }
                return .lines([line.contains("\"release\"") ? released : Self.answer("{}")])
            }
            _ = try await stage.victim.oncue("handoff", "from", "desk")
            let now = try await stage.victim.json("now")
            #expect((0...198).contains(now["position"]?.doubleValue ?? 0), "\(moment): \(now.text())")
            #expect((0.1...10).contains(now["rate"]?.doubleValue ?? 1), "\(moment): \(now.text())")
            try await stage.victim.done("stop")
        }
        try await stage.expectSound("after queues to continue")
    }

    @Test("Following it, what is heard stays within what there is, and leaving ends it, whatever it tells")
    func followed() async throws {
        let stage = try await Stage()
        let number = Mutex(0)
        let moments = ["-1", "0", "9000000000000000000", "-9000000000000000000"]
        stage.peer.answers { _ in
            let count = number.withLock { number in
                number += 1
                return number
            }
            let moment = moments[count % moments.count]
            let timeline =
                "{\"number\":\(count),\"queueNumber\":\(count / 5 + 1),\"entry\":1,\"position\":\(moments[count / 3 % 4]),\"moment\":\(moment),\"rate\":1e9,\"playing\":true,\"machine\":\"m\"}"
            let queue =
                "{\"machine\":\"m\",\"run\":5,\"entries\":[{\"title\":\"a\",\"duration\":197000000,\"id\":1}],\"current\":0,\"playing\":true}"
            return .lines([
                Self.answer(
                    "{\"received\":\(moment),\"sent\":\(moments[count / 2 % 4]),\"timeline\":\(timeline),\"queue\":\(queue)}"
                )
            ])
        }
        _ = try await stage.victim.oncue("together", "join", "desk")
        for _ in 0..<10 {
            let now = try await stage.victim.json("now")
            #expect((0...198).contains(now["position"]?.doubleValue ?? 0), "\(now.text())")
            #expect((0.1...10).contains(now["rate"]?.doubleValue ?? 1), "\(now.text())")
            _ = try await stage.victim.json("together")
        }
        _ = try await stage.victim.oncue("together", "leave")
        try await waitUntil("it is not asked any longer") {
            !stage.victim.processes.contains { $0.name == "oncue" }
        }
        try await stage.expectSound("after it was followed")
    }

    // MARK: Listening that is shared

    /// A message of an exchange, as an answer.
    private static func journal(_ parts: String, now: Int = Int(time(nil)), note: String = "") -> String {
        answer(
            "{\"version\":1,\"kinds\":[\"plays\",\"positions\",\"likes\",\"playlists\",\"subscriptions\",\"learnt\"],\"have\":{},\"parts\":[\(parts)],\"note\":\"\(note)\",\"now\":\(now)}"
        )
    }

    private static func part(_ log: String, _ kind: String, after: Int, _ entries: [String]) -> String {
        "{\"log\":\"\(log)\",\"kind\":\"\(kind)\",\"after\":\(after),\"through\":\(after + entries.count),\"entries\":[\(entries.joined(separator: ","))]}"
    }

    private static let item = "{\"id\":\"track:x\",\"as\":{\"title\":\"a\",\"duration\":197000000}}"

    private static func play(_ number: Int, time: Int = 1_700_000_000) -> String {
        "{\"n\":\(number),\"t\":\(time),\"item\":\(item),\"play\":\"heard\",\"at\":0,\"cause\":\"user\"}"
    }

    private func plays(_ machine: Machine) async throws -> Int {
        try await machine.json("info", "Tracks/a")["playCount"]?.intValue ?? 0
    }

    /// How far the machine that asks has a log, by its message.
    private static func have(_ line: String, _ log: String, _ kind: String) -> Int {
        (try? JSONValue(parsing: line))?["have"]?[log]?[kind]?.intValue ?? 0
    }

    /// A log of a machine.
    private static func log(_ machine: String) -> String {
        String(machine.prefix(24)) + String(repeating: "0", count: 24)
    }

    @Test("What it tells without end, of another day, of other machines or in other places is bounded or left out")
    func listening() async throws {
        let stage = try await Stage([
            "handoff.share": "plays,positions,likes,playlists", "playback.resume-length": "1",
        ])
        let log = Self.log(stage.peer.identifier)
        // It answers every message with more, as long as it is asked.
        stage.peer.answers { line in
            let have = Self.have(line, log, "plays")
            return .lines([Self.journal(Self.part(log, "plays", after: have, (1...20).map { Self.play(have + $0) }))])
        }
        let endless = try stage.victim.startOncue(["handoff", "sync", "desk"].map { Array($0.utf8) })
        try await waitUntil("it goes on") { stage.peer.count > 12 }
        try await stage.friend.done("favourite", "Tracks/a")
        let sync = try await stage.friend.json("handoff", "sync")["items"]?[0]
        // An exchange that the friend has begun by itself may have told it already.
        #expect(sync?["reachable"] == true, "\(sync?.text() ?? "")")
        #expect(try await stage.victim.done("favourite", "--list").contains("a"), "the friend is not held up")
        stage.peer.answers { _ in .end }
        _ = try await endless.result()
        // The service may have begun an exchange by itself, too.
        try await waitUntil("nothing is under way") { !stage.victim.processes.contains { $0.name == "oncue" } }
        let count = try await plays(stage.victim)
        #expect(count > 0)

        let ahead = Int(time(nil)) + 3 * 86_400
        let foreign = Self.log(
            try PairedMachinesStage.files(stage.friend).identity(name: "OnCue", now: 1_700_000_000).identifier.text)
        let erasing = "{\"n\":1,\"t\":1,\"erased\":[[1,4503599627370496]]}"
        let before = "{\"n\":1,\"t\":1700000000,\"item\":\(Self.item),\"at\":-5}"
        let wrong: [(String, @Sendable (Int) -> String)] = [
            ("a day ahead", { Self.journal(Self.part(log, "plays", after: $0, [Self.play($0 + 1, time: ahead)])) }),
            (
                "by a clock that is ahead",
                {
                    Self.journal(Self.part(log, "plays", after: $0, [Self.play($0 + 1)]), now: ahead)
                }
            ),
            ("for the friend", { _ in Self.journal(Self.part(foreign, "plays", after: 0, [Self.play(1)])) }),
            ("erasing what the friend told", { _ in Self.journal(Self.part(foreign, "likes", after: 0, [erasing])) }),
            ("a position before the beginning", { _ in Self.journal(Self.part(log, "positions", after: 0, [before])) }),
        ]
        for (what, message) in wrong {
            stage.peer.answers { .lines([message(Self.have($0, log, "plays"))]) }
            let answer = try await stage.victim.oncue("handoff", "sync", "desk", "--json")
            let came = try JSONValue(parsing: answer.output)["items"]?[0]?["came"]
            #expect(came == 0, "\(what): \(answer.output) \(answer.errors)")
            #expect(
                try await stage.victim.json("handoff", "sync", "friend")["items"]?[0]?["reachable"] == true, "\(what)")
            #expect(try await plays(stage.victim) == count, "\(what)")
            #expect(try await stage.victim.done("favourite", "--list").contains("a"), "\(what)")
        }
        for name in ["../../../evil", "/evil", "a/../../../evil", "evil\\u0000", "..", "evil\\n/x"] {
            let list =
                "{\"n\":1,\"t\":1700000000,\"playlist\":\"\(name)\",\"known\":{},\"entries\":[{\"title\":\"x\"}]}"
            stage.peer.answers { _ in .lines([Self.journal(Self.part(log, "playlists", after: 0, [list]))]) }
            _ = try await stage.victim.oncue("handoff", "sync", "desk")
            #expect(try await stage.victim.json("playlist")["total"] == 0, "\(name)")
        }
        try await taken(stage, log)
        try await stage.expectSound("after what it told")
    }

    /// What may come, but for what is beyond the end of the track, and for entries that name files.
    private func taken(_ stage: Stage, _ log: String) async throws {
        let entries = [
            "{\"title\":\"x\\n/etc/passwd\"}", "{\"title\":\"y\",\"path\":\"/etc/passwd\"}",
            "{\"title\":\"z\",\"address\":\"file:///etc/passwd\"}",
        ]
        let list =
            "{\"n\":1,\"t\":1700000000,\"playlist\":\"Mix\",\"known\":{},\"entries\":[\(entries.joined(separator: ","))]}"
        let far = "{\"n\":1,\"t\":1700000000,\"item\":\(Self.item),\"at\":300000000000000}"
        let parts = [
            Self.part(log, "playlists", after: 0, [list]), Self.part(log, "positions", after: 0, [far]),
        ].joined(separator: ",")
        stage.peer.answers { _ in .lines([Self.journal(parts)]) }
        try await stage.victim.done("handoff", "sync", "desk")
        let shown = try await stage.victim.json("playlist", "show", "Mix")["items"]?.arrayValue ?? []
        #expect(shown.count == 3 && shown.allSatisfy { $0["playable"] == false }, "\(shown.map { $0.text() })")
        try await stage.victim.done("play", "Tracks/a")
        let now = try await stage.victim.json("now")
        // A place behind its end is none.
        #expect(now["title"] == "a" && (0...198).contains(now["position"]?.doubleValue ?? -1), "\(now.text())")
    }

    /// Has it tell an entry of a kind once, and waits for the exchange.
    ///
    /// - Parameter entry: Gets the number of the entry.
    private func tell(
        _ stage: Stage, _ kind: String, _ entry: @escaping @Sendable (Int) -> String
    ) async throws {
        let log = Self.log(stage.peer.identifier)
        let isTold = Mutex(false)
        stage.peer.answers { line in
            let after = Self.have(line, log, kind)
            let isFirst = isTold.withLock { isTold in
                defer { isTold = true }
                return !isTold
            }
            return .lines([Self.journal(isFirst ? Self.part(log, kind, after: after, [entry(after + 1)]) : "")])
        }
        _ = try await stage.victim.oncue("handoff", "sync", "desk")
    }

    @Test("Podcasts that it names, and what it has learnt, call nothing on this machine, and are bounded or left out")
    func podcasts() async throws {
        let stage = try await Stage(["handoff.share": "subscriptions,learnt"])
        let port = Int(try FreePort.next())
        let called = try Listener(port: port)
        defer { called.end() }
        let own = MachineAddresses.all().filter { !$0.contains(":") }.map { "http://\($0):\(port)/feed" }
        let addresses: [String] = [
            "http://127.0.0.1:\(port)/feed", "http://localhost:\(port)/feed", "http://2130706433:\(port)/feed",
            "http://[::1]:\(port)/feed", "http://169.254.169.254:\(port)/feed", "http://u:p@127.0.0.1:\(port)/feed",
            "file:///etc/passwd", "http://h.example/\(String(repeating: "x", count: 100_000))", "",
        ]
        for address in own + addresses {
            for isOn in [true, false] {
                try await tell(stage, "subscriptions") { number in
                    "{\"n\":\(number),\"t\":1700000000,\"item\":{\"id\":\"podcast:aaaaaaaaaaaa\",\"as\":{\"title\":\"x\",\"address\":\"\(address)\"}},\"on\":\(isOn)}"
                }
            }
        }
        for identifier in ["track:x", "folder:/etc", "podcast:../../evil", "foreign:org.example/1"] {
            try await tell(stage, "subscriptions") { number in
                "{\"n\":\(number),\"t\":1700000000,\"item\":{\"id\":\"\(identifier)\",\"as\":{\"title\":\"x\"}},\"on\":true}"
            }
        }
        #expect(try await stage.victim.json("podcast", "list")["total"] == 0)
        #expect(!called.hangUp(), "nothing on this machine was called")

        let name = "\\u001b[2J" + String(repeating: "x", count: 100_000)
        let (good, register) = ("{\"hour\":8,\"weekday\":1,\"place\":\"\(name)\"}", "0123456789abcdef")
        let learnt: [(register: String, item: String, circumstances: String, time: Int)] = [
            (register, Self.item, good, 1_700_000_000), ("../../evil", Self.item, good, 1_700_000_000),
            (register, Self.item, "{\"hour\":1e300,\"weekday\":1}", 1_700_000_000),
            (register, Self.item, "{\"hour\":8,\"weekday\":-1}", 1_700_000_000),
            (register, Self.item, good, Int(time(nil)) + 3 * 86_400), (register, Self.item, good, -1),
            (register, "{\"id\":\"folder:/etc\"}", good, 1_700_000_000),
            (register, "{\"id\":\"foreign:org.example/1\"}", good, 1_700_000_000),
            (register, "{\"id\":\"album:\(String(repeating: "x", count: 100_000))\"}", good, 1_700_000_000),
        ]
        for (register, item, circumstances, time) in learnt {
            try await tell(stage, "learnt") { number in
                "{\"n\":\(number),\"t\":\(time),\"item\":\(item),\"as\":\"\(register)\",\"learnt\":\"played\",\"in\":\(circumstances)}"
            }
            #expect(
                try await stage.victim.json("handoff", "sync", "friend")["items"]?[0]?["reachable"] == true, "\(item)")
            let shown = try await stage.victim.oncue("suggestions", "--json")
            #expect(shown.status == 0 && shown.output.utf8.count < 100_000, "\(shown.errors)")
            let lines = try await stage.victim.done("suggestions")
            #expect(!lines.contains("evil") && !lines.contains("\u{1B}"))
        }
        try await stage.expectSound("after podcasts, and what it has learnt")
    }

    @Test("An exchange with it that has no end holds up no other one, and changes here go to the friend by themselves")
    func endless() async throws {
        let stage = try await Stage(["handoff.share": "likes"])
        let log = Self.log(stage.peer.identifier)
        stage.peer.answers { line in
            let number = Self.have(line, log, "likes") + 1
            let like = "{\"n\":\(number),\"t\":1700000000,\"item\":\(Self.item),\"like\":1}"
            return .lines([Self.journal(Self.part(log, "likes", after: number - 1, [like]))])
        }
        try await waitUntil("it is under way", within: .seconds(120)) { stage.peer.count > 3 }
        try await stage.victim.done("favourite", "Tracks/b")
        // There may be a pause of half a minute since the last exchange.
        try await waitUntil("the friend has it", within: .seconds(120)) {
            try await stage.friend.done("favourite", "--list").contains("b")
        }
        let count = stage.peer.count
        try await waitUntil("it is still under way") { stage.peer.count > count }
    }

    // MARK: Its files, and its library

    @Test("Its library is shown within bounds, and its files fill nothing and lie nowhere but in the cache")
    func media() async throws {
        let stage = try await Stage(["handoff.fetch-files": "on"])
        let title = String(repeating: "x", count: 100_000)
        let row =
            "{\"id\":\"folder:x\",\"title\":\"\(title)\",\"container\":true,\"children\":999999999999,\"duration\":-5}"
        let rows = [row, "{\"id\":\"../x\",\"title\":\"y\"}", "{\"id\":\"track:/etc/passwd\",\"title\":\"z\"}", "7"]
        let piece = "{\"size\":562949953421312,\"version\":\"../../evil\",\"kind\":\"../evil\",\"piece\":\"AAAA\"}"
        stage.peer.answers { line in
            if line.contains("\"shares\"") { return .lines([Self.answer("{\"files\":true,\"library\":true}")]) }
            if line.contains("\"file\"") { return .lines([Self.answer(piece)]) }
            if line.contains("\"queue\"") {
                return .lines([
                    Self.queue(
                        "{\"title\":\"evil\",\"medium\":\"aaaaaaaaaaaa\",\"duration\":5000000,\"size\":9000000000000000}"
                    )
                ])
            }
            if line.contains("\"browse\"") {
                return .lines([
                    Self.answer("{\"revision\":1,\"total\":9007199254740991,\"rows\":[\(rows.joined(separator: ","))]}")
                ])
            }
            return .lines([Self.answer("{}")])
        }
        let library = try await stage.victim.oncue("browse", "desk's library", "--json")
        #expect(library.output.utf8.count < 1 << 20, "\(library.output.utf8.count)")
        _ = try await stage.victim.oncue("browse", "desk's library/Tracks", "--json")
        let moved = try await stage.victim.oncue("handoff", "from", "desk")
        #expect(moved.status != 0, "\(moved.output)")
        #expect(try await stage.victim.json("now")["status"] != "playing")
        let kept = try await ChildProcess.run("/usr/bin/du", ["-sk", stage.victim.directory.file("cache")])
        #expect((kept.output.split(separator: "\t").first.flatMap { Int($0) } ?? 0) < 20_000, "\(kept.output)")
        let names = try await ChildProcess.run("/usr/bin/find", [stage.victim.directory.path, "-name", "*evil*"])
        #expect(names.output.isEmpty, "\(names.output)")
        try await stage.expectSound("after its media")
    }

    // MARK: Calling

    @Test("Its calls, with all the links that it may have, hold up nobody, and call nothing on this machine")
    func calling() async throws {
        let stage = try await Stage()
        let port = Int(try FreePort.next())
        let called = try Listener(port: port)
        defer { called.end() }
        let large = String(repeating: "x", count: 15 << 20)
        let many = Array(repeating: "{\"title\":\"x\",\"path\":\"/etc/passwd\"}", count: 50_000).joined(separator: ",")
        func prepare(_ entries: String) -> String {
            "{\"do\":\"prepare\",\"queue\":{\"machine\":\"m\",\"run\":5,\"entries\":[\(entries)],\"current\":0,\"playing\":true}}"
        }
        let lines = [
            large, "{\"do\":\"prepare\",\"queue\":{\"entries\":\"\(large)\"}}", prepare(many),
            prepare("{\"title\":\"x\",\"address\":\"http://127.0.0.1:\(port)/x\"}"),
            prepare("{\"title\":\"x\",\"address\":\"http://0:\(port)/x\"}"),
            prepare("{\"title\":\"x\",\"address\":\"http://[::1]:\(port)/x\"}"),
            prepare("{\"title\":\"x\",\"address\":\"file:///etc/passwd\"}"),
            "{\"do\":\"file\",\"track\":\"../../etc/passwd\",\"from\":0,\"count\":10}",
            "{\"do\":\"browse\",\"of\":\"folder:/etc\",\"from\":0,\"count\":10}",
            "{\"do\":\"release\",\"number\":18446744073709551615}", "{\"do\":\"begin\",\"start\":{\"number\":-1}}",
        ]
        try await stage.victim.done("play", "Tracks/a")
        var shown: JSONValue?
        // On a busy machine the friend may miss the time that a machine has to answer.
        try await waitUntil("the friend is told what plays meanwhile, not \(shown?.text() ?? "")") {
            try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<LinkSlot.most { group.addTask { await stage.peer.call(stage.port, lines) } }
                shown = try await stage.friend.json("handoff")["items"]?[0]
                var answered = 0
                for try await answers in group {
                    answered += answers.count
                    for answer in answers { #expect(answer.contains("\"error\":"), "\(answer.prefix(200))") }
                }
                #expect(answered >= lines.count, "\(answered)")
            }
            return shown?["title"] == "a" && shown?["playing"] == true
        }
        #expect(!called.hangUp(), "nothing on this machine was called")
        let now = try await stage.victim.json("now")
        #expect(now["title"] == "a" && now["status"] == "playing", "\(now.text())")
        try await stage.expectSound("after its calls")
    }
}
