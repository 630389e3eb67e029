// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    @Test(
        "A page that is left open does not start a service that somebody has ended",
        arguments: [
            "/#library", "/#alarms", "/#queue", "/#sound", "/car",
        ])
    func ended(screen: String) async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser(screen)
        try await browser.wait("it is read", until: WebBrowserChecks.isRead)
        try await stage.machine.done("quit")

        try await browser.wait("it is said", until: "!document.querySelector('#banner').hidden")
        // A phone that wakes up connects anew, and is told that there is no service.
        try await browser.script("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        // Longer than a list waits until it is read again.
        _ = try await browser.finish("setTimeout(arguments[0], 4000, true)")

        #expect(!stage.machine.processes.contains { $0.name == "oncued" })
        try await browser.waitForText("OnCue is not running; press Play to start it", in: "#banner")
    }

    @Test("What is scrolled to stays in view when more is read and when others change the list, wherever the focus is")
    func scrolledAway() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#queue")
        try await stage.fillQueue(in: browser)
        try await browser.waitForText("1,", in: "#queue-about")
        try await browser.wait("it is read", until: "document.querySelectorAll('#queue-list li b').length > 8")
        try await browser.script("document.querySelector('#queue-list [data-part=more]').focus()")

        try await browser.script("document.querySelector('#queue-list').scrollTop = 40000")
        let isRead = """
            document.querySelectorAll("#queue-list li b").length > 8 && !document.querySelector(".waiting")
              && document.querySelector('#queue-list li[aria-posinset="630"] b')
            """
        try await browser.wait("that part is read", until: isRead)
        #expect(try await browser.script("return document.querySelector('#queue-list').scrollTop") == 40_000)
        // Another track begins, and somebody adds something.
        try await stage.machine.done("next")
        try await stage.machine.done("queue", "add", "Albums/Night Crossing")
        try await browser.waitForText("playing number 2", in: "#queue-about")
        try await browser.wait("that part is read", until: isRead)
        let total = try #require(try await stage.machine.json("queue")["total"]?.intValue)
        try await browser.wait(
            "it is one of \(total)",
            until: "document.querySelector('#queue-list li[aria-posinset=\"630\"]').ariaSetSize === '\(total)'")

        #expect(try await browser.script("return document.querySelector('#queue-list').scrollTop") == 40_000)
        #expect(try await browser.script("return document.activeElement.closest('li').ariaPosInSet") == "1")
    }

    @Test("A row that is dragged by a finger beyond the edge moves there, and the queue goes on as before")
    func farDrag() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#queue")
        try await stage.fillQueue(in: browser)
        try await browser.wait("it is read", until: "document.querySelectorAll('#queue-list li b').length > 8")
        let places = """
            const done = arguments[0];
            fetch("/api/1/queue?limit=200").then((answer) => answer.json())
              .then(({ entries }) => done(entries.map(({ entry }) => entry)));
            """
        let moved = try #require(try await browser.finish(places)[1]?.intValue)

        let grip = "document.querySelector('#queue-list li:nth-child(2) .grip')"
        let place = try await browser.script(
            """
            const place = \(grip).getBoundingClientRect(), list = document.querySelector("#queue-list").getBoundingClientRect();
            return [place.x + place.width / 2, place.y + place.height / 2, list.bottom - 10];
            """)
        let (x, y) = (place[0]?.doubleValue ?? 0, place[1]?.doubleValue ?? 0)
        func touch(_ kind: String, _ y: Double?) async throws {
            let points: [JSONValue] = y.map { [["x": .double(x), "y": .double($0)]] } ?? []
            try await browser.command(
                "Input.dispatchTouchEvent", ["type": .string(kind), "touchPoints": .array(points)])
        }
        try await touch("touchStart", y)
        let bottom = place[2]?.doubleValue ?? 0
        for step in 1...8 { try await touch("touchMove", y + (bottom - y) * Double(step) / 8) }
        try await browser.wait(
            "it scrolls", within: .seconds(55), until: "document.querySelector('#queue-list').scrollTop > 1500")
        #expect(try await browser.script("return document.querySelectorAll('#queue-list .lifted').length") == 1)
        // Away from the edge it does not scroll, so what is there is read.
        try await touch("touchMove", (y + bottom) / 2)
        try await browser.wait("it is read", until: "!document.querySelector('#queue-list .waiting')")
        try await touch("touchEnd", nil)

        try await waitUntil("it was moved") {
            let entries = try await browser.finish(places).arrayValue ?? []
            return entries.firstIndex { $0.intValue == moved } ?? 0 > 15
        }
        try await browser.script("document.querySelector('#queue-list').scrollTop = 0")
        try await stage.machine.done("queue", "clear")
        try await browser.waitForText("Empty", in: "#queue-about")
    }

    @Test("By keyboard the second alarm is switched off and on again, and the first stays as it is")
    func secondSwitch() async throws {
        let stage = try await WebBrowserStage()
        for time in ["9h", "11h"] { try await stage.machine.done("alarm", "add", time) }
        let browser = try await stage.browser("/#alarms")
        func states() async throws -> String {
            try await browser.script(
                "return [...document.querySelectorAll('#alarms-list [role=switch]')].map((one) => one.ariaChecked).join()"
            ).stringValue ?? ""
        }
        try await browser.wait(
            "both are there", until: "document.querySelectorAll('#alarms-list [role=switch]').length === 2")
        let key = try await browser.script(
            """
            const second = document.querySelectorAll("#alarms-list [role=switch]")[1];
            second.focus();
            return second.closest(".waiting-row").dataset.key;
            """)

        for wanted in ["true,false", "true,true"] {
            try await browser.press(.space)
            try await waitUntil("the service has it") {
                let alarms = try await stage.machine.json("alarm")["items"]?.arrayValue ?? []
                return alarms.count { $0["on"] == true } == (wanted.contains("false") ? 1 : 2)
            }
            try await browser.waitForText(wanted.contains("false") ? ", off" : " h ", in: "#alarms-list > :last-child")
            #expect(try await states() == wanted)
            #expect(
                try await browser.script("return document.activeElement.closest('.waiting-row').dataset.key") == key)
        }
        // Removed, its neighbour has the focus.
        try await browser.script("document.querySelectorAll('#alarms-list [data-part=remove]')[0].focus()")
        try await browser.press(.enter)
        try await browser.wait(
            "one is left", until: "document.querySelectorAll('#alarms-list [role=switch]').length === 1")
        try await browser.wait("it has the focus", until: "document.activeElement.closest('.waiting-row')")
    }

    @Test(
        "A device is named as its owner knows it",
        arguments: [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile "
                    + "Safari/537.36", "Chrome on Android"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
                    + "Safari/537.36 Edg/140.0.0.0", "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                    + "Version/18.6 Mobile/15E148 Safari/604.1", "Safari on iPhone"
            ),
        ])
    func deviceName(agent: String, name: String) async throws {
        let stage = try await WebBrowserStage()
        let browsers = [try await WebBrowser(), try await WebBrowser()]
        for (browser, wanted) in zip(browsers, [name, name + " 2"]) {
            try await browser.command("Network.setUserAgentOverride", ["userAgent": .string(agent)])
            try await browser.open(try await stage.pairingAddress())
            try await browser.waitForMessage("paired as “\(wanted)”")
        }
        let devices = try await stage.run("state")["devices"]?.arrayValue ?? []
        #expect(Set(devices.compactMap { $0["name"]?.stringValue }) == [name, name + " 2"])
    }

    @Test("What somebody else has changed since is not undone without a question")
    func othersChange() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#queue")
        try await browser.waitForRows("Casting Off", "Open Water", "Harbour Lights", in: "#queue-list")
        try await browser.script("document.querySelectorAll('#queue-list [data-part=hit]')[2].focus()")
        try await browser.press(.delete)
        try await stage.waitForTitles("Casting Off", "Open Water")
        try await browser.pointAtMessage("Removed “Harbour Lights”")
        try await stage.machine.done("queue", "add", "Albums/Night Crossing/Casting Off")

        try await browser.click(".notice button", having: "Undo")
        try await browser.waitForText("may be that of somebody else", in: "#sheet-title")
        try await stage.waitForTitles("Casting Off", "Open Water", "Casting Off")
        try await browser.click("#sheet button", having: "Undo it")

        try await browser.waitForMessage("Undone: added Casting Off")
        try await stage.waitForTitles("Casting Off", "Open Water")
    }

    @Test("A query with a mistake is asked once, however long it stands there")
    func lastingMistake() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#library")
        try await browser.wait("it is read", until: WebBrowserChecks.isRead)
        try await browser.script(
            """
            const real = window.fetch;
            window.asked = 0;
            window.fetch = (path, options) => {
              if (path.startsWith("/api/1/search")) window.asked += 1;
              return real(path, options);
            };
            location.hash = "#search/yaer%3A2020";
            """)
        try await browser.waitForText("there is no field", in: "#search-error")
        _ = try await browser.finish("setTimeout(arguments[0], 4000, true)")
        #expect(try await browser.script("return window.asked") == 1)
    }

    @Test("A volume that is dragged on a fast line is that of the end, and runs into no limit")
    func dragVolume() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.script(
            """
            const real = window.fetch;
            window.asked = 0;
            window.fetch = (path, options) => {
              if (path.startsWith("/api/1/playback/volume")) window.asked += 1;
              return real(path, options);
            };
            """)
        _ = try await browser.finish(
            """
            const slider = document.querySelector(".stage [data-volume]"), done = arguments[0];
            const set = (value) => { slider.value = value; slider.dispatchEvent(new Event("input", { bubbles: true })); };
            let step = 0;
            const timer = setInterval(() => {
              set(step % 100);
              step += 1;
              if (step < 250) return;
              clearInterval(timer);
              set(37);
              done(true);
            }, 8);
            """)
        try await stage.machine.waitForNow("it is that of the end") {
            $0["volume"] == 37
        }
        #expect(try await browser.text("#notices") == "")
        #expect(try await browser.script("return window.asked").intValue ?? 0 > 1)
    }

    @Test("After a room's slider was touched without being moved, the screen follows the sound as before")
    func touchedRoom() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.script(
            """
            const real = window.fetch;
            const rooms = [{ identifier: "kitchen", title: "Kitchen", volume: .5, connected: true, playing: true, muted: false }];
            const answers = { "/api/1/rooms": { rooms }, "/api/1/machines": { machines: [] } };
            window.fetch = (path, options) => {
              const known = Object.keys(answers).find((one) => path.startsWith(one));
              return known ? Promise.resolve(new Response(JSON.stringify(answers[known]))) : real(path, options);
            };
            location.hash = "#sound";
            """)
        try await browser.waitForText("Kitchen", in: "#sound-list")
        try await browser.waitForText("Pauses playback after a time", in: "#sound-list")

        // In its middle, where the knob is.
        try await browser.click("#sound-list [aria-label='Volume of Kitchen']")
        try await stage.machine.done("sleep", "45m")

        try await browser.waitForText("Pauses in 45 minutes", in: "#sound-list")
    }

    @Test("In the car, what is cut of the first list is counted, too")
    func firstCarList() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.script(
            """
            const real = window.fetch;
            const names = ["list:continue-listening", "section:playlists", "section:podcasts", "section:radio", "list:recently-added",
              "list:recently-played", "list:most-played", "section:albums"];
            const items = names.map((identifier) => ({ identifier, title: identifier, container: true, childCount: 3 }));
            window.fetch = (path, options) => path.startsWith("/api/1/content?item=section%3Alibrary")
              ? Promise.resolve(new Response(JSON.stringify({ items, total: items.length }))) : real(path, options);
            history.pushState({}, "", "/car");
            dispatchEvent(new PopStateEvent("popstate"));
            """)
        try await browser.wait("six rows", until: "document.querySelectorAll('#car-list button').length === 6")
        #expect(try await browser.text("#car-cut").hasPrefix("6 of 9"))
    }

    @Test("Enter in the field of the search leads to what was found, and a menu is left by its own button")
    func searchFocus() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#library")
        try await browser.wait("it is read", until: WebBrowserChecks.isRead)
        try await browser.click("#search-words")
        try await browser.type("title:gears")
        try await browser.press(.enter)
        try await browser.wait(
            "the match has the focus", until: "document.activeElement.innerText.includes('Little Gears')")

        try await browser.click("#library-list [data-part=more]")
        try await browser.wait("it is open", until: "document.querySelector('#sheet').open")
        try await browser.click("#sheet button", having: "Cancel")
        try await browser.wait("it is closed", until: "!document.querySelector('#sheet').open")
    }
}

extension WebBrowserStage {
    /// Adds more than a thousand entries to the queue, as the page does.
    func fillQueue(in browser: WebBrowser) async throws {
        let add = """
            const done = arguments[0], body = JSON.stringify({ places: Array(100).fill("section:albums") });
            const headers = { "Content-Type": "application/json" };
            fetch("/api/1/queue/add", { method: "POST", headers, body }).then(({ status }) => done(status));
            """
        guard try await browser.finish(add) == 200 else { throw SupportError("the queue is not filled") }
    }
}
