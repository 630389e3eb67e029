// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    @Test("Two people change the queue at once, and both changes are there on both pages")
    func twoPeople() async throws {
        let stage = try await WebBrowserStage()
        try await stage.machine.done("queue", "add", "Albums/Kitchen Table Sessions")
        let one = try await stage.browser("/#queue")
        let other = try await stage.browser("/#queue")
        for browser in [one, other] {
            try await browser.wait("seven rows", until: "document.querySelectorAll('#queue-list li b').length === 7")
        }

        for (browser, row) in [(one, 1), (other, 4)] {
            try await browser.script("document.querySelectorAll('#queue-list [data-part=hit]')[\(row)].focus()")
        }
        async let removal: Void = one.press(.delete)
        async let move: Void = other.press(.up, alt: true)
        _ = try await (removal, move)

        let wanted = [
            "Casting Off", "Harbour Lights", "Café, Half Past Four", "Kettle Song", "Two Chairs",
            "Rain on the Skylight",
        ]
        var seen: [String] = []
        try await waitUntil("the queue is \(wanted), not \(seen)") {
            seen = try await stage.titles()
            return seen == wanted
        }
        for browser in [one, other] {
            try await browser.waitForRows(
                wanted[0], wanted[1], wanted[2], wanted[3], wanted[4], wanted[5], in: "#queue-list")
        }
    }

    @Test("A row is dragged to another place, and undone")
    func dragging() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#queue")
        try await browser.waitForRows("Casting Off", "Open Water", "Harbour Lights", in: "#queue-list")

        try await browser.drag("#queue-list li:nth-child(3) .grip", by: -128)
        try await stage.waitForTitles("Harbour Lights", "Casting Off", "Open Water")
        try await browser.waitForRows("Harbour Lights", "Casting Off", "Open Water", in: "#queue-list")
        #expect(try await browser.script("return document.querySelector('#sheet').open") == false)
        try await browser.click("#queue-undo")

        try await stage.waitForTitles("Casting Off", "Open Water", "Harbour Lights")
        try await browser.waitForRows("Casting Off", "Open Water", "Harbour Lights", in: "#queue-list")
    }

    @Test("A queue of thousands is in the page only where it is seen, and its end is one key away")
    func longQueue() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#queue")
        let add = """
            const done = arguments[0], body = JSON.stringify({ places: Array(100).fill("section:albums") });
            const headers = { "Content-Type": "application/json" };
            fetch("/api/1/queue/add", { method: "POST", headers, body }).then(({ status }) => done(status));
            """
        for _ in 0..<2 { #expect(try await browser.finish(add) == 200) }
        try await stage.machine.done("queue", "add", "Albums/Night Crossing")
        let total = try await stage.machine.json("now")["queueLength"]?.intValue ?? 0
        try #require(total > 2_000)

        try await browser.waitForText("2,", in: "#queue-about")
        try await browser.wait("it is read", until: "document.querySelectorAll('#queue-list li b').length > 8")
        try await browser.script("document.querySelector('#queue-list [data-part=hit]').focus()")
        try await browser.press(.end)

        let last = "document.activeElement.closest('li')"
        try await browser.wait("the last row has the focus", until: "\(last).ariaPosInSet === '\(total)'")
        try await browser.wait("and is read", until: "\(last).innerText.includes('Harbour Lights')")
        let rows = try await browser.script("return document.querySelectorAll('#queue-list li').length").intValue ?? 0
        #expect(rows < 60)
    }

    @Test(
        "By keyboard alone: to the queue, through it, a move, a removal and its undoing, to a row's menu and out again")
    func keyboard() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/", width: 1280, height: 800)

        try await browser.tab(to: "document.activeElement.hash === '#queue'")
        try await browser.press(.enter)
        try await browser.waitForRows("Casting Off", "Open Water", "Harbour Lights", in: "#queue-list")
        try await browser.tab(to: "document.activeElement.dataset.part === 'hit'")
        try await browser.press(.down, .down)
        try await browser.wait("the third", until: "document.activeElement.innerText.includes('Harbour Lights')")
        try await browser.press(.up, alt: true)
        try await stage.waitForTitles("Casting Off", "Harbour Lights", "Open Water")
        try await browser.wait("it keeps the focus", until: "document.activeElement.closest('li').ariaPosInSet === '2'")
        #expect(try await browser.text("#announcer") == "Harbour Lights: number 2 of 3")
        try await browser.press(.delete)
        try await stage.waitForTitles("Casting Off", "Open Water")
        try await browser.waitForRows("Casting Off", "Open Water", in: "#queue-list")
        try await browser.wait("its neighbour has it", until: "document.activeElement.innerText.includes('Open Water')")
        try await browser.tab(to: "document.activeElement.id === 'queue-undo'", shift: true)
        try await browser.press(.space)
        try await stage.waitForTitles("Casting Off", "Harbour Lights", "Open Water")

        try await browser.tab(to: "document.activeElement.dataset.part === 'more'")
        try await browser.press(.enter)
        try await browser.wait("the menu has it", until: "document.activeElement.closest('#sheet')")
        try await browser.press(.escape)
        try await browser.wait("the row again", until: "document.activeElement.dataset.part === 'more'")
        try await browser.tab(to: "document.activeElement.matches('.bar [data-do=toggle]')")
        try await browser.press(.space)
        try await stage.machine.waitForNow("it plays") { $0["status"] == "playing" }
    }
}

extension WebBrowser {
    /// Presses the Tab key until something has the focus, which must be visible on the way.
    func tab(to condition: String, shift: Bool = false) async throws {
        for _ in 0..<40 {
            try await press(.tab, shift: shift)
            let isSeen = """
                const element = document.activeElement, style = getComputedStyle(element);
                if (element === document.body) return true;
                const place = element.getBoundingClientRect();
                return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && place.width > 0
                  || Boolean(element.closest(".search"));
                """
            guard try await script(isSeen) == true else {
                throw SupportError(
                    "no focus is seen on \(try await script("return document.activeElement.outerHTML").text())")
            }
            if try await script("return Boolean(\(condition))") == true { return }
        }
        throw SupportError("the Tab key does not lead to \(condition)")
    }
}
