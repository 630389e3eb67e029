// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport

/// A connection to a web server on this machine, byte by byte: what a browser would never send, too.
///
/// Blocks, each time for ten seconds at most if nothing else is said.
final class WebCaller {
    struct Answer: Sendable {
        var status: Int
        /// Names in lower case.
        var fields: [String: String]
        var body: String

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        /// The code of a refusal.
        var code: String? { json["error"]?["code"]?.stringValue }
    }

    private let descriptor: Int32
    private var rest: [UInt8] = []

    /// - Parameters:
    ///   - room: The bytes that the kernel keeps for this end before it reads; as usual if absent.
    ///   - patience: The seconds that each call waits.
    init(port: Int, room: Int32? = nil, patience: Int = 30) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        if var room { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw SupportError("nobody listens on port \(port)") }
    }

    deinit { close(descriptor) }

    /// Ends without a word to the other end, which gets a reset, as from a machine that has lost its memory of it.
    func reset() {
        var time = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &time, socklen_t(MemoryLayout<linger>.size))
        // The descriptor stays this end's, so that nobody else gets its number; connected to nothing it sends the reset.
        var nothing = sockaddr(sa_family: sa_family_t(AF_UNSPEC), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        _ = connect(descriptor, &nothing, socklen_t(MemoryLayout<sockaddr>.size))
    }

    // MARK: Bytes

    /// - Returns: `false` when the other end has closed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            left = left.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Reads more.
    ///
    /// - Returns: `false` at the end, and after ten seconds.
    private func fill() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        rest += buffer[..<count]
        return true
    }

    private func take(_ count: Int) -> [UInt8]? {
        while rest.count < count { guard fill() else { return nil } }
        defer { rest.removeFirst(count) }
        return Array(rest[..<count])
    }

    /// Waits for the beginning of an answer.
    ///
    /// - Returns: `false` when there is none.
    func isBegun() -> Bool { !rest.isEmpty || fill() }

    /// Whether the other end closes within ten seconds; what it sends before is dropped.
    func isClosed() -> Bool {
        errno = 0
        while fill() { rest = [] }
        return errno != EAGAIN && errno != EWOULDBLOCK
    }

    /// Whether the other end still has the connection open, by the kernel's list (proc(5), `net/tcp`).
    func isHeld() throws -> Bool {
        var (own, other, length) = (sockaddr_in(), sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        for (name, isOwn) in [(getsockname, true), (getpeername, false)] {
            var address = sockaddr_in()
            _ = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &length) }
            }
            if isOwn { own = address } else { other = address }
        }
        func text(_ address: sockaddr_in) -> String {
            func digits(_ number: some BinaryInteger, _ count: Int) -> String {
                let text = String(number, radix: 16, uppercase: true)
                return String(repeating: "0", count: count - text.count) + text
            }
            return digits(address.sin_addr.s_addr, 8) + ":" + digits(address.sin_port.bigEndian, 4)
        }
        let isOpen = text(own) + " 01 "
        // A server for both versions has it as one of version 6.
        return try Machine.text(of: "/proc/net/tcp").contains(text(other) + " " + isOpen)
            || Machine.text(of: "/proc/net/tcp6").contains(text(other) + " 0000000000000000FFFF0000" + isOpen)
    }

    /// The number of messages that there are up to the end.
    func messageCount() -> Int {
        var count = 0
        while let frame = frame() { if frame.kind == 1 { count += 1 } }
        return count
    }

    // MARK: HTTP

    /// The next answer; `nil` when there is none.
    func answer() -> Answer? {
        let end = Array("\r\n\r\n".utf8)
        while rest.firstRange(of: end) == nil { guard fill() else { return nil } }
        guard let range = rest.firstRange(of: end) else { return nil }
        let lines = String(decoding: rest[..<range.lowerBound], as: UTF8.self).split(separator: "\r\n")
        rest.removeFirst(range.upperBound)
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2 else { return nil }
            fields[sides[0].lowercased()] = String(sides[1].drop { $0 == " " })
        }
        guard let words = lines.first?.split(separator: " "), words.count > 1, let status = Int(words[1]) else {
            return nil
        }
        guard let body = take(Int(fields["content-length"] ?? "0") ?? 0) else { return nil }
        return Answer(status: status, fields: fields, body: String(decoding: body, as: UTF8.self))
    }

    // MARK: Web sockets

    /// Asks for a web socket, and says with what status.
    func upgrade(_ fields: [(String, String)], path: String = "/api/1/events") -> Int? {
        askForUpgrade(fields, path: path)
        return answer()?.status
    }

    /// Asks for a web socket.
    func askForUpgrade(_ fields: [(String, String)], path: String = "/api/1/events") {
        let all =
            [
                ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ] + fields
        send("GET \(path) HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.joined() + "\r\n")
    }

    /// A frame, with its kind; `nil` when there is no more.
    func frame() -> (kind: UInt8, bytes: [UInt8])? {
        guard let head = take(2) else { return nil }
        var length = Int(head[1] & 0x7F)
        if length >= 126 {
            guard let more = take(length == 126 ? 2 : 8) else { return nil }
            length = more.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let bytes = take(length) else { return nil }
        return (head[0] & 0x0F, bytes)
    }

    /// The next message that is as a test wants it; pings are passed over.
    func message(_ matches: (JSONValue) -> Bool = { _ in true }) -> JSONValue? {
        while let frame = frame() {
            guard frame.kind == 1, let json = try? JSONValue(parsing: String(decoding: frame.bytes, as: UTF8.self))
            else { continue }
            if matches(json) { return json }
        }
        return nil
    }

    /// The code with which the other end closes; `nil` if it just ends.
    func closeCode() -> Int? {
        while let frame = frame() {
            if frame.kind == 8, frame.bytes.count >= 2 { return Int(frame.bytes[0]) << 8 | Int(frame.bytes[1]) }
        }
        return nil
    }

    /// - Parameter length: The length that is announced; that of the bytes if absent.
    @discardableResult
    func sendFrame(_ kind: UInt8, _ bytes: [UInt8], isMasked: Bool = true, length: UInt64? = nil) -> Bool {
        let length = length ?? UInt64(bytes.count)
        let mark: UInt8 = isMasked ? 0x80 : 0
        var head: [UInt8] = [0x80 | kind]
        switch length {
        case 0..<126: head.append(mark | UInt8(length))
        case 126..<65_536: head += [mark | 126, UInt8(length >> 8), UInt8(length & 255)]
        default: head += [mark | 127] + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
        }
        // A mask of zeros changes nothing.
        return send(head + (isMasked ? [0, 0, 0, 0] : []) + bytes)
    }
}
