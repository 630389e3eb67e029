// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing

@Suite("The queue as clients of MPD see it", .timeLimit(.minutes(10)))
struct MPDQueueTests {
    private static let songs = (1...3).map { number in
        "Inland Ferry Orchestra/Night Crossing/0\(number) \(["Casting Off", "Open Water", "Harbour Lights"][number - 1]).flac"
    }

    /// A queue as a client keeps it, by what has changed.
    private struct Kept {
        var version = 0
        var ids: [String] = []

        /// Does what clients do when they hear of changes, and compares it with all of the queue.
        mutating func follow(_ talk: MPDTalk, _ step: String) async throws {
            let status = try await talk.ask("status")
            let length = try #require(Self.values("playlistlength", in: status).first.flatMap { Int($0) })
            let changes = try await talk.ask("plchangesposid \(version)")
            version = try #require(Self.values("playlist", in: status).first.flatMap { Int($0) })
            ids = ids.prefix(length) + Array(repeating: "", count: max(0, length - ids.count))
            for (place, id) in zip(Self.values("cpos", in: changes), Self.values("Id", in: changes)) {
                let place = try #require(Int(place))
                try #require(place < ids.count, "\(step)")
                ids[place] = id
            }
            let all = try await talk.ask("playlistinfo")
            #expect(Self.values("Id", in: all) == ids, "\(step)")
            #expect(Self.values("Pos", in: all) == (0..<length).map(String.init), "\(step)")
            #expect(Self.values("file", in: all).allSatisfy { !$0.isEmpty }, "\(step)")
            #expect(Self.values("Title", in: all).count == length, "\(step)")
        }

        static func values(_ name: String, in lines: [String]) -> [String] {
            lines.compactMap { $0.hasPrefix(name + ": ") ? String($0.dropFirst(name.count + 2)) : nil }
        }
    }

    @Test("It is that of the service after any edits, of this client and of others")
    func edits() async throws {
        let stage = try await MPDStage()
        let (talk, other) = (try await stage.talk(), try await stage.talk())
        try await stage.machine.done("radio", "add", "Nobody", "https://127.0.0.1:1/a.mp3")
        var random = SplitMix64(seed: 28)
        var kept = Kept()
        try await kept.follow(talk, "begin")
        for step in 0..<120 {
            let count = kept.ids.count
            func place() -> Int { Int.random(in: 0..<max(1, count), using: &random) }
            func range() -> String {
                let start = place()
                return "\(start):\(Int.random(in: start + 1...max(start + 1, count), using: &random))"
            }
            let song = Self.songs[Int.random(in: 0..<3, using: &random)]
            let line =
                switch Int.random(in: 0..<12, using: &random) {
                case 0, 1: "add \"\(song)\""
                case 2: "addid \"\(song)\" \(place())"
                case 3: "add \"\""
                case 4: "findadd album \"Night Crossing\""
                case 5 where count > 0: "delete \(range())"
                case 6 where count > 1: "move \(place()) \(place())"
                case 7 where count > 1: "swap \(place()) \(place())"
                case 8 where count > 1: "shuffle"
                case 9 where count > 40: "clear"
                case 10: "add oncue://station/\(song)"
                default: "add \"Inland Ferry Orchestra\" \(count == 0 ? 0 : place())"
                }
            let isOther = Bool.random(using: &random)
            _ = try await (isOther ? other : talk).ask(line)
            if step % 10 == 7 { _ = try await stage.machine.oncue("undo") }
            if step % 10 == 9 { try await stage.machine.done("queue", "add", "Nobody") }
            // What others change is known after the signal, or after a command of a client's own.
            if step % 10 == 7 || step % 10 == 9 { _ = try await talk.ask("setvol 100") }
            // Some changes are seen together.
            if Int.random(in: 0..<3, using: &random) > 0 { try await kept.follow(talk, "\(step): \(line)") }
        }
        try await kept.follow(talk, "end")
        #expect(kept.ids.count > 3)

        // A client that comes knows nothing of what was.
        let late = try await stage.talk()
        #expect(try await late.ask("playlistinfo") == talk.ask("playlistinfo"))
    }

    @Test("addid tells the id of the song that it added, whatever others do to the queue meanwhile")
    func ids() async throws {
        let stage = try await MPDStage()
        let (talk, other) = (try await stage.talk(), try await stage.talk())
        _ = try await talk.ask("add \"\(Self.songs[1])\"")
        /// The song that a client knows by an id.
        func file(_ id: String) async throws -> String? {
            Kept.values("file", in: try await talk.ask("playlistid \(id)")).first
        }

        // The other one changes the positions all the time, and never adds this song.
        let editing = Task {
            while !Task.isCancelled {
                _ = try await other.ask("addid \"\(Self.songs[1])\" 0")
                _ = try await other.ask("command_list_begin\nadd \"\(Self.songs[2])\" 0\ndelete 0:2\ncommand_list_end")
            }
        }
        var wrong: [String] = []
        for round in 0..<60 {
            let one = Kept.values("Id", in: try await talk.ask("addid \"\(Self.songs[0])\""))
            let two = try await talk.ask(
                "command_list_begin\naddid \"\(Self.songs[0])\"\naddid \"\(Self.songs[0])\"\ncommand_list_end")
            for id in one + Kept.values("Id", in: two) where try await file(id) != Self.songs[0] {
                wrong.append("\(round): \(id)")
            }
            #expect(one.count == 1 && Kept.values("Id", in: two).count == 2, "\(one) \(two)")
        }
        editing.cancel()
        _ = try await editing.value
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test("Priorities are kept and told, and songs that have one come first in random order, the highest first")
    func priorities() async throws {
        let stage = try await MPDStage()
        let (talk, waiting) = (try await stage.talk(), try await stage.talk())
        func ask(_ line: String) async throws {
            let answer = try await talk.ask(line)
            #expect(answer == ["OK"], "\(line)")
        }
        /// The priorities of songs by their positions.
        func told(_ line: String = "playlistinfo") async throws -> [String: String] {
            var (position, found) = ("", [String: String]())
            for line in try await talk.ask(line) {
                if line.hasPrefix("Pos: ") { position = String(line.dropFirst(5)) }
                if line.hasPrefix("Prio: ") { found[position] = String(line.dropFirst(6)) }
            }
            return found
        }
        func status(_ name: String) async throws -> String? {
            Kept.values(name, in: try await talk.ask("status")).first
        }
        _ = try await waiting.ask("status")
        try await ask("add \"Inland Ferry Orchestra\"")
        try await ask("add \"Small Hours Collective\"")
        let version = try #require(try await status("playlist"))

        try await stage.expect("playlist", toldTo: waiting, "a priority") { try await ask("prio 5 2 4:6") }
        #expect(try await told() == ["2": "5", "4": "5", "5": "5"])
        let changes = try await talk.ask("plchangesposid \(version)")
        #expect(Kept.values("cpos", in: changes) == ["2", "4", "5"])
        #expect(try await told("plchanges \(version) 0:3") == ["2": "5"])
        #expect(try await told("playlistfind title \"Harbour Lights\"") == ["2": "5"])
        try await ask("prio 0 5")
        try await ask("prio 9 4")
        let id = try #require(Kept.values("Id", in: try await talk.ask("playlistinfo 6")).first)
        try await ask("prioid 7 \(id)")
        #expect(try await told("playlistid \(id)") == ["6": "7"])
        // The order of the queue is no matter of it.
        #expect(try await status("nextsong") == "1")

        try await ask("play 1")
        try await ask("pause 1")
        try await ask("random 1")
        #expect(try await status("nextsong") == "4")
        // One that comes does not come before them.
        try await ask("add \"\(Self.songs[0])\" 0")
        for (song, rest) in [("5", ["3": "5", "7": "7"]), ("7", ["3": "5"]), ("3", [:])] {
            #expect(try await status("nextsong") == song)
            try await ask("next")
            #expect(try await status("song") == song)
            #expect(try await told() == rest, "one that plays has none any more")
        }

        // Also one that has been heard, and one that is raised above another; one that is taken back lets the others pass.
        try await ask("prio 2 5")
        #expect(try await status("nextsong") == "5")
        try await ask("prio 3 7")
        #expect(try await status("nextsong") == "7")
        try await ask("prio 0 7")
        #expect(try await status("nextsong") == "5")
        #expect(try await told() == ["5": "2"])
        try await ask("delete 5")
        #expect(try await told() == [:])
        let refused = try await talk.ask("prio 4 2 99")
        #expect(refused == ["ACK [2@0] {prio} Bad song index"])
        #expect(try await told() == ["2": "4"], "what is before the wrong one has it, as there")
        try await ask("clear")
        try await ask("add \"\(Self.songs[0])\"")
        #expect(try await told() == [:])
    }

    @Test("Entries that are no songs of the library have their tags, also when their daemon has ended")
    func strangers() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        _ = try await talk.ask("add \"\(Self.songs[0])\"")
        #expect(try await talk.ask("status").contains("playlistlength: 1"))
        try await stage.machine.done("radio", "add", "Nobody", "https://127.0.0.1:1/a.mp3")
        try await stage.machine.done("queue", "add", "Nobody")
        _ = try await talk.ask("add \"\(Self.songs[1])\"")

        let all = try await talk.ask("playlistinfo")
        #expect(Kept.values("Title", in: all) == ["Casting Off", "Nobody", "Open Water"], "\(all)")
        #expect(Kept.values("Name", in: all) == ["Nobody"])
        let one = try await talk.ask("playlistinfo 1")
        #expect(Kept.values("Title", in: one) == ["Nobody"] && Kept.values("Pos", in: one) == ["1"])
        #expect(Kept.values("file", in: try await talk.ask("playlistfind title Nobody")).count == 1)
        try await stage.machine.done("quit")
        let waiting = try await stage.talk()
        let later = try await waiting.ask("playlistinfo")
        #expect(later == all)
    }

    @Test("Many songs that are added are known by their identifiers: the daemon writes no tags of them")
    func compact() async throws {
        let stage = try await MPDStage(isRecorded: true)
        let talk = try await stage.talk()
        _ = try await talk.ask("status")
        _ = try await talk.ask("stats")
        let recording = try await BusRecording(of: try #require(stage.machine.bus))
        let list = ["command_list_begin"] + (0..<1_000).map { "add \"\(Self.songs[$0 % 3])\"" } + ["command_list_end"]

        let messages = try await recording.messages(while: {
            #expect(try await talk.ask(list.joined(separator: "\n")) == ["OK"])
            #expect(try await talk.ask("status").contains("playlistlength: 1000"))
            let changes = try await talk.ask("plchanges 0")
            #expect(Kept.values("Title", in: changes).count == 1_000)
            #expect(Kept.values("Title", in: try await talk.ask("playlistinfo 999:")) == ["Casting Off"])
        })

        let asked = messages.filter { $0.kind == 1 && $0.interface == "org.oncue.Playback1" }.map(\.member)
        #expect(!asked.contains("GetQueue"), "\(asked)")
        #expect(asked.count { $0 == "GetQueueIdentifiers" } == 1, "\(asked)")
        #expect(messages.filter { $0.signature.contains("aa{sv}") && $0.size > 10_000 }.isEmpty)
    }

    @Test("status is answered before it is known what the new entries are")
    func status() async throws {
        let stage = try await MPDStage(isRecorded: true)
        let talk = try await stage.talk()
        _ = try await talk.ask("status")
        _ = try await talk.ask("stats")
        let recording = try await BusRecording(of: try #require(stage.machine.bus))

        let messages = try await recording.messages(while: {
            _ = try await talk.ask("add \"Inland Ferry Orchestra\"")
            let status = try await talk.ask("status")
            #expect(status.contains("playlistlength: 3"))
        })

        let calls = messages.filter { $0.kind == 1 && $0.interface == "org.oncue.Playback1" }.map(\.member)
        #expect(calls.firstIndex(of: "GetQueueChanges") ?? .max < calls.firstIndex(of: "GetQueueIdentifiers") ?? .max)
    }
}
