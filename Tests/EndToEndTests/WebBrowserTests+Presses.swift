// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
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
}
