// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("Places, words and queries from the terminal")
struct PlaceEndToEndTests {
    private func machine() async throws -> Machine {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        return machine
    }

    @Test("A query plays, queues and adds everything that it finds, also one that looks like an identifier")
    func queries() async throws {
        let machine = try await machine()

        try await machine.done("play", "--no-wait", "artist:ferry")
        #expect(try await machine.json("queue")["total"] == 3)
        let added = try await machine.oncue("queue", "add", "album:postcards", "sort:title")
        #expect(added.errors == "Added 4 tracks found by album:postcards sort:title to the queue (4–7 of 7)\n")
        try await machine.done("undo")
        #expect(try await machine.json("queue")["total"] == 3)
        try await machine.done("playlist", "create", "Morning")
        let list = try await machine.oncue("playlist", "add", "Morning", "artist:ferry OR artist:valve")
        #expect(list.errors == "Added 7 tracks found by artist:ferry OR artist:valve to \"Morning\"\n")
        let none = try await machine.oncue("play", "genre:polka")
        #expect(none.status == 3)
        #expect(none.errors.hasPrefix("oncue: nothing matches genre:polka"))
    }

    @Test("Words work wherever a place is taken")
    func words() async throws {
        let machine = try await machine()

        for words in [["favourite"], ["dislike"], ["played"], ["pin"], ["forget", "--yes"]] {
            #expect(try await machine.oncue(words + ["Little Gears"]).status == 0, "\(words)")
        }
        #expect(try await machine.oncue("history", "--item", "Little Gears").status == 0)
        #expect(try await machine.done("browse", "night crossing").contains("Harbour Lights"))
        #expect(try await machine.done("browse", "artist:ferry").contains("Harbour Lights"))
    }

    @Test("Titles that lead nowhere play nothing, and the queue stays")
    func wrongTitles() async throws {
        let machine = try await machine()
        try await machine.done("play", "--no-wait", "Albums/Night Crossing")

        let wrong = try await machine.oncue("play", "Artists/Night Crossing")

        #expect(wrong.status == 3)
        #expect(wrong.errors.contains("did you mean \"Albums/Night Crossing\"?"))
        let typo = try await machine.oncue("play", "Valve & Feather/Little Gearz")
        #expect(typo.status == 3)
        #expect(
            typo.errors == "oncue: nothing in the library matches \"Valve & Feather/Little Gearz\"; "
                + "did you mean \"Tracks/Little Gears\"?\n")
        #expect(try await machine.json("queue")["total"] == 3)
    }

    @Test("An index path that was shown works after a change that leaves its item where it is")
    func shownPath() async throws {
        let machine = try await machine()
        try await machine.done("browse", "Albums")
        try machine.writeMusic("zz.wav")
        try await machine.done("library", "add", "music")

        try await machine.done("play", "--no-wait", "/1/1/1")

        #expect(try await machine.json("queue")["context"]?["title"] == "Night Crossing")
    }
}
