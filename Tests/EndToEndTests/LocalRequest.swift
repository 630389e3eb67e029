// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import Glibc
import OnCueTestSupport

/// One request to a server on this machine, on a connection of its own.
struct LocalRequest: Sendable {
    struct Answer: Sendable {
        var status: Int
        /// As it came, names and all.
        var head: String
        var body: [UInt8]
    }

    private let port: UInt16
    private let bytes: [UInt8]
    private let limit: Duration

    init(
        port: UInt16, _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil,
        within limit: Duration = .seconds(60)
    ) {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if let body {
            head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        }
        self.port = port
        bytes = Array((head + "\r\n").utf8) + (body ?? [])
        self.limit = limit
    }

    /// Sends it and reads the answer to its end.
    func answer() async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "oncue.test.request").async {
                continuation.resume(with: Result { try exchange() })
            }
        }
    }

    private func exchange() throws -> Answer {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SupportError("no socket: \(errno)") }
        defer { close(descriptor) }
        var time = timeval(tv_sec: Int(limit.components.seconds), tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw SupportError("nothing listens on port \(port): \(errno)") }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw SupportError("port \(port) takes no request: \(errno)") }
            sent += count
        }
        return try answer(in: readAnswer(descriptor))
    }

    /// Reads until as much is there as the head promises, or until the end of the connection.
    private func readAnswer(_ descriptor: Int32) throws -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var whole: Int?
        while whole.map({ all.count < $0 }) ?? true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SupportError("port \(port) does not answer within \(limit)") }
            guard count > 0 else { break }
            all += buffer[..<count]
            if whole == nil, let end = Self.endOfHead(all) {
                whole = Self.field("content-length", in: String(decoding: all[..<end], as: UTF8.self))
                    .flatMap { Int($0) }.map { $0 + end }
            }
        }
        return all
    }

    private func answer(in all: [UInt8]) throws -> Answer {
        guard let end = Self.endOfHead(all) else { throw SupportError("port \(port) ends without an answer") }
        let head = String(decoding: all[..<end], as: UTF8.self)
        guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0.prefix(3)) }) else {
            throw SupportError("no status in: \(head)")
        }
        return Answer(status: status, head: head, body: Array(all[end...]))
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let mark = [UInt8]("\r\n\r\n".utf8)
        guard bytes.count >= mark.count else { return nil }
        for index in 0...(bytes.count - mark.count) where bytes[index..<index + mark.count].elementsEqual(mark) {
            return index + mark.count
        }
        return nil
    }

    private static func field(_ name: String, in head: String) -> String? {
        for line in head.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name { return String(parts[1].drop { $0 == " " }) }
        }
        return nil
    }
}
