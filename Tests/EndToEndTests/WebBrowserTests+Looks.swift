// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    private static let screens = [
        "/#now", "/#queue", "/#library", "/#suggestions", "/#sound", "/#alarms", "/lock", "/car",
    ]
    /// Sheets, each with its screen and the button that opens it.
    private static let sheets = [
        ("/#now", "#screens-button"), ("/#now", "#now-rate"), ("/#now", "#now-sleep"),
        ("/#queue", "#queue-list [data-part=more]"), ("/#library/section%3Aalbums", "#library-list [data-part=more]"),
        ("/#alarms", "#remind-now"), ("/lock", "#lock [data-screens]"), ("/car", "#car-back"),
    ]
    private static let sizes = [(320, 568), (390, 844), (844, 390), (1024, 600), (1920, 1080), (3840, 2160)]

    @Test("From 320 pixels to 4K nothing is wider than the screen, and every control is large enough for a finger")
    func sizes() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")

        for screen in Self.screens {
            try await stage.show(screen, in: browser)
            for (width, height) in Self.sizes {
                try await browser.resize(width, height)
                let wide = try await browser.script(WebBrowserChecks.sticksOut)
                #expect(wide == [], "\(screen) \(width)x\(height): \(wide.text())")
                let small = try await browser.script(WebBrowserChecks.smallerThan, screen == "/car" ? 76 : 44)
                #expect(small == [], "\(screen) \(width)x\(height): \(small.text())")
            }
        }
    }

    @Test("The screen that asks for a code, and every menu, fits any screen, and a finger finds its buttons")
    func sheetSizes() async throws {
        let stage = try await WebBrowserStage()
        let stranger = try await WebBrowser()
        try await stranger.open(stage.address)
        try await stranger.wait("the page asks for a code", until: "!document.querySelector('#pairing').hidden")
        let browser = try await stage.browser()

        func look(_ browser: WebBrowser, _ what: String, least: Int) async throws {
            for (width, height) in Self.sizes {
                try await browser.resize(width, height)
                let wide = try await browser.script(WebBrowserChecks.sticksOut)
                #expect(wide == [], "\(what) \(width)x\(height): \(wide.text())")
                let small = try await browser.script(WebBrowserChecks.smallerThan, .int(least))
                #expect(small == [], "\(what) \(width)x\(height): \(small.text())")
            }
        }
        try await look(stranger, "pairing", least: 44)
        for (screen, button) in Self.sheets {
            try await browser.resize(390, 844)
            try await stage.open(screen, button, in: browser)
            try await look(browser, "\(screen) \(button)", least: screen == "/car" ? 76 : 44)
        }
    }

    @Test(
        "Light and dark, the screen that asks for a code and every menu can be read, and each control has a name",
        arguments: [false, true])
    func sheetContrast(isDark: Bool) async throws {
        let stage = try await WebBrowserStage()
        let stranger = try await WebBrowser()
        try await stranger.prefer(dark: isDark, reducedMotion: true)
        try await stranger.open(stage.address)
        try await stranger.wait("the page asks for a code", until: "!document.querySelector('#pairing').hidden")
        let browser = try await stage.browser()
        try await browser.prefer(dark: isDark, reducedMotion: true)

        func look(_ browser: WebBrowser, _ what: String) async throws {
            let faint = try await browser.script(WebBrowserChecks.faint)
            #expect(faint == [], "\(what): \(faint.text())")
            let nodes = try await browser.nodes()
            let controls = nodes.filter { WebBrowserChecks.namedRoles.contains($0.role) }
            #expect(controls.count > 2, "\(what)")
            #expect(controls.filter(\.name.isEmpty).map(\.role) == [], "\(what)")
        }
        // What is wrong with a code is said below it.
        _ = try await stage.pairingAddress()
        try await stranger.click("#pairing-code")
        try await stranger.type("AAAAA-AAAAA")
        try await stranger.press(.enter)
        try await stranger.wait("it is refused", until: "document.querySelector('#pairing-error').innerText.length > 9")
        try await look(stranger, "pairing")
        for (screen, button) in Self.sheets {
            try await stage.open(screen, button, in: browser)
            try await look(browser, "\(screen) \(button)")
            #expect(try await browser.nodes().contains { $0.role == "dialog" && !$0.name.isEmpty }, "\(screen)")
        }
    }

    @Test("Light and dark, every text stands out from its ground as WCAG asks", arguments: [false, true])
    func contrast(isDark: Bool) async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser(width: 1280, height: 800)
        try await browser.prefer(dark: isDark, reducedMotion: true)
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")

        for screen in Self.screens {
            try await stage.show(screen, in: browser)
            try await browser.wait("it is read", until: WebBrowserChecks.isRead)
            for (width, height) in [(390, 844), (1280, 800)] {
                try await browser.resize(width, height)
                let faint = try await browser.script(WebBrowserChecks.faint)
                #expect(faint == [], "\(screen) \(width): \(faint.text())")
            }
        }
        let ground = try await browser.script("return getComputedStyle(document.body).backgroundColor")
        #expect(ground == (isDark ? "rgb(14, 22, 32)" : "rgb(246, 242, 232)"))
    }

    @Test("No control is without a name in the accessibility tree, and each screen has one heading of the first level")
    func names() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser(width: 1280, height: 800)
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")

        for screen in Self.screens {
            try await stage.show(screen, in: browser)
            try await browser.wait("it is read", until: WebBrowserChecks.isRead)
            let nodes = try await browser.nodes()
            let controls = nodes.filter { WebBrowserChecks.namedRoles.contains($0.role) }
            #expect(controls.count > 4, "\(screen)")
            #expect(controls.filter(\.name.isEmpty).map(\.role) == [], "\(screen)")
            #expect(nodes.count { $0.role == "main" } == 1, "\(screen)")
            #expect(nodes.count { $0.role == "heading" && $0.level == 1 } == 1, "\(screen)")
        }
    }

    @Test("A page that is still connecting says so, and has a name for every control", arguments: screens)
    func connecting(screen: String) async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser(width: 1280, height: 800)
        let neverOpened = "window.WebSocket = class { close() {} }"
        try await browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(neverOpened)])

        try await browser.open("about:blank")
        try await browser.open(stage.address + screen)
        try await browser.wait(
            "it is shown", until: "['remote', 'lock', 'car'].some((name) => !document.getElementById(name).hidden)")

        let nodes = try await browser.nodes()
        #expect(nodes.contains { $0.name == "Connecting" })
        let controls = nodes.filter { WebBrowserChecks.namedRoles.contains($0.role) }
        #expect(controls.filter(\.name.isEmpty).map(\.role) == [])
        #expect(nodes.count { $0.role == "heading" && $0.level == 1 && !$0.name.isEmpty } == 1)
    }

    @Test("The page asks only its own server, weighs less than 100 kB, and complains of nothing")
    func weight() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser(recordsTraffic: true)
        try await browser.command("Network.setCacheDisabled", ["cacheDisabled": true])
        _ = try await browser.traffic()

        try await stage.show("/#now", in: browser)

        var names: [String: String] = [:]
        var weight = 0.0
        for (method, values) in try await browser.traffic() {
            let request = values["requestId"]?.stringValue ?? ""
            switch method {
            case "Network.requestWillBeSent", "Network.webSocketCreated":
                let name = values["request"]?["url"]?.stringValue ?? values["url"]?.stringValue ?? ""
                names[request] = name
            case "Network.loadingFinished" where names[request]?.contains("/api/") == false:
                weight += values["encodedDataLength"]?.doubleValue ?? 0
            default: break
            }
        }
        let own = [stage.address, stage.address.replacing("http", with: "ws"), "about:", "data:"]
        let foreign = names.values.filter { name in !own.contains { name.hasPrefix($0) } }
        #expect(foreign.isEmpty)
        #expect(
            names.values.contains { $0.hasSuffix("/page.css") } && names.values.contains { $0.hasSuffix("/page.js") })
        #expect(weight > 10_000 && weight < 100_000, "\(weight) bytes")
        // Browsers offer to keep it on the home screen.
        let manifest = try await browser.command("Page.getAppManifest")
        #expect(manifest["url"]?.stringValue == stage.address + "/manifest.webmanifest")
        #expect(manifest["errors"] == [])
        let faults = try await browser.command("Page.getInstallabilityErrors")["installabilityErrors"]
        #expect(faults == [], "\(faults?.text() ?? "")")
        #expect(try await browser.complaints() == [])
    }

    @Test("In the car at most six rows are shown, nothing scrolls or is typed, and what is cut is counted")
    func car() async throws {
        let stage = try await WebBrowserStage()
        try await stage.machine.done("playlist", "create", "Long")
        for name in "ABCDEFGH" { try await stage.machine.done("playlist", "create", "List \(name)") }
        for name in "ABCDEFGH" {
            try await stage.machine.done("playlist", "add", "List \(name)", "Albums/Night Crossing")
        }
        let browser = try await stage.browser("/car", width: 1024, height: 900)
        func rows() async throws -> Int {
            try await browser.script("return document.querySelectorAll('#car-list button').length").intValue ?? 0
        }

        try await browser.wait("rows are there", until: "document.querySelectorAll('#car-list button').length > 2")
        #expect(try await rows() <= 6)
        #expect(try await browser.script(WebBrowserChecks.scrollsOrTypes, "#car") == [])
        try await browser.click("#car-list button", having: "Playlists")
        try await browser.waitForText("List A", in: "#car-list")
        #expect(try await rows() == 6)
        try await browser.waitForText("6 of 9", in: "#car-cut")
        try await browser.resize(800, 480)
        try await browser.waitForText("4 of 9", in: "#car-cut")
        #expect(try await browser.script(WebBrowserChecks.scrollsOrTypes, "#car") == [])
        try await browser.click("#car-list button", having: "List B")

        try await stage.machine.waitForNow("it plays") { $0["status"] == "playing" && $0["queueLength"] == 3 }
        try await browser.waitForText("Casting Off", in: "#car-title")
        try await browser.click("#car [data-do=next]")
        try await browser.waitForText("Open Water", in: "#car-title")
        #expect(try await browser.complaints() == [])
    }

    @Test("Markup in a title is text, on every screen")
    func markup() async throws {
        let stage = try await WebBrowserStage()
        let title = "<img src=x onerror=document.title='caught'><b>Bold</b>"
        try stage.machine.writeMusic("\(title.replacing("/", with: "")).wav", seconds: 30)
        try await stage.machine.done("play", "music")
        try await stage.machine.done("pause")
        let browser = try await stage.browser(width: 1280, height: 800)

        for (screen, place) in [
            ("/#now", "#now-title"), ("/#queue", "#queue-list"), ("/lock", "#lock-title"), ("/car", "#car-title"),
        ] {
            try await stage.show(screen, in: browser)
            try await browser.waitForText("<img src=x onerror=document.title", in: place)
            #expect(try await browser.script("return document.querySelectorAll('img[onerror]').length") == 0)
            #expect(try await browser.script("return document.title !== 'caught'") == true)
        }
        #expect(try await browser.complaints() == [])
    }
}

extension WebBrowserStage {
    /// Opens the sheet of a button on a screen.
    fileprivate func open(_ screen: String, _ button: String, in browser: WebBrowser) async throws {
        try await show(screen, in: browser)
        try await browser.wait("it is read", until: WebBrowserChecks.isRead)
        try await browser.click(button)
        try await browser.wait("it is open", until: "document.querySelector('#sheet').open")
    }
}

extension WebBrowser {
    /// Something in the accessibility tree.
    fileprivate struct Node {
        var role: String
        var name: String
        var level: Int?
    }

    fileprivate func nodes() async throws -> [Node] {
        let tree = try await command("Accessibility.getFullAXTree")
        return (tree["nodes"]?.arrayValue ?? []).filter { $0["ignored"] != true }.map { node in
            let level = (node["properties"]?.arrayValue ?? []).first { $0["name"] == "level" }
            return Node(
                role: node["role"]?["value"]?.stringValue ?? "", name: node["name"]?["value"]?.stringValue ?? "",
                level: level?["value"]?["value"]?.intValue)
        }
    }
}
