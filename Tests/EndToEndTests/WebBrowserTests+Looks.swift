// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    private static let screens = [
        "/#now", "/#queue", "/#library", "/#suggestions", "/#sound", "/#alarms", "/lock", "/car",
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
            let tree = try await browser.command("Accessibility.getFullAXTree")
            let nodes = (tree["nodes"]?.arrayValue ?? []).filter { $0["ignored"] != true }
            func role(_ node: JSONValue) -> String { node["role"]?["value"]?.stringValue ?? "" }
            let controls = nodes.filter { WebBrowserChecks.namedRoles.contains(role($0)) }
            #expect(controls.count > 4, "\(screen)")
            let nameless = controls.filter { ($0["name"]?["value"]?.stringValue ?? "").isEmpty }.map(role)
            #expect(nameless == [], "\(screen)")
            #expect(nodes.filter { role($0) == "main" }.count == 1, "\(screen)")
            let first = nodes.filter { node in
                let level = (node["properties"]?.arrayValue ?? []).first { $0["name"] == "level" }
                return role(node) == "heading" && level?["value"]?["value"]?.intValue == 1
            }
            #expect(first.count == 1, "\(screen)")
        }
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
