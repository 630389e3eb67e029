// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    /// Counts the web sockets that the page opens from here on, as `window.opened`.
    private static let countSockets = """
        window.opened = 0;
        window.WebSocket = class extends WebSocket {
          constructor(...words) { super(...words); window.opened += 1; }
        };
        """
    /// Lets the page be hidden for a time, as a phone that sleeps is.
    private static let sleep = """
        const real = Date.now, hide = (isHidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
          document.dispatchEvent(new Event("visibilitychange"));
        };
        hide(true);
        Date.now = () => real() + arguments[0] * 1000;
        hide(false);
        """

    @Test(
        "A phone that slept for long connects anew, since its socket may be dead; after a glance elsewhere it does not")
    func sleeping() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.script(Self.countSockets)

        try await browser.script(Self.sleep, 5)
        #expect(try await browser.script("return window.opened") == 0)
        try await browser.script(Self.sleep, 60)

        #expect(try await browser.script("return window.opened") == 1)
        try await browser.waitUntilShown()
        try await stage.machine.done("next")
        try await browser.waitForText("Open Water", in: "#now-title")
        #expect(try await browser.script("return window.opened") == 1)
    }

    @Test("A request without an answer is reason enough to connect anew")
    func doubt() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.script(Self.countSockets)
        try await browser.command("Network.enable")
        try await browser.command("Network.setBlockedURLs", ["urls": ["*/api/1/playback/*"]])

        try await browser.click(".stage [data-do=toggle]")

        try await browser.waitForMessage("does not answer")
        try await browser.wait("another socket", until: "window.opened === 1")
        try await browser.command("Network.setBlockedURLs", ["urls": []])
        try await stage.machine.done("next")
        try await browser.waitForText("Open Water", in: "#now-title")
    }

    @Test("When the network is back, a page that was never hidden connects anew, too")
    func online() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.script(Self.countSockets)

        try await browser.script("dispatchEvent(new Event('online'))")

        #expect(try await browser.script("return window.opened") == 1)
        try await stage.machine.done("next")
        try await browser.waitForText("Open Water", in: "#now-title")
    }

    // After three seconds without an answer the page says that there is none.
    @Test(
        "A page that comes back to a server that knows nothing yet does not say that nothing is running", .steadyMachine
    )
    func firstWord() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.script(
            """
            window.seen = [];
            new MutationObserver(() => window.seen.push(document.querySelector("#now-title").textContent))
              .observe(document.querySelector("#now-title"), { subtree: true, childList: true, characterData: true });
            """)

        try await stage.killServer()
        try await browser.wait("it is said", until: "!document.querySelector('#banner').hidden")
        try await stage.machine.done("next")
        try await stage.startServer()

        try await browser.waitForText("Open Water", in: "#now-title")
        #expect(try await browser.script("return window.seen") == ["Open Water"])
    }

    @Test("While the service is away the page says so, and Play starts it")
    func away() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        try await stage.daemon.end()

        try await browser.wait("it is said", until: "!document.querySelector('#banner').hidden")
        #expect(try await browser.text("#banner") == "OnCue is not running; press Play to start it")
        #expect(try await browser.text("#now-title") == "OnCue is not running")
        try await browser.click(".stage [data-do=toggle]")

        try await browser.waitForText("Casting Off", in: "#now-title")
        try await stage.machine.waitForNow("it plays") { $0["status"] == "playing" }
        try await browser.wait("nothing is said", until: "document.querySelector('#banner').hidden")
        #expect(try await browser.complaints() == [])
    }

    // After three seconds without an answer the page says that there is none.
    @Test(
        "A page that finds the service running starts no other with what it reads at first", .steadyMachine)
    func firstReads() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await WebBrowser()
        let note = """
            window.requested = { starting: [], others: [] };
            const real = window.fetch;
            window.fetch = (address, options) => {
              const isOther = options?.headers?.["OnCue-Start"] === "no";
              window.requested[isOther ? "others" : "starting"].push(address.replace(/^.*\\/api\\/1\\//, ""));
              return real(address, options);
            };
            """
        try await browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(note)])

        try await browser.open(try await stage.pairingAddress())
        try await browser.waitUntilShown()
        try await browser.wait("it reads", until: "window.requested.others.includes('lyrics')")

        let starting = try await browser.script("return window.requested.starting").arrayValue ?? []
        #expect(starting.compactMap(\.stringValue).filter { !["pair", "session"].contains($0) } == [])
    }

    @Test("A code is kept until the server answers, and pairs then")
    func keptCode() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await WebBrowser()
        try await browser.command("Network.enable")
        try await browser.command("Network.setBlockedURLs", ["urls": ["*/api/1/session"]])
        try await browser.open(try await stage.pairingAddress())
        try await browser.wait("it is said", until: "!document.querySelector('#banner').hidden")
        #expect(try await browser.script("return location.hash") == "")

        try await browser.command("Network.setBlockedURLs", ["urls": []])

        try await browser.waitUntilShown()
        #expect(try await stage.run("state")["devices"]?.arrayValue?.count == 1)
    }

    @Test("A list that cannot be read is tried again, and says so once")
    func failingList() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await browser.script(
            """
            const real = window.fetch;
            window.asked = 0;
            window.isBroken = true;
            window.fetch = (path, options) => {
              if (!path.startsWith("/api/1/queue") || !window.isBroken) return real(path, options);
              window.asked += 1;
              return Promise.resolve(new Response("{}", { status: 500 }));
            };
            location.hash = "#queue";
            """)
        try await browser.pointAtMessage("answered with status 500")
        try await browser.click("#notices [aria-label='Dismiss the message']")
        let asked = try await browser.script("return window.asked").intValue ?? 0

        try await browser.wait("it is tried twice more", until: "window.asked >= \(asked + 2)")

        #expect(try await browser.text("#notices") == "")
        try await browser.script("window.isBroken = false")
        try await browser.waitForRows("Casting Off", "Open Water", "Harbour Lights", in: "#queue-list")
    }
}
