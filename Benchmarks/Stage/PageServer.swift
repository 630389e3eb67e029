// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON

/// `oncue-web` at a place, and a device that is paired with it.
final class PageServer {
    let process: pid_t
    let port: UInt16
    private let host: Host
    private let cookie: String

    init(_ host: Host) async throws {
        self.host = host
        port = try LocalSocket.freePort()
        let program = try Files.programBeside("oncue-web")
        try host.program([program, "set", String(port), "local", "plain"]).run()
        process = try host.program([program, "serve"]).start()
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            if let socket = try? LocalSocket.connect(toPort: port) {
                close(socket)
                break
            }
            guard ContinuousClock.now < deadline else { throw BenchError("oncue-web does not listen") }
            try await Task.sleep(for: .milliseconds(10))
        }
        guard let code = try Self.code(host)["code"]?.stringValue else { throw BenchError("oncue-web makes no code") }
        let body = (["code": .string(code), "name": "bench"] as JSONValue).text()
        let answer = try Self.ask(port, "POST", "/api/1/pair", Self.origin(port), body)
        let field = answer.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") }
        guard let cookie = field?.dropFirst("set-cookie: ".count).prefix(while: { $0 != ";" }) else {
            throw BenchError("oncue-web does not pair: \(answer.head.prefix(100))")
        }
        self.cookie = String(cookie)
    }

    /// A code that pairs a device, and the address with it.
    private static func code(_ host: Host) throws -> JSONValue {
        let told = host.sandbox.newPath("code")
        try host.program([try Files.programBeside("oncue-web"), "code"], output: .file(told)).run()
        return try JSONValue(parsing: try Files.text(told))
    }

    /// The address by which a browser is paired.
    func pairingAddress() throws -> String {
        guard let address = try Self.code(host)["address"]?.stringValue else {
            throw BenchError("oncue-web makes no code")
        }
        return address
    }

    func stop() { host.sandbox.processes.end(process) }

    /// Asks for a file of the page.
    ///
    /// - Parameter isCompressed: It may come compressed, as to a browser.
    /// - Returns: The body as it comes.
    func file(_ path: String, compressed isCompressed: Bool = true) throws -> [UInt8] {
        try Self.ask(port, "GET", path, isCompressed ? "Accept-Encoding: gzip\r\n" : "").body
    }

    /// A web socket for what changes.
    func socket() throws -> PageSocket {
        try PageSocket(
            port: port,
            "Host: localhost:\(port)\r\nOrigin: http://localhost:\(port)\r\nCookie: \(cookie)\r\n")
    }

    private static func origin(_ port: UInt16) -> String {
        "Origin: http://localhost:\(port)\r\nContent-Type: application/json\r\n"
    }

    private static func ask(
        _ port: UInt16, _ method: String, _ path: String, _ fields: String, _ body: String = ""
    ) throws -> (head: String, body: [UInt8]) {
        let socket = try LocalSocket.connect(toPort: port)
        defer { close(socket) }
        let length = method == "POST" ? "Content-Length: \(body.utf8.count)\r\n" : ""
        let text = Array("\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(fields)\(length)\r\n\(body)".utf8)
        guard write(socket, text, text.count) == text.count else { throw BenchError.system("ask oncue-web", errno) }
        var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let count = read(socket, &buffer, buffer.count)
            guard count >= 0 else { throw BenchError.system("hear oncue-web", errno) }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)),
            answer.starts(with: Array("HTTP/1.1 200".utf8))
        else { throw BenchError("oncue-web answers \(path): \(String(decoding: answer.prefix(60), as: UTF8.self))") }
        return (String(decoding: answer[..<end.lowerBound], as: UTF8.self), Array(answer[end.upperBound...]))
    }
}

/// A web socket of a page, which reads, and says no more than that it is still there.
final class PageSocket {
    private let descriptor: Int32
    private var rest: [UInt8] = []

    init(port: UInt16, _ fields: String) throws {
        descriptor = try LocalSocket.connect(toPort: port)
        let text = Array(
            ("GET /api/1/events HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(fields)\r\n").utf8)
        guard write(descriptor, text, text.count) == text.count else { throw BenchError.system("open a socket", errno) }
        let end = Array("\r\n\r\n".utf8)
        while rest.firstRange(of: end) == nil { try fill() }
        guard rest.starts(with: Array("HTTP/1.1 101".utf8)), let range = rest.firstRange(of: end) else {
            throw BenchError("oncue-web opens no web socket")
        }
        rest.removeFirst(range.upperBound)
    }

    deinit { close(descriptor) }

    /// Waits for the next message that has a text in it.
    func wait(for text: String) throws {
        while true {
            let message = try frame()
            if String(decoding: message, as: UTF8.self).contains(text) { return }
        }
    }

    /// Reads what comes to several for a time, as their browsers do while nobody touches them.
    static func follow(_ sockets: [PageSocket], for time: Duration) throws {
        let deadline = ContinuousClock.now + time
        while ContinuousClock.now < deadline {
            var places = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            let left = Int32(ContinuousClock.now.duration(to: deadline) / .milliseconds(1)) + 1
            guard poll(&places, nfds_t(places.count), left) >= 0 else {
                if errno == EINTR { continue }
                throw BenchError.system("wait for web sockets", errno)
            }
            for (socket, place) in zip(sockets, places) where place.revents != 0 {
                try socket.fill()
                while try socket.readFrame() != nil {}
            }
        }
    }

    /// The content of the next message; that of a ping is empty.
    private func frame() throws -> [UInt8] {
        while true {
            if let content = try readFrame() { return content }
            try fill()
        }
    }

    /// The content of a message that has come as a whole; a ping is answered, and empty.
    private func readFrame() throws -> [UInt8]? {
        guard rest.count >= 2 else { return nil }
        var (length, start) = (Int(rest[1] & 0x7F), 2)
        if length >= 126 {
            start = length == 126 ? 4 : 10
            guard rest.count >= start else { return nil }
            length = rest[2..<start].reduce(0) { $0 << 8 | Int($1) }
        }
        guard rest.count >= start + length else { return nil }
        let (kind, content) = (rest[0] & 0x0F, Array(rest[start..<(start + length)]))
        rest.removeFirst(start + length)
        if kind == Self.ping {
            // A mask of zeros changes nothing.
            let pong = [0x80 | Self.pong, 0x80 | UInt8(content.count), 0, 0, 0, 0] + content
            guard write(descriptor, pong, pong.count) == pong.count else {
                throw BenchError.system("answer a ping", errno)
            }
        }
        return kind == Self.text ? content : []
    }

    /// The kinds of frames.
    private static let (text, ping, pong): (UInt8, UInt8, UInt8) = (1, 9, 10)

    private func fill() throws {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { throw BenchError("the web socket has ended") }
        rest += buffer[..<count]
    }
}
