// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    /// It is two seconds before ten in the evening until the page shows the time, and goes on from there.
    private static let evening = """
        const Real = Date;
        let shown = null;
        const now = () => Real.UTC(2026, 2, 4, 21, 59, 58) + (shown === null ? 0 : Real.now() - shown);
        window.Date = class extends Real {
          constructor(...words) { if (words.length) super(...words); else super(now()); }
        };
        window.times = [];
        new MutationObserver(() => {
          const time = document.querySelector("#lock-time")?.dateTime;
          if (time) shown ??= Real.now();
          if (time && time !== window.times.at(-1)) window.times.push(time);
        }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["datetime"] });
        """

    @Test("The lock screen shows time and date, and the next minute when it comes")
    func lockClock() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.evening)])

        try await stage.show("/lock", in: browser)

        try await browser.wait("it is ten", until: "document.querySelector('#lock-time').dateTime === '22:00'")
        #expect(try await browser.script("return window.times") == ["21:59", "22:00"])
        // Of twelve hours or of twenty-four, as the languages of this Chromium have it.
        #expect(["22:00", "10:00 PM"].contains(try await browser.text("#lock-time")))
        let date = try await browser.text("#lock-date")
        // With a comma or without one, as the languages of this Chromium have it.
        #expect(date.filter { $0 != "," } == "Wednesday 4 March")
        #expect(try await browser.complaints() == [])
    }

    /// Notes what the page asks of the lamp of the screen.
    private static let lamp = """
        window.lamps = [];
        const request = async (type) => {
          window.lamps.push(type);
          return { addEventListener() {}, async release() { window.lamps.push("released"); } };
        };
        Object.defineProperty(navigator, "wakeLock", { value: { request } });
        """

    @Test("The screen of the device stays on where that was chosen, in the car by itself, and not while nobody looks")
    func awake() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.lamp)])
        func waitForLamps(_ wanted: String...) async throws {
            let list = JSONValue.array(wanted.map { .string($0) }).text()
            try await browser.wait("the lamp was \(list)", until: "JSON.stringify(window.lamps) === '\(list)'")
        }
        func hide(_ isHidden: Bool) async throws {
            try await browser.script(
                """
                Object.defineProperty(document, "hidden", { configurable: true, get: () => \(isHidden) });
                document.dispatchEvent(new Event("visibilitychange"));
                """)
        }

        try await stage.show("/lock", in: browser)
        #expect(try await browser.script("return document.querySelector('#lock-awake').ariaPressed") == "false")
        try await waitForLamps()
        try await browser.click("#lock-awake")
        try await waitForLamps("screen")
        #expect(try await browser.script("return document.querySelector('#lock-awake').ariaPressed") == "true")
        try await hide(true)
        try await waitForLamps("screen", "released")
        try await hide(false)
        try await waitForLamps("screen", "released", "screen")
        // It is remembered.
        try await stage.show("/lock", in: browser)
        try await waitForLamps("screen")
        try await browser.click("#lock-awake")
        try await waitForLamps("screen", "released")

        try await stage.show("/car", in: browser)
        try await waitForLamps("screen")
        try await stage.show("/#now", in: browser)
        try await waitForLamps()
    }

    @Test("A screen is chosen in the menu, and fills the display when that is wanted")
    func fullScreen() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()

        try await browser.click("#screens-button")
        try await browser.click("#sheet button", having: "Lock screen")
        try await browser.wait("it is shown", until: "!document.querySelector('#lock').hidden")
        #expect(try await browser.script("return location.pathname") == "/lock")
        try await browser.click("#lock [data-screens]")
        try await browser.click("#sheet button", having: "Full screen")
        try await browser.wait("it fills the display", until: "document.fullscreenElement !== null")
        try await browser.click("#lock [data-screens]")
        try await browser.click("#sheet button", having: "Leave full screen")
        try await browser.wait("it does not", until: "document.fullscreenElement === null")
        #expect(try await browser.complaints() == [])
    }
}
