// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport

/// A browser without a window: Debian's Chromium in the form that never has one, which takes half the time of a
/// processor; driven through its driver, as WebDriver and the protocol of its developer tools say. It has its own profile
/// and resolves no name but `localhost`.
final class WebBrowser: Sendable {
    private let directory: TemporaryDirectory
    private let driver: ChildProcess
    private let port: UInt16
    private let session: String
    private let process: Int32

    /// Not the script in `/usr/bin`, which would stay between it and whoever kills it.
    private static let program = "/usr/lib/chromium/chromium-headless-shell"

    /// Notes the messages that the page shows: they go away after some seconds, and a busy machine may take longer from
    /// one question to the next. Notes the keys that reach it and the moves of its focus, too, for what is not so.
    private static let notes = """
        window.messages = [];
        window.keys = [];
        {
          const words = (element) => (element.innerText || element.id || element.nodeName || "window").slice(0, 40);
          const note = (event) => {
            const at = Math.round(performance.now());
            const index = window.keys.push(`${at} ${event.key ?? "focus"} on ${words(event.target)}`) - 1;
            if (event.key) setTimeout(() => { window.keys[index] += event.defaultPrevented ? ", taken" : ""; });
          };
          for (const kind of ["keydown", "focusin"]) addEventListener(kind, note, true);
        }
        addEventListener("DOMContentLoaded", () => {
          const shelf = document.querySelector("#notices");
          const note = () => window.messages.push(...[...shelf.children].map((one) => one.textContent));
          if (shelf) new MutationObserver(note).observe(shelf, { subtree: true, childList: true, characterData: true });
        });
        """

    /// - Parameters:
    ///   - language: What its user reads.
    ///   - recordsTraffic: What it asks of servers is recorded, for ``traffic()``.
    init(
        width: Int = 390, height: Int = 844, recordsTraffic: Bool = false, language: String = "en-GB"
    ) async throws {
        directory = try TemporaryDirectory()
        for name in ["home", "run", "tmp"] { try directory.makeDirectory(name) }
        port = try FreePort.next()
        driver = try ChildProcess(
            "chromedriver", ["--port=\(port)"],
            environment: [
                "HOME": directory.file("home"), "XDG_RUNTIME_DIR": directory.file("run"),
                "TMPDIR": directory.file("tmp"), "LC_ALL": "C.UTF-8", "TZ": "UTC",
                "DBUS_SESSION_BUS_ADDRESS": "disabled:", "DBUS_SYSTEM_BUS_ADDRESS": "disabled:",
            ])
        _ = try await driver.output.waitForLine { $0.contains("started successfully on port") }
        let words = [
            "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
            "--mute-audio", "--no-first-run", "--disable-breakpad", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--no-proxy-server", "--lang=\(language)",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
        ]
        let logs: JSONValue = recordsTraffic ? ["browser": "ALL", "performance": "ALL"] : ["browser": "ALL"]
        let options: JSONValue = ["args": .array(words.map { .string($0) }), "binary": .string(Self.program)]
        let wanted: JSONValue = ["browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": logs]
        let answer = try await Self.request(port, "POST", "/session", ["capabilities": ["alwaysMatch": wanted]])
        guard let session = answer["sessionId"]?.stringValue else {
            throw SupportError("Chromium does not start: \(answer.text())")
        }
        self.session = session
        process = Int32(answer["capabilities"]?["goog:processID"]?.intValue ?? 0)
        try await ask("POST", "/timeouts", ["script": 60_000, "pageLoad": 60_000])
        try await command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.notes)])
        try await resize(width, height)
    }

    /// Ends it; otherwise it ends when it is released.
    func end() async throws {
        try await ask("DELETE", "")
        try await driver.end()
    }

    /// Ends it without a word to anybody, as a device does whose battery is empty.
    func kill() throws {
        guard process > 1 else { throw SupportError("the number of Chromium is not known") }
        Glibc.kill(process, SIGKILL)
    }

    // MARK: What a person does

    func open(_ address: String) async throws {
        try await ask("POST", "/url", ["url": .string(address)])
    }

    /// Keeps a cookie as if a server had sent it in the field `Set-Cookie`.
    func keepCookie(_ field: String, for address: String) async throws {
        let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
        guard pair.count == 2 else { throw SupportError("no cookie: \(field)") }
        let isKept = try await command(
            "Network.setCookie",
            [
                "name": .string(pair[0]), "value": .string(pair[1]), "url": .string(address), "path": "/",
                "httpOnly": .bool(field.contains("; HttpOnly")), "sameSite": "Strict",
            ])["success"]
        guard isKept == true else { throw SupportError("the cookie is not kept: \(field)") }
    }

    /// Presses the mouse on an element, which must be there and not be covered.
    func click(_ selector: String) async throws {
        try await click(
            "there is \(selector)", theOneOf: "document.querySelector(\(JSONValue.string(selector).text()))")
    }

    /// Presses the mouse on the element that an expression gives once it gives one. When the page draws it anew
    /// between the two, it is looked for again, as a person would not notice.
    func click(_ what: String, theOneOf expression: String) async throws {
        for attempt in 1... {
            try await wait(what, until: expression)
            guard case .object(let members) = try await script("return \(expression) ?? null"),
                let element = members.first?.value.stringValue
            else {
                if attempt < 5 { continue }
                throw SupportError("not so any more: \(what)")
            }
            do {
                try await ask("POST", "/element/\(element)/click", [:])
                return
            } catch let error as SupportError where attempt < 5 && "\(error)".contains("stale element") {
                continue
            }
        }
    }

    /// A key, by its name in the DOM and its number in Windows, which decides what the browser does with it.
    struct Key: Sendable {
        var name: String
        var number: Int
        var text = ""

        static let backspace = Key(name: "Backspace", number: 8)
        static let tab = Key(name: "Tab", number: 9)
        static let enter = Key(name: "Enter", number: 13, text: "\r")
        static let space = Key(name: " ", number: 32, text: " ")
        static let escape = Key(name: "Escape", number: 27)
        static let end = Key(name: "End", number: 35)
        static let up = Key(name: "ArrowUp", number: 38)
        static let left = Key(name: "ArrowLeft", number: 37)
        static let right = Key(name: "ArrowRight", number: 39)
        static let down = Key(name: "ArrowDown", number: 40)
        static let delete = Key(name: "Delete", number: 46)
    }

    func press(_ keys: Key..., alt: Bool = false, shift: Bool = false) async throws {
        for key in keys {
            var event: [JSONValue.Member] = [
                .init("key", .string(key.name)), .init("windowsVirtualKeyCode", .int(key.number)),
                .init("modifiers", .int((alt ? 1 : 0) + (shift ? 8 : 0))),
            ]
            if !key.text.isEmpty { event.append(.init("text", .string(key.text))) }
            for kind in [key.text.isEmpty ? "rawKeyDown" : "keyDown", "keyUp"] {
                try await command("Input.dispatchKeyEvent", .object([.init("type", .string(kind))] + event))
            }
        }
    }

    /// Types into the element that has the focus.
    func type(_ text: String) async throws {
        try await command("Input.insertText", ["text": .string(text)])
    }

    /// Presses, moves or releases the mouse: `mousePressed`, `mouseMoved` or `mouseReleased`.
    func mouse(_ kind: String, _ x: Double, _ y: Double) async throws {
        try await command(
            "Input.dispatchMouseEvent",
            [
                "type": .string(kind), "x": .double(x), "y": .double(y), "button": "left", "buttons": 1,
                "clickCount": 1,
            ])
    }

    /// The middle of an element.
    func middle(of selector: String) async throws -> (x: Double, y: Double) {
        let centre = """
            const place = document.querySelector(arguments[0]).getBoundingClientRect();
            return [place.x + place.width / 2, place.y + place.height / 2];
            """
        let place = try await script(centre, .string(selector))
        guard let x = place[0]?.doubleValue, let y = place[1]?.doubleValue else {
            throw SupportError("there is no \(selector)")
        }
        return (x, y)
    }

    /// Drags an element up or down by a number of pixels.
    func drag(_ selector: String, by distance: Double) async throws {
        let (x, y) = try await middle(of: selector)
        try await mouse("mousePressed", x, y)
        for step in 1...8 { try await mouse("mouseMoved", x, y + distance * Double(step) / 8) }
        try await mouse("mouseReleased", x, y + distance)
    }

    /// Makes the window another size, and returns when the page is laid out for it.
    func resize(_ width: Int, _ height: Int) async throws {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            ["width": .int(width), "height": .int(height), "deviceScaleFactor": 1, "mobile": false])
        try await wait("the window is \(width) wide", until: "innerWidth === \(width)")
        _ = try await finish(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));")
    }

    /// What the system prefers.
    func prefer(dark: Bool, reducedMotion: Bool = false) async throws {
        try await command(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"],
                    ["name": "prefers-reduced-motion", "value": reducedMotion ? "reduce" : "no-preference"],
                ]
            ])
    }

    // MARK: What there is

    /// Runs a function body in the page and gives what it returns.
    @discardableResult
    func script(_ body: String, _ arguments: JSONValue...) async throws -> JSONValue {
        try await ask("POST", "/execute/sync", ["script": .string(body), "args": .array(arguments)])
    }

    /// Runs a function body in the page and gives what it calls its last argument with.
    func finish(_ body: String) async throws -> JSONValue {
        try await ask("POST", "/execute/async", ["script": .string(body), "args": []])
    }

    /// Waits in the page until an expression is true, and gives its value. A script may take no more than 60 seconds.
    @discardableResult
    func wait(
        _ what: String, within limit: Duration = .seconds(50), file: String = #fileID, line: Int = #line,
        until expression: String
    ) async throws -> JSONValue {
        let body = """
            const done = arguments[arguments.length - 1], end = performance.now() + arguments[0];
            const look = () => {
              let value = null;
              try { value = (\(expression)); } catch {}
              if (value) done({ value: typeof value === "object" ? true : value });
              else if (performance.now() < end) setTimeout(look, 15);
              else fetch("/api/1/session").then((answer) => answer.text(), String).then((session) =>
                done({ seen: document.body.innerText.slice(0, 2000) + "\\nat " + location.href + ", " + session
                  + "; the focus is on " + document.activeElement.outerHTML.slice(0, 500)
                  + "; after " + window.keys?.slice(-12).join("; ") + "; now " + Math.round(performance.now()) }));
            };
            look();
            """
        let time = Int(limit / .milliseconds(1))
        let answer = try await ask("POST", "/execute/async", ["script": .string(body), "args": [.int(time)]])
        guard let value = answer["value"] else {
            let seen = answer["seen"]?.stringValue ?? answer.text()
            throw SupportError("not so after \(limit): \(what) (\(file):\(line)); the page shows: \(seen)")
        }
        return value
    }

    /// The text of an element as it is shown.
    func text(_ selector: String) async throws -> String {
        try await script("return document.querySelector(arguments[0])?.innerText ?? \"\"", .string(selector))
            .stringValue ?? ""
    }

    /// What the browser has complained about since this was asked: faults of scripts, and what its rules forbid. An
    /// answer that the page expects, such as that a query is wrong, is not among them.
    func complaints() async throws -> [String] {
        let entries = try await ask("POST", "/se/log", ["type": "browser"]).arrayValue ?? []
        return entries.filter { $0["source"] != "network" }.compactMap { $0["message"]?.stringValue }
    }

    /// The messages of the browser about its traffic since this was asked: the method, and its parameters.
    func traffic() async throws -> [(method: String, values: JSONValue)] {
        let entries = try await ask("POST", "/se/log", ["type": "performance"]).arrayValue ?? []
        return try entries.compactMap { entry in
            guard let text = entry["message"]?.stringValue else { return nil }
            let message = try JSONValue(parsing: text, maximumCount: .max)["message"]
            guard let method = message?["method"]?.stringValue else { return nil }
            return (method, message?["params"] ?? .null)
        }
    }

    /// Gives a command of the developer tools.
    @discardableResult
    func command(_ name: String, _ values: JSONValue = [:]) async throws -> JSONValue {
        try await ask("POST", "/goog/cdp/execute", ["cmd": .string(name), "params": values])
    }

    @discardableResult
    private func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        try await Self.request(port, method, "/session/" + session + path, body)
    }

    private static func request(
        _ port: UInt16, _ method: String, _ path: String, _ body: JSONValue?
    ) async throws -> JSONValue {
        let answer = try await LocalRequest(
            port: port, method, path, body: body.map { Array($0.text().utf8) }, within: .seconds(120)
        ).answer()
        let text = String(decoding: answer.body, as: UTF8.self)
        let value = try JSONValue(parsing: text, maximumCount: .max)["value"] ?? .null
        guard answer.status == 200 else {
            throw SupportError("\(method) \(path): \(value["message"]?.stringValue?.prefix(600) ?? "\(answer.status)")")
        }
        return value
    }
}
