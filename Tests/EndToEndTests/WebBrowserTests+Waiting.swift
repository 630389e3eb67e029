// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    @Test("An alarm is made of something in the library, switched off and on, and removed")
    func alarms() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#library/section%3Aalbums")
        try await browser.waitForText("Night Crossing", in: "#library-list")
        try await browser.wait("it is read", until: WebBrowserChecks.isRead)
        try await browser.click("#library-list [data-part=more]")
        try await browser.click("#sheet button", having: "Wake me with it")

        try await browser.waitForText("Once, with “", in: "#alarm-how")
        try await browser.script("document.querySelector('#alarm-time').value = '06:30'")
        try await browser.click("#alarm-days button", having: "Mon")
        try await browser.click("#alarm-days button", having: "Fri")
        try await browser.waitForText("Mon, Fri, with “", in: "#alarm-how")
        try await browser.click("#alarm-form .filled")

        try await browser.waitForText("Mon, Fri, in", in: "#alarms-list")
        let alarm = try await stage.machine.json("alarm")["items"]?[0]
        #expect(alarm?["on"] == true && alarm?["item"] != .null)
        try await browser.click("#alarms-list [role=switch]")
        try await browser.wait(
            "it is off", until: "document.querySelector('#alarms-list [role=switch]').ariaChecked === 'false'")
        try await waitUntil("it is off") { try await stage.machine.json("alarm")["items"]?[0]?["on"] == false }
        try await browser.click("#alarms-list [role=switch]")
        try await waitUntil("it is on") { try await stage.machine.json("alarm")["items"]?[0]?["on"] == true }
        // What is done elsewhere is on the page by itself.
        try await stage.machine.done("alarm", "off", "1")
        try await browser.waitForText("Mon, Fri, off", in: "#alarms-list")
        try await browser.click("#alarms-list [aria-label^='Remove the alarm']")
        try await browser.waitForText("No alarms", in: "#alarms-list")
        #expect(try await browser.complaints() == [])
    }

    @Test("A reminder of what is playing is made, comes with its occasion, and is done")
    func reminders() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser("/#alarms")
        try await browser.click("#remind-now")
        try await browser.click("#sheet button", having: "When headphones connect")
        try await browser.waitForMessage("You will be reminded of “Casting Off” when headphones connect")
        try await browser.waitForText("Casting Off", in: "#reminders-list")

        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")

        try await browser.waitForText("Since ", in: "#reminders-list")
        try await browser.click("#reminders-list button", having: "Done")
        try await browser.waitForText("No reminders", in: "#reminders-list")
        #expect(try await browser.complaints() == [])
    }
}
