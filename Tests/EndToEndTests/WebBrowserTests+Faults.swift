// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    @Test("A page that is left open does not start a service that somebody has ended", arguments: [
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
        #expect(try await browser.text("#banner") == "OnCue is not running; press Play to start it")
    }
}
