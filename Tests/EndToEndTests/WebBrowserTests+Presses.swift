// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    /// Lets half a minute go by, after which what says how much time is left is drawn again.
    private static let halfAMinute = """
        const real = Date.now;
        Date.now = () => real() + 31_000;
        document.dispatchEvent(new Event("visibilitychange"));
        """

    @Test(
        "A button of a due reminder keeps the focus when the time left is drawn again, and is the one that is pressed")
    func dueReminder() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#alarms")
        try await browser.click("#remind-now")
        try await browser.click("#sheet button", having: "When headphones connect")
        try await browser.waitForText("Casting Off", in: "#reminders-list")
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        try await browser.waitForText("Since ", in: "#reminders-list")

        try await browser.script(
            """
            const done = [...document.querySelectorAll("#reminders-list button")].find((one) => one.innerText === "Done");
            done.dataset.isOld = "yes";
            done.focus();
            """)
        try await browser.script(Self.halfAMinute)
        try await browser.wait("it is drawn", until: "!document.querySelector('#reminders-list [data-is-old]')")
        #expect(try await browser.script("return document.activeElement.innerText") == "Done")
        try await browser.press(.enter)

        try await browser.waitForText("No reminders", in: "#reminders-list")
        #expect(try await stage.machine.json("now")["status"] == "paused")
    }

    @Test("What is drawn again under a finger is pressed all the same, in the alarms and in the car")
    func pressed() async throws {
        let stage = try await WebBrowserStage()
        try await stage.machine.done("alarm", "add", "9h")
        let browser = try await stage.browser("/#alarms")
        let button = "#alarms-list [role=switch]"
        try await browser.wait("it is there", until: "document.querySelector('\(button)')")
        var (x, y) = try await browser.middle(of: button)
        try await browser.mouse("mousePressed", x, y)
        try await browser.script(Self.halfAMinute)
        try await browser.mouse("mouseReleased", x, y)
        try await waitUntil("it is off") { try await stage.machine.json("alarm")["items"]?[0]?["on"] == false }

        try await stage.machine.done("pin", "Albums/Kitchen Table Sessions")
        try await stage.show("/car", in: browser)
        try await browser.resize(1024, 900)
        try await browser.waitForText("What suits this moment", in: "#car-list")
        (x, y) = try await browser.middle(of: "#car-list button")
        try await browser.mouse("mousePressed", x, y)
        let asked = """
            performance.getEntriesByType("resource").filter(({ name }) => name.includes("section%3Afor-you")).length
            """
        let before = try await browser.script("return \(asked)").intValue ?? 0
        // The first row is to say so.
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        try await browser.wait("it is read again", until: "\(asked) > \(before)")
        _ = try await browser.finish("setTimeout(arguments[0], 500, true)")
        try await browser.mouse("mouseReleased", x, y)
        try await browser.waitForText("For you", in: "#car-heading")
    }

    @Test("An alarm that was just switched on says nothing of its time until it is known")
    func noNumber() async throws {
        let stage = try await WebBrowserStage()
        try await stage.machine.done("alarm", "add", "9h")
        try await stage.machine.done("alarm", "off", "1")
        let browser = try await stage.browser("/#alarms")
        try await browser.waitForText(", off", in: "#alarms-list")
        try await browser.script(
            """
            window.seen = [];
            new MutationObserver(() => window.seen.push(document.querySelector("#alarms-list").innerText))
              .observe(document.querySelector("#alarms-list"), { subtree: true, childList: true, characterData: true });
            """)

        try await browser.click("#alarms-list [role=switch]")

        try await browser.wait(
            "its time is known", until: "/, in \\d+ h/.test(document.querySelector('#alarms-list').innerText)")
        #expect(try await browser.script("return window.seen.filter((text) => text.includes('NaN'))") == [])
    }

    @Test("A track that begins while a row is dragged is marked when the row is let go")
    func markAfterDrag() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#queue")
        try await browser.waitForRows("Casting Off", "Open Water", "Harbour Lights", in: "#queue-list")
        let (x, y) = try await browser.middle(of: "#queue-list li:nth-child(3) .grip")
        try await browser.mouse("mousePressed", x, y)
        for step in 1...4 { try await browser.mouse("mouseMoved", x, y - 5 * Double(step)) }
        try await browser.wait("it is lifted", until: "document.querySelector('#queue-list .lifted')")

        try await stage.machine.done("next")
        try await browser.waitForText("Open Water", in: "#bar-title")
        try await browser.mouse("mouseMoved", x, y)
        try await browser.mouse("mouseReleased", x, y)

        try await browser.wait(
            "it is marked", until: "document.querySelector('#queue-list .current b')?.innerText === 'Open Water'")
    }

    @Test("What a room is told leaves the page, and too many questions about machines are no news")
    func rooms() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser(width: 1280, height: 800)
        try await browser.script(
            """
            const real = window.fetch;
            const room = { identifier: "kitchen", title: "Kitchen", volume: .5, connected: true, playing: false, muted: false };
            window.told = [];
            window.asked = 0;
            const answer = (json, status = 200) => Promise.resolve(new Response(JSON.stringify(json), { status }));
            window.fetch = (path, options) => {
              if (path === "/api/1/rooms") return answer({ rooms: [room] });
              if (path === "/api/1/rooms/change") {
                const { room: name, ...changes } = JSON.parse(options.body);
                window.told.push([name, changes]);
                Object.assign(room, changes);
                return answer({});
              }
              if (path !== "/api/1/machines") return real(path, options);
              window.asked += 1;
              const machine = { name: "kitchen", title: "", playing: false, reachable: true };
              return window.asked === 1 ? answer({ machines: [machine] })
                : answer({ error: { code: "TooManyRequests", message: "too many commands at once" } }, 429);
            };
            location.hash = "#sound";
            """)
        try await browser.waitForText("Kitchen", in: "#sound-list")
        func waitForWord(_ change: JSONValue) async throws {
            let wanted = JSONValue.array(["kitchen", change]).text()
            try await browser.wait(
                "it is told \(wanted)", until: "window.told.some((one) => JSON.stringify(one) === '\(wanted)')")
        }

        try await browser.script("document.querySelector('#sound-list [aria-label$=\": Kitchen\"]').focus()")
        try await browser.press(.enter)
        try await waitForWord(["playing": true])
        try await browser.wait(
            "it keeps the focus, and says so",
            until: "document.activeElement.innerText === 'Plays along' && document.activeElement.ariaPressed === 'true'"
        )
        try await browser.click("#sound-list [aria-label='Mute Kitchen']")
        try await waitForWord(["muted": true])
        try await browser.script("document.querySelector('[aria-label=\"Volume of Kitchen\"]').focus()")
        try await browser.press(.up)
        try await waitForWord(["volume": 0.51])

        try await browser.click("#sound-list button", having: "Look again")
        try await browser.wait("it is asked", until: "window.asked === 2")
        try await browser.wait(
            "it was answered",
            until: "[...document.querySelectorAll('#sound-list button')].some((b) => b.innerText === 'Look again')")
        #expect(try await browser.text("#notices") == "")
    }
}
