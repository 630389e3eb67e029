// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    @Test("In a list with albums, the track that is pressed is the one that plays, with what follows it")
    func mixedList() async throws {
        let stage = try await WebBrowserStage()
        for place in [
            "Albums/Night Crossing", "Albums/Postcards from the Workbench/Little Gears",
            "Albums/Postcards from the Workbench/Solder and Tea",
        ] {
            try await stage.machine.done("favourite", place)
        }
        let browser = try await stage.browser("/#library/list%3Afavourites")
        try await browser.waitForRows("Little Gears", "Night Crossing", "Solder and Tea", in: "#library-list")

        try await browser.click("#library-list button", having: "Solder and Tea")
        try await stage.machine.waitForNow("it plays") {
            $0["title"] == "Solder and Tea" && $0["queueLength"] == 1
        }
        try await browser.click("#library-list button", having: "Little Gears")

        try await stage.machine.waitForNow("it plays, with the others") {
            $0["title"] == "Little Gears" && $0["queueLength"] == 5
        }
    }

    @Test("In a list that listening has changed, the row that is shown plays; opened again, it is the list of now")
    func changedList() async throws {
        let stage = try await WebBrowserStage()
        let album = "Albums/Kitchen Table Sessions/"
        for title in ["Kettle Song", "Two Chairs", "Rain on the Skylight"] {
            try await stage.machine.done("played", album + title)
        }
        let browser = try await stage.browser("/#library/list%3Arecently-played")
        try await browser.wait("it is read", until: "document.querySelectorAll('#library-list li b').length >= 3")
        let shown = try await browser.script(
            "return [...document.querySelectorAll('#library-list li b')].map((b) => b.innerText)")
        let titles = shown.arrayValue?.compactMap(\.stringValue) ?? []
        try #require(titles.count == 3, "\(titles)")
        func now() async throws -> [String] {
            let items = try await stage.machine.json("browse", "For You/Recently Played")["items"]?.arrayValue ?? []
            return items.compactMap { $0["title"]?.stringValue }
        }
        // Times are kept to the second.
        try await waitUntil("the last one is the first") {
            try await stage.machine.done("played", album + titles[2])
            return try await now().first == titles[2]
        }

        try await browser.click("#library-list button", having: titles[1])

        try await stage.machine.waitForNow("it plays") { $0["title"]?.stringValue == titles[1] }
        try await browser.script("location.hash = '#queue'")
        try await browser.wait("the queue is shown", until: "document.querySelector('#queue-list li b')")
        try await browser.script("location.hash = '#library/list%3Arecently-played'")
        try await browser.wait(
            "the list is read again",
            until: "document.querySelector('#library-list li b').innerText === '\(titles[2])'")
    }

    @Test("A track of a playlist plays in it; one that somebody has taken out of it meanwhile makes no other one play")
    func changedPlaylist() async throws {
        let stage = try await WebBrowserStage()
        try await stage.machine.done("playlist", "create", "Trip")
        try await stage.machine.done("playlist", "add", "Trip", "Albums/Night Crossing")
        let browser = try await stage.browser("/#library/section%3Aplaylists", width: 1280, height: 800)
        try await browser.click("#library-list button", having: "Trip")
        try await browser.waitForRows("Casting Off", "Open Water", "Harbour Lights", in: "#library-list")

        try await browser.click("#library-list button", having: "Open Water")
        try await stage.machine.waitForNow("it plays in the playlist") {
            $0["title"] == "Open Water" && $0["queueLength"] == 3
        }
        try await browser.waitForText("Trip, 2 of 3", in: "#now-context", isHidden: true)
        try await stage.machine.done("playlist", "remove", "Trip", "1")
        try await browser.click("#library-list button", having: "Harbour Lights")

        try await stage.machine.waitForNow("it plays") { $0["title"] == "Harbour Lights" }
        #expect(try await browser.complaints() == [])
    }
}
