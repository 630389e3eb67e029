// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON

/// JSON-RPC over one HTTP connection that stays open.
final class JSONRequests {
    typealias Call = (method: String, parameters: [String: JSONValue])

    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Connects to a port of this machine.
    init(port: UInt16) throws(BenchError) {
        descriptor = try LocalSocket.connect(toPort: port)
    }

    deinit { close(descriptor) }

    /// One request with one or more calls, as its bytes.
    func request(_ calls: [Call]) -> [UInt8] {
        let values = calls.enumerated().map { index, call in
            JSONValue.object([
                .init("jsonrpc", "2.0"), .init("id", .int(index)), .init("method", .string(call.method)),
                .init("params", .object(call.parameters.map { .init($0, $1) })),
            ])
        }
        let body = (values.count == 1 ? values[0] : .array(values)).text(.compact)
        let head = """
            POST /mopidy/rpc HTTP/1.1\r
            Host: 127.0.0.1\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r

            """
        return Array((head + body).utf8)
    }

    /// Sends a request and reads the whole answer.
    ///
    /// - Throws: When a call of it is answered by an error.
    @discardableResult
    func send(_ request: [UInt8]) throws(BenchError) -> ArraySlice<UInt8> {
        guard write(descriptor, request, request.count) == request.count else { throw .system("ask by HTTP", errno) }
        var answer: [UInt8] = []
        var end: (head: Int, length: Int)?
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw .system("hear an answer by HTTP", errno) }
            answer += buffer[..<count]
            if end == nil { end = Self.end(of: answer) }
            guard let end, answer.count >= end.head + end.length else { continue }
            let body = answer[end.head...]
            let start = String(decoding: body.prefix(200), as: UTF8.self)
            guard !start.contains("\"error\":") else { throw BenchError("the player answers: \(start)") }
            return body
        }
    }

    /// Asks once and looks into the answer.
    func ask(_ method: String, _ parameters: [String: JSONValue] = [:]) throws -> JSONValue {
        let body = try send(request([(method, parameters)]))
        let answer = try JSONValue(parsing: String(decoding: body, as: UTF8.self))
        return answer["result"] ?? .null
    }

    private static func end(of answer: [UInt8]) -> (head: Int, length: Int)? {
        let text = String(decoding: answer.prefix(4096), as: UTF8.self)
        let separator = "\r\n\r\n"
        var lines: [Substring] = []
        var size = 0
        for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
            size += line.utf8.count + separator.utf8.count / 2
            if line.isEmpty { break }
            lines.append(line)
        }
        let name = "content-length:"
        let length = lines.first { $0.lowercased().hasPrefix(name) }.flatMap { line in
            Int(line.dropFirst(name.count).drop { $0 == " " })
        }
        return length.map { (size, $0) }
    }
}
