// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization

/// A web server on a port of its own that answers as a test tells it, well or badly, and remembers what it was asked.
package final class HTTPServer: Sendable {
    package struct Request: Sendable {
        /// With the query.
        package var path: String
        /// Names in lower case.
        package var fields: [String: String]
        /// What was posted; empty for a request that only reads.
        package var body: [UInt8] = []
        /// When it came.
        package var time = ContinuousClock.now
        /// How many bytes of the answer's body have gone out; at most some hundred thousand of them lie on the way.
        package var sent = 0

        /// Where what is asked for begins.
        package var start: Int {
            fields["range"].flatMap { $0.hasPrefix("bytes=") ? Int($0.dropFirst(6).prefix { $0 != "-" }) : nil } ?? 0
        }
    }

    /// How an answer tells where it ends.
    package enum Framing: Sendable {
        case length
        case chunked
        /// Its end is that of the connection.
        case untilClose
    }

    /// The server sends nothing for a while.
    package struct Pause: Sendable {
        /// The number of bytes of the body before it.
        package var before: Int
        package var length: Duration

        package init(before: Int, length: Duration) {
            (self.before, self.length) = (before, length)
        }
    }

    package struct Response: Sendable {
        package var status: Int
        package var fields: [(String, String)]
        package var body: [UInt8]
        /// The length that the header promises; the body's own when `nil`.
        package var promised: Int?
        /// Nothing follows the body, but the connection stays open until the client ends it.
        package var isHeldOpen: Bool
        package var framing = Framing.length
        /// Not even a header is sent.
        package var isMute = false
        /// Where the server stands still, in ascending order.
        package var pauses: [Pause] = []
        /// Bytes a second; as fast as they are taken when `nil`.
        package var byteRate: Int?
        /// The number of bytes that are sent at once in front of that.
        package var burst = 0

        package init(
            _ status: Int = 200, _ fields: [(String, String)] = [], _ body: [UInt8] = [], promised: Int? = nil,
            isHeldOpen: Bool = false
        ) {
            self.status = status
            self.fields = fields
            self.body = body
            self.promised = promised
            self.isHeldOpen = isHeldOpen
        }

        package static func text(_ text: String, _ fields: [(String, String)] = []) -> Response {
            Response(200, fields, Array(text.utf8))
        }
    }

    /// A file that can be read from anywhere, as web servers offer files.
    ///
    /// - Parameter cutAfter: The connection ends after so many bytes of an answer.
    package static func file(
        _ bytes: [UInt8], tag: String, for request: Request, cutAfter: Int? = nil
    ) -> Response {
        let isSame = request.fields["if-range"].map { $0 == tag } ?? true
        let start = isSame ? request.start : 0
        guard start == 0 || start < bytes.count else {
            return Response(416, [("Content-Range", "bytes */\(bytes.count)")])
        }
        let rest = Array(bytes[start...])
        var fields = [("ETag", tag), ("Accept-Ranges", "bytes")]
        if start > 0 { fields.append(("Content-Range", "bytes \(start)-\(bytes.count - 1)/\(bytes.count)")) }
        return Response(start > 0 ? 206 : 200, fields, Array(rest.prefix(cutAfter ?? .max)), promised: rest.count)
    }

    private let listener: ListeningSocket
    private let work: ServerWork
    private let host: UInt8

    /// Without a slash at the end.
    package var address: String { "http://127.0.0.\(host):\(port)" }
    package var port: UInt16 { listener.port }
    package var requests: [Request] { work.requests.withLock { $0 } }

    /// - Parameters:
    ///   - port: 0 for any that is free.
    ///   - host: The last number of the address, 127.0.0.1 for 1.
    ///   - answer: Called on threads of the server.
    package init(
        port wanted: UInt16 = 0, host: UInt8 = 1, _ answer: @escaping @Sendable (Request) -> Response
    ) throws {
        self.host = host
        listener = try ListeningSocket(port: wanted, host: host)
        work = ServerWork(listener: listener, answer: answer)
        startThread(onAccept, Unmanaged.passRetained(work).toOpaque())
    }

    deinit { listener.end() }
}

private func startThread(
    _ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer
) {
    var thread = pthread_t()
    pthread_create(&thread, nil, body, data)
    pthread_detach(thread)
}

private final class ServerWork: Sendable {
    let listener: ListeningSocket
    let answer: @Sendable (HTTPServer.Request) -> HTTPServer.Response
    let requests = Mutex<[HTTPServer.Request]>([])

    init(listener: ListeningSocket, answer: @escaping @Sendable (HTTPServer.Request) -> HTTPServer.Response) {
        self.listener = listener
        self.answer = answer
    }

    func accept() {
        while true {
            guard let connection = listener.accept() else { return }
            startThread(onConnection, Unmanaged.passRetained(ServerConnection(self, connection)).toOpaque())
        }
    }
}

private final class ServerConnection: Sendable {
    private let work: ServerWork
    private static let portion = 16_384
    private let socket: Int32

    init(_ work: ServerWork, _ socket: Int32) {
        self.work = work
        self.socket = socket
        // What a client does not read is not sent either.
        var size = Int32(65_536)
        setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    func serve() {
        defer { close(socket) }
        guard let request = read() else { return }
        let number = work.requests.withLock { requests in
            requests.append(request)
            return requests.count - 1
        }
        let response = work.answer(request)
        var head = "HTTP/1.1 \(response.status) Status\r\nConnection: close\r\n"
        switch response.framing {
        case .length where response.status != 304:
            head += "Content-Length: \(response.promised ?? response.body.count)\r\n"
        case .chunked: head += "Transfer-Encoding: chunked\r\n"
        case .length, .untilClose: break
        }
        for (name, value) in response.fields { head += "\(name): \(value)\r\n" }
        if !response.isMute {
            let isChunked = response.framing == .chunked
            guard send(Array((head + "\r\n").utf8)), sendBody(response, number, inChunks: isChunked),
                response.isHeldOpen
            else { return }
        }
        var byte: UInt8 = 0
        // Until the client has had enough.
        while recv(socket, &byte, 1, 0) > 0 {}
    }

    private func sendBody(_ response: HTTPServer.Response, _ number: Int, inChunks isChunked: Bool) -> Bool {
        let body = response.body
        var pauses = response.pauses[...]
        var start = 0
        while start < body.count {
            while let pause = pauses.first, pause.before <= start {
                wait(pause.length)
                pauses = pauses.dropFirst()
            }
            let isPaced = response.byteRate != nil && start >= response.burst
            let portion = isPaced ? response.byteRate.map { max(1, $0 / 50) } ?? Self.portion : Self.portion
            let part = Array(body[start..<min(start + portion, body.count, pauses.first?.before ?? .max)])
            guard send(isChunked ? Self.chunk(part) : part) else { return false }
            work.requests.withLock { $0[number].sent += part.count }
            start += part.count
            if isPaced { wait(.milliseconds(20)) }
        }
        return !isChunked || send(Self.chunk([]))
    }

    private func wait(_ length: Duration) { usleep(UInt32(length / .microseconds(1))) }

    private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private func read() -> HTTPServer.Request? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]), bytes.count < 65_536 {
            guard recv(socket, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first?.split(separator: " "), first.count >= 2 else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        var request = HTTPServer.Request(path: String(first[1]), fields: fields)
        let length = min(fields["content-length"].flatMap { Int($0) } ?? 0, 1 << 24)
        while request.body.count < length {
            var part = [UInt8](repeating: 0, count: min(Self.portion, length - request.body.count))
            let count = recv(socket, &part, part.count, 0)
            guard count > 0 else { return nil }
            request.body += part.prefix(count)
        }
        return request
    }
}

/// Runs on a thread of its own until the listening socket is shut down.
private func onAccept(_ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let data { Unmanaged<ServerWork>.fromOpaque(data).takeRetainedValue().accept() }
    return nil
}

/// Runs on a thread for each connection.
private func onConnection(_ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let data { Unmanaged<ServerConnection>.fromOpaque(data).takeRetainedValue().serve() }
    return nil
}
