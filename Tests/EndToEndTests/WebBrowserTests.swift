// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("The page in a real browser", .timeLimit(.minutes(10)))
struct WebBrowserTests {
    @Test("The code pairs a device and leaves the address at once; a wrong one is refused; a forgotten device is told")
    func pairing() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await WebBrowser()

        try await browser.open(stage.address)
        try await browser.wait("the page asks for a code", until: "!document.querySelector('#pairing').hidden")
        _ = try await stage.pairingAddress()
        try await browser.click("#pairing-code")
        try await browser.wait("it takes a code", until: "document.activeElement.id === 'pairing-code'")
        try await browser.type("AAAAA-AAAAA")
        try await browser.wait("it is typed", until: "document.querySelector('#pairing-code').value.length >= 10")
        try await browser.press(.enter)
        try await browser.wait("it is refused", until: "document.querySelector('#pairing-error').innerText.length > 9")

        try await browser.open(try await stage.pairingAddress())
        try await browser.waitUntilShown()
        #expect(try await browser.script("return location.href") == .string(stage.address + "/"))
        #expect(try await browser.text("#now-title") == "Casting Off")
        try await browser.open(stage.address)
        try await browser.waitUntilShown()
        let devices = try await stage.run("state")["devices"]?.arrayValue ?? []
        #expect(devices.count == 1)
        #expect(devices.first?["name"] == "Chrome on Linux")

        try await stage.run("forget", "Chrome on Linux")
        try await browser.wait("the page asks for a code", until: "!document.querySelector('#pairing').hidden")
        #expect(try await browser.script("return document.querySelector('#remote').hidden") == true)
        #expect(try await browser.complaints() == [])
    }

    @Test("A code that somebody types pairs the device, whatever its case")
    func typedCode() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await WebBrowser()
        let code = try await stage.run("code")["code"]?.stringValue ?? ""

        try await browser.open(stage.address + "/lock")
        try await browser.wait("the page asks for a code", until: "!document.querySelector('#pairing').hidden")
        try await browser.type(code.lowercased())
        try await browser.press(.tab)
        try await browser.script("document.activeElement.select()")
        try await browser.type("Kitchen tablet")
        try await browser.press(.enter)

        try await browser.wait("the lock screen is shown", until: "!document.querySelector('#lock').hidden")
        let devices = try await stage.run("state")["devices"]?.arrayValue ?? []
        #expect(devices.compactMap { $0["name"]?.stringValue } == ["Kitchen tablet"])
    }

    @Test("Play, pause, seek and volume reach the daemon, and what the daemon does is on the page")
    func playback() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()

        try await browser.click(".stage [data-do=toggle]")
        try await stage.machine.waitForNow("it plays") { $0["status"] == "playing" }
        try await browser.waitForName("Pause", of: ".stage [data-do=toggle]")
        try await browser.click(".stage [data-do=toggle]")
        try await stage.machine.waitForNow("it is paused") { $0["status"] == "paused" }
        try await browser.waitForName("Play", of: ".stage [data-do=toggle]")

        try await stage.machine.done("next")
        try await browser.waitForText("Open Water", in: "#now-title")
        try await browser.wait("its cover", until: "document.querySelector('#now-cover img').naturalWidth > 0")
        try await browser.script("document.querySelector('#now-seek').focus()")
        try await browser.press(.right, .right)
        try await stage.machine.waitForNow("it was seeked") { ($0["position"]?.doubleValue ?? 0) >= 9.9 }
        try await browser.waitForText("0:1", in: "#now-position")
        let volume = try await stage.machine.json("now")["volume"]?.doubleValue ?? 0
        try await browser.script("document.querySelector('.stage [data-volume]').focus()")
        try await browser.press(.down, .down)
        try await stage.machine.waitForNow("it is softer") { ($0["volume"]?.doubleValue ?? 1) < volume - 0.01 }
        try await browser.click("#now-like")
        try await stage.machine.waitForNow("it is liked") { $0["favourite"] == true }
        #expect(try await browser.complaints() == [])
    }

    @Test("What fails is taken back on the page, and said in plain words")
    func takenBack() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.command("Network.enable")
        try await browser.command("Network.setBlockedURLs", ["urls": ["*/api/1/playback/*"]])

        try await browser.click(".stage [data-do=toggle]")

        try await browser.waitForMessage("does not answer")
        try await browser.waitForName("Play", of: ".stage [data-do=toggle]")
        #expect(try await stage.machine.json("now")["status"] == "paused")
    }

    @Test("The library opens down to a track, which plays with those after it")
    func library() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#library")

        try await browser.click("#library-list button", having: "Albums")
        try await browser.click("#library-list button", having: "Night Crossing")
        let covers = "[...document.querySelectorAll('#library-list img')].filter((image) => image.naturalWidth).length"
        try await browser.wait("the covers of three tracks", until: "\(covers) === 3")
        #expect(try await browser.text("#library-title") == "Night Crossing")
        try await browser.click("#library-list button", having: "Open Water")

        let now = try await stage.machine.waitForNow("it plays") { $0["title"] == "Open Water" }
        #expect(now["queueLength"] == 3)
        try await browser.click("#library-back")
        try await browser.waitForRows(
            "Kitchen Table Sessions", "Night Crossing", "Postcards from the Workbench", in: "#library-list")
        #expect(try await browser.complaints() == [])
    }

    @Test("A search finds by the query language, says what is wrong with a query, and its matches can be added")
    func search() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#library")

        try await browser.click("#search-words")
        try await browser.type("yaer:2020")
        try await browser.waitForText("there is no field \"yaer\"; did you mean year:?", in: "#search-error")
        try await browser.script("document.querySelector('#search-words').select()")
        try await browser.type("title:gears")
        try await browser.waitForRows("Little Gears", in: "#library-list")
        #expect(try await browser.text("#search-error") == "")
        try await browser.click("#library-list [data-part=more]")
        try await browser.click("#sheet button", having: "Play next")

        try await browser.pointAtMessage("Added “Little Gears”")
        try await stage.waitForTitles("Casting Off", "Little Gears", "Open Water", "Harbour Lights")
        try await browser.click(".notice button", having: "Undo")
        try await stage.waitForTitles("Casting Off", "Open Water", "Harbour Lights")
    }

    @Test("A suggestion is accepted on the lock screen of one device and gone from another")
    func suggestion() async throws {
        let stage = try await WebBrowserStage()
        let lock = try await stage.browser("/lock")
        let remote = try await stage.browser("/#suggestions")
        try await stage.machine.done("pin", "Albums/Kitchen Table Sessions")
        #expect(try await lock.script("return document.querySelector('#lock-offer').hidden") == true)

        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        try await lock.waitForText("WH-1000XM5 connected", in: "#lock-offer-why")
        try await lock.waitForText("You pinned this.", in: "#lock-offer-why")
        try await lock.waitForText("Kitchen Table Sessions", in: "#lock-offer-title")
        try await remote.waitForText("WH-1000XM5 connected", in: "#suggestions-about")
        #expect(try await lock.script("return document.querySelectorAll('#lock-offer button').length") == 1)
        try await lock.click("#lock-offer-play")

        try await stage.machine.waitForNow("it plays") { $0["album"] == "Kitchen Table Sessions" }
        try await lock.wait("it is gone", until: "document.querySelector('#lock-offer').hidden")
        try await lock.waitForText("Kettle Song", in: "#lock-title")
        try await remote.waitForText("For this moment", in: "#suggestions-about")
        #expect(try await lock.complaints() == [])
    }

    @Test("A page comes back by itself after its server was killed, and after the daemon was")
    func reconnecting() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()

        try await stage.killServer()
        try await browser.wait("it is said", until: "!document.querySelector('#banner').hidden")
        #expect(try await browser.text("#banner").contains("trying again"))
        try await stage.machine.done("next")
        try await stage.startServer()
        try await browser.waitForText("Open Water", in: "#now-title")
        try await browser.wait("nothing is said", until: "document.querySelector('#banner').hidden")

        try await stage.daemon.end()
        // Whoever needs the daemon starts it; the first may still get the word that the old one is gone.
        try await waitUntil("it is back") { try await stage.machine.oncue("now").status == 0 }
        try await stage.machine.done("next")
        try await browser.waitForText("Harbour Lights", in: "#now-title")
        try await browser.wait("nothing is said", until: "document.querySelector('#banner').hidden")
        try await browser.click(".stage [data-do=previous]")
        try await stage.machine.waitForNow("it went back") { $0["title"] == "Open Water" }
    }
}
