// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A client of a message bus, or of a socket that speaks like one, that has one thread and looks into no answer, so that
/// the time of a call is that of the service and of the way to it.
final class WireClient {
    private static let headerSize = 16
    private let descriptor: Int32
    private var serial: UInt32 = 0
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// Bytes at the beginning of the buffer that were read and not taken.
    private var filled = 0

    /// Connects to the bus at a path.
    init(socket path: String) throws(BenchError) {
        descriptor = try LocalSocket.connect(to: path)
        let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        try send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8))
        let answer = read(descriptor, &buffer, buffer.count)
        guard answer > 3, buffer.starts(with: Array("OK ".utf8)) else { throw .system("log in to the bus", errno) }
        try send(Array("BEGIN\r\n".utf8))
        let bus = "org.freedesktop.DBus"
        try call(WireCall("Hello", of: bus, at: "/org/freedesktop/DBus", on: bus))
    }

    deinit { close(descriptor) }

    /// Sends a call and waits for its answer.
    ///
    /// - Returns: The number of bytes of the answer.
    /// - Throws: When the answer is an error, or does not come.
    @discardableResult
    func call(_ call: WireCall) throws(BenchError) -> Int {
        try ask(call)
        // One call is under way at a time, so that an answer is its own.
        let (size, error) = try waitForAnswer()
        if let error { throw BenchError("the service answers with an error: \(error)") }
        return size
    }

    /// Sends a call whose answer is waited for later.
    func ask(_ call: WireCall) throws(BenchError) {
        serial += 1
        var call = call
        call.number(serial)
        try send(call.bytes)
    }

    /// Waits for the next answer to any call; signals come in between.
    ///
    /// - Returns: The number of its bytes, and what it says if it is an error.
    @discardableResult
    func waitForAnswer() throws(BenchError) -> (size: Int, error: String?) {
        while true {
            let size = try fill()
            let kind = buffer[1]
            let isError = kind == 3
            let text = isError ? String(decoding: buffer[..<size].filter { $0 >= 32 && $0 < 127 }, as: UTF8.self) : nil
            // Mostly nothing is behind it.
            for index in size..<filled { buffer[index - size] = buffer[index] }
            filled -= size
            if kind == 2 || kind == 3 { return (size, text) }
        }
    }

    /// Sends a call that wants no answer.
    func tell(_ call: WireCall) throws(BenchError) {
        serial += 1
        var call = call
        call.number(serial)
        call.wantsNoAnswer()
        try send(call.bytes)
    }

    /// Reads until there is a whole message.
    ///
    /// - Returns: Its size.
    private func fill() throws(BenchError) -> Int {
        while true {
            if filled >= Self.headerSize {
                let size = Self.headerSize + (number(at: 12) + 7) / 8 * 8 + number(at: 4)
                if buffer.count < size { buffer += [UInt8](repeating: 0, count: size - buffer.count) }
                if filled >= size { return size }
            }
            let count = buffer.withUnsafeMutableBytes { room in
                read(descriptor, room.baseAddress.map { $0 + filled }, room.count - filled)
            }
            guard count > 0 else { throw .system("hear the bus", errno) }
            filled += count
        }
    }

    private func number(at index: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(buffer[index + $1]) << (8 * $1) }
    }

    private func send(_ bytes: [UInt8]) throws(BenchError) {
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw .system("write to the bus", errno) }
    }
}
