// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@Suite("Lists of commands of MPD", .timeLimit(.minutes(10)))
struct MPDListTests {
    private static let songs = (1...3).map { number in
        "Inland Ferry Orchestra/Night Crossing/0\(number) \(["Casting Off", "Open Water", "Harbour Lights"][number - 1]).flac"
    }

    private func length(_ talk: MPDTalk) async throws -> Int? {
        try await talk.ask("status").first { $0.hasPrefix("playlistlength: ") }.flatMap { Int($0.dropFirst(16)) }
    }

    @Test("A list is carried out to its end, as MPD does, although its sender has closed; one without an end is not")
    func closed() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        _ = try await talk.ask("stats")
        // Each change waits for the service, so that the sender has long gone.
        let steps = (0..<60).map { "add \"\(Self.songs[$0 % 3])\"\nrepeat \($0 % 2)\nlistallinfo" }
        let list = "command_list_begin\n" + steps.joined(separator: "\n") + "\nsingle 1\ncommand_list_end"
        do {
            let sender = try await stage.talk()
            try await sender.send(list)
        }
        do {
            let other = try await stage.talk()
            try await other.send("command_list_begin\nclear\nadd \"\(Self.songs[0])\"")
        }
        let limit = ContinuousClock.now + .seconds(60)
        while try await !talk.ask("status").contains("single: 1"), ContinuousClock.now < limit {}
        let status = try await talk.ask("status")
        #expect(status.contains("playlistlength: 60") && status.contains("repeat: 1") && status.contains("single: 1"))
    }

    @Test("Songs that a list adds one by one get their ids and places, and an unknown one ends the list")
    func together() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        let (first, second, third) = (Self.songs[0], Self.songs[1], Self.songs[2])
        let answer = try await talk.ask(
            """
            command_list_ok_begin
            add "\(first)"
            addid "\(second)"
            add "Inland Ferry Orchestra"
            addid "\(third)"
            command_list_end
            """)
        #expect(answer.count == 7 && answer.last == "OK" && answer[0] == "list_OK", "\(answer)")
        let entries = try await talk.ask("playlistinfo")
        #expect(
            entries.filter { $0.hasPrefix("file: ") }.map { String($0.dropFirst(6)) }
                == [first, second, first, second, third, third])
        let ids = entries.filter { $0.hasPrefix("Id: ") }
        #expect(answer[1] == ids[1] && answer[4] == ids[5])

        let refused = try await talk.ask(
            "command_list_begin\nadd \"\(first)\"\nadd \"\(second)\"\naddid \"nothing\"\nadd \"\(third)\"\ncommand_list_end"
        )
        #expect(refused == ["ACK [50@2] {addid} No such song"])
        #expect(try await length(talk) == 8)
        let unknown = try await talk.ask("command_list_begin\nadd \"nothing\"\nadd \"\(first)\"\ncommand_list_end")
        #expect(unknown == ["ACK [50@0] {add} No such directory"])
        // One change of the queue for all of them.
        try await stage.machine.done("undo")
        try await waitUntil("it is undone") { try await length(talk) == 6 }
        #expect(
            try await talk.ask("command_list_begin\nadd \"\(first)\"\nadd\ncommand_list_end").last?.hasPrefix(
                "ACK [2@1] {add}") == true)
        #expect(try await length(talk) == 7)
    }

    @Test("Swapping two songs and shuffling a part are one change each, which OnCue undoes at once")
    func rearranging() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        func files() async throws -> [String] { try await talk.ask("playlistinfo").filter { $0.hasPrefix("file: ") } }
        _ = try await talk.ask("add \"\"")
        let first = try await files()

        #expect(try await talk.ask("swap 1 6") == ["OK"])
        var swapped = first
        swapped.swapAt(1, 6)
        #expect(try await files() == swapped)
        // A shuffled part may come out as it was.
        try await waitUntil("a part is shuffled") {
            #expect(try await talk.ask("shuffle 2:9") == ["OK"])
            return try await files() != swapped
        }
        let shuffled = try await files()
        #expect(shuffled[..<2] + shuffled[9...] == swapped[..<2] + swapped[9...] && shuffled.sorted() == first.sorted())
        try await stage.machine.done("undo")
        try await waitUntil("the part is as it was") { try await files() == swapped }
        try await stage.machine.done("undo")
        try await waitUntil("the swapped songs are back") { try await files() == first }
    }
}
