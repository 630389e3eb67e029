// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Synchronization

/// A machine whose page is served on a port of its own, and browsers that are paired with it.
final class WebBrowserStage: Sendable {
    let machine: Machine
    let port: UInt16
    let daemon: ChildProcess
    private let server = Mutex<ChildProcess?>(nil)

    /// With the music of the repository in its library; an album is paused at its first track.
    ///
    /// - Parameter sound: Where its sound goes; nowhere if absent.
    convenience init(sound: PulseServer? = nil) async throws {
        let machine = try await Machine(sound.map { ["PULSE_SERVER": $0.address] } ?? [:])
        try await self.init(of: machine, output: sound == nil ? "silent" : "auto")
        try await machine.done("library", "add", Products.media)
        try await waitUntil("the library is scanned") {
            try await machine.json("library")["tracks"]?.intValue ?? 0 >= 11
        }
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("pause")
    }

    /// With what a machine has already.
    init(of machine: Machine, output: String = "silent") async throws {
        self.machine = machine
        port = try FreePort.next()
        daemon = try await machine.startDaemon("--output", output)
        try await run("set", "\(port)", "local", "plain")
        try await startServer()
    }

    /// Without a slash at the end.
    var address: String { "http://localhost:\(port)" }

    // MARK: The server of the page

    func startServer() async throws {
        let process = try ChildProcess(Products.program("oncue-web"), ["serve"], environment: machine.environment)
        _ = try await process.output.waitForLine { $0.contains("serving") }
        server.withLock { $0 = process }
    }

    /// Kills it, as a crash would.
    func killServer() async throws {
        try await server.withLock { $0 }?.end()
    }

    /// Runs the program of the page with words, and gives what it writes.
    @discardableResult
    func run(_ words: String...) async throws -> JSONValue {
        let result = try await ChildProcess.run(
            Products.program("oncue-web"), words, environment: machine.environment)
        guard result.status == 0 else { throw SupportError("oncue-web \(words): \(result.output) \(result.errors)") }
        return try JSONValue(parsing: result.output, maximumCount: .max)
    }

    /// The address of the page with a new code that pairs a device.
    func pairingAddress() async throws -> String {
        guard let address = try await run("code")["address"]?.stringValue else { throw SupportError("no address") }
        return address
    }

    // MARK: Browsers

    /// A browser that is paired and shows what plays.
    func browser(
        _ path: String = "/", width: Int = 390, height: Int = 844, recordsTraffic: Bool = false,
        language: String = "en-GB"
    ) async throws -> WebBrowser {
        let browser = try await WebBrowser(
            width: width, height: height, recordsTraffic: recordsTraffic, language: language)
        try await browser.keepCookie(try await pairedCookie(), for: address)
        try await browser.open(address + path)
        try await browser.waitUntilShown()
        return browser
    }

    /// Pairs a device without a page, which would be loaded twice otherwise: what it says of that covers what is below.
    ///
    /// - Returns: What the server wants the browser to keep.
    private func pairedCookie() async throws -> String {
        let code = try await run("code")["code"] ?? .null
        let body: JSONValue = ["code": code, "name": "Chrome on Linux"]
        let answer = try await LocalRequest(
            port: port, "POST", "/api/1/pair", [("Origin", address)], body: Array(body.text().utf8)
        ).answer()
        let field = answer.head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("set-cookie: ") }
        guard let field else { throw SupportError("not paired: \(String(decoding: answer.body, as: UTF8.self))") }
        return String(field.dropFirst("set-cookie: ".count))
    }

    /// Opens an address of the page, which is loaded as a whole.
    func show(_ path: String, in browser: WebBrowser) async throws {
        try await browser.open("about:blank")
        try await browser.open(address + path)
        try await browser.waitUntilShown()
    }

    // MARK: What the daemon has

    /// The titles in the queue of the daemon.
    func titles() async throws -> [String] {
        (try await machine.json("queue")["items"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue }
    }

    /// Waits until the queue of the daemon has these titles.
    func waitForTitles(_ wanted: String...) async throws {
        var seen: [String] = []
        try await waitUntil("the queue has \(wanted), not \(seen)") {
            seen = try await titles()
            return seen == wanted
        }
    }
}

extension WebBrowser {
    /// Waits until the page is connected and shows something.
    func waitUntilShown() async throws {
        try await wait(
            "what plays is shown",
            until: """
                ["remote", "lock", "car"].some((name) => !document.getElementById(name).hidden)
                  && !["", "Connecting"].includes(document.querySelector("#now-title").textContent)
                  && document.querySelector("#banner").hidden
                """)
    }

    /// Presses the mouse on the first element of a kind that has a text.
    func click(_ selector: String, having text: String) async throws {
        let visible = """
            [...document.querySelectorAll(\(JSONValue.string(selector).text()))].find((element) =>
              element.getClientRects().length && element.innerText.includes(\(JSONValue.string(text).text())))
            """
        try await click("there is \(selector) with \(text)", theOneOf: visible)
    }

    /// Waits until an element shows a text, or would if it were shown.
    func waitForText(
        _ text: String, in selector: String, within limit: Duration = .seconds(50), isHidden: Bool = false
    ) async throws {
        let quoted = JSONValue.string(text).text()
        let words =
            "document.querySelector(\(JSONValue.string(selector).text())).\(isHidden ? "textContent" : "innerText")"
        let expression = "\(words).includes(\(quoted))"
        try await wait("\(selector) shows \(text)", within: limit, until: expression)
    }

    /// Waits until the page has shown a message with a text, whether or not it still does.
    func waitForMessage(_ text: String) async throws {
        try await wait(
            "there is a message \(text)",
            until: "window.messages.some((one) => one.includes(\(JSONValue.string(text).text())))")
    }

    /// Waits until a message with a text is shown, and points at it, so that it stays.
    func pointAtMessage(_ text: String) async throws {
        let message = """
            [...document.querySelectorAll(".notice")].find((one) => one.innerText.includes(\(JSONValue.string(text).text())))
            """
        try await wait(
            "there is a message \(text)",
            until: "\(message)?.dispatchEvent(new Event('pointerenter'))")
    }

    /// Waits until an element has a name for screen readers.
    func waitForName(_ name: String, of selector: String) async throws {
        let quoted = JSONValue.string(name).text()
        let element = "document.querySelector(\(JSONValue.string(selector).text()))"
        try await wait("\(selector) is called \(name)", until: "\(element).ariaLabel === \(quoted)")
    }

    /// Waits until the list of a screen has these titles, from its beginning.
    func waitForRows(_ titles: String..., in selector: String) async throws {
        let wanted = JSONValue.array(titles.map { .string($0) }).text()
        let rows =
            "[...document.querySelectorAll(\(JSONValue.string(selector + " li b").text()))].map((b) => b.innerText)"
        try await wait("\(selector) has \(titles)", until: "JSON.stringify(\(rows)) === JSON.stringify(\(wanted))")
    }
}
