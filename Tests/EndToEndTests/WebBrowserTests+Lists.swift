// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
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

    @Test("By keyboard alone: into the library, down to a track that plays, and back to where it began")
    func libraryKeys() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#library", width: 1280, height: 800)
        func waitForFocus(_ title: String) async throws {
            try await browser.wait(
                "\(title) has the focus",
                until: "document.activeElement.querySelector('b')?.innerText === '\(title)'")
        }
        try await browser.wait("it is read", until: WebBrowserChecks.isRead)
        try await browser.tab(to: "document.activeElement.closest('#library-list')")
        for _ in 0..<30 {
            if try await browser.script("return document.activeElement.innerText.includes('Albums')") == true { break }
            try await browser.press(.down)
        }
        try await waitForFocus("Albums")

        try await browser.press(.enter)
        try await waitForFocus("Kitchen Table Sessions")
        try await browser.press(.right)
        try await waitForFocus("Night Crossing")
        try await browser.press(.enter)
        try await waitForFocus("Casting Off")
        try await browser.press(.down)
        let hasMoved = "document.activeElement.querySelector('b')?.innerText === 'Open Water'"
        // Seen beside all other tests; the cause is not known.
        await withKnownIssue("the first press after the list has appeared has no effect", isIntermittent: true) {
            _ = try await browser.wait("the next one has the focus", within: .seconds(10), until: hasMoved)
        }
        if try await browser.script("return \(hasMoved)") != true { try await browser.press(.down) }
        try await waitForFocus("Open Water")
        try await browser.press(.enter)
        try await stage.machine.waitForNow("it plays") { $0["title"] == "Open Water" }
        try await browser.press(.backspace)
        try await waitForFocus("Night Crossing")
        try await browser.press(.backspace)
        try await waitForFocus("Albums")
        // A press of the space bar is one on the row, not one on Pause.
        #expect(try await stage.machine.json("now")["status"] == "playing")
        #expect(try await browser.complaints() == [])
    }

    @Test("By keyboard alone: the outputs without choosing one by the way, the speed, and a room that keeps the focus")
    func soundKeys() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await WebBrowserStage(sound: sound)
        let browser = try await stage.browser("/#sound", width: 1280, height: 800)
        try await browser.waitForText("Speakers", in: "#sound-list")
        let isOutput = "document.activeElement.getAttribute('role') === 'radio'"
        try await browser.tab(to: isOutput)
        let first = try await browser.script("return document.activeElement.innerText")
        try await browser.press(.down)
        try await browser.wait(
            "another one has the focus",
            until: "\(isOutput) && document.activeElement.innerText !== \(first.text())")
        let outputs = try await stage.machine.json("output")["items"]?.arrayValue ?? []
        #expect(!outputs.contains { $0["kind"] == "browser" && $0["current"] == true })

        try await browser.tab(to: "document.activeElement.innerText === '1.5×'")
        try await browser.press(.enter)
        try await stage.machine.waitForNow("it is quicker") { $0["rate"]?.doubleValue == 1.5 }
        try await browser.wait(
            "it is marked, and keeps the focus",
            until: "document.activeElement.innerText === '1.5×' && document.activeElement.ariaPressed === 'true'")
    }

    @Test("By keyboard alone in the car: into a list, to what plays, and on from there")
    func carKeys() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/car", width: 1024, height: 900)
        let rows = "[...document.querySelectorAll('#car-list button')]"
        try await browser.wait("rows are there", until: "\(rows).some((row) => row.innerText.includes('Albums'))")

        try await browser.tab(to: "document.activeElement.innerText.startsWith('Albums')")
        try await browser.press(.enter)
        try await browser.waitForText("Night Crossing", in: "#car-list")
        try await browser.wait("the first row has the focus", until: "document.activeElement === \(rows)[0]")
        try await browser.press(.enter)

        try await stage.machine.waitForNow("it plays") {
            $0["status"] == "playing" && $0["album"] == "Kitchen Table Sessions"
        }
        try await browser.waitForText("For you", in: "#car-list")
        try await browser.wait("the list goes on with it", until: "document.activeElement === \(rows)[0]")
        try await browser.tab(to: "document.activeElement.id === 'car-back'", shift: true)
        try await browser.press(.enter)
        try await browser.wait("the screens have it", until: "document.activeElement.closest('#sheet')")
        try await browser.press(.escape)
        try await browser.wait("it is given back", until: "document.activeElement.id === 'car-back'")
    }
}
