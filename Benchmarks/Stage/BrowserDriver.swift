// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON

/// A Chromium without a window, driven through its driver.
final class BrowserDriver {
    static var isInstalled: Bool {
        access("/usr/bin/chromedriver", X_OK) == 0 && access("/usr/bin/chromium", X_OK) == 0
    }

    private let host: Host
    private let process: pid_t
    private let port: UInt16
    private var session = ""

    init(_ host: Host) async throws {
        self.host = host
        port = try LocalSocket.freePort()
        process = try host.program(["/usr/bin/chromedriver", "--port=\(port)"]).start()
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            if let socket = try? LocalSocket.connect(toPort: port) {
                close(socket)
                break
            }
            guard ContinuousClock.now < deadline else { throw BenchError("chromedriver does not listen") }
            try await Task.sleep(for: .milliseconds(20))
        }
        let words = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio",
            "--disable-background-networking", "--disable-component-update", "--no-first-run", "--window-size=390,844",
            "--user-data-dir=\(host.home)/chromium",
        ]
        let options: JSONValue = ["args": .array(words.map { .string($0) }), "binary": "/usr/bin/chromium"]
        let wanted: JSONValue = ["browserName": "chrome", "goog:chromeOptions": options]
        let answer = try ask("POST", "/session", ["capabilities": ["alwaysMatch": wanted]])
        guard let session = answer["sessionId"]?.stringValue else { throw BenchError("Chromium does not start") }
        self.session = "/session/" + session
        _ = try ask("POST", self.session + "/timeouts", ["script": 120_000])
    }

    func stop() {
        _ = try? ask("DELETE", session)
        host.sandbox.processes.end(process)
    }

    func open(_ address: String) throws { _ = try ask("POST", session + "/url", ["url": .string(address)]) }

    /// Gives a command of the developer tools.
    func command(_ name: String, _ values: JSONValue) throws {
        _ = try ask("POST", session + "/goog/cdp/execute", ["cmd": .string(name), "params": values])
    }

    /// Runs the body of a function, and gives what it calls its first argument with.
    func finish(_ body: String) throws -> JSONValue {
        try ask("POST", session + "/execute/async", ["script": .string(body), "args": []])
    }

    /// Waits until an expression is true.
    func wait(until expression: String) throws {
        let answer = try finish(
            """
            const done = arguments[0], end = performance.now() + 30000;
            const look = () => {
              let value = false;
              try { value = Boolean(\(expression)); } catch {}
              if (value || performance.now() > end) done(value); else setTimeout(look, 15);
            };
            look();
            """)
        guard answer == true else { throw BenchError("the page does not become: \(expression)") }
    }

    /// Whether an answer has come with as many bytes as it says.
    private static func isWhole(_ answer: [UInt8]) -> Bool {
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let fields = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n")
        let name = "content-length:"
        guard let field = fields.first(where: { $0.hasPrefix(name) }),
            let length = Int(field.dropFirst(name.count).filter(\.isNumber))
        else { return false }
        return answer.count >= end.upperBound + length
    }

    private func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        let socket = try LocalSocket.connect(toPort: port)
        defer { close(socket) }
        let content = body?.text() ?? ""
        let text = Array(
            ("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(content.utf8.count)\r\n\r\n\(content)").utf8)
        guard write(socket, text, text.count) == text.count else { throw BenchError.system("ask chromedriver", errno) }
        var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let count = read(socket, &buffer, buffer.count)
            guard count > 0 else { break }
            answer += buffer[..<count]
            // The driver may leave the connection open.
            if Self.isWhole(answer) { break }
        }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)),
            let json = try? JSONValue(
                parsing: String(decoding: answer[end.upperBound...], as: UTF8.self), maximumCount: .max)
        else { throw BenchError("chromedriver answers nothing to \(path)") }
        let value = json["value"] ?? .null
        if let error = value["error"]?.stringValue {
            throw BenchError("chromedriver: \(error): \(value["message"]?.stringValue?.prefix(200) ?? "")")
        }
        return value
    }
}
