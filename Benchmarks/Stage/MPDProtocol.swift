// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A connection that speaks MPD's own protocol, as its faster clients do.
final class MPDProtocol {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Connects to the socket of an MPD.
    init(socket path: String) throws(BenchError) {
        descriptor = try LocalSocket.connect(to: path)
        _ = try lines(until: "OK MPD")
    }

    deinit { close(descriptor) }

    /// Sends a command and reads its whole answer.
    ///
    /// - Returns: The number of bytes of the answer.
    @discardableResult
    func ask(_ command: String) throws(BenchError) -> Int {
        try begin(command)
        return try end()
    }

    /// Sends a command.
    func begin(_ command: String) throws(BenchError) {
        let text = Array((command + "\n").utf8)
        guard write(descriptor, text, text.count) == text.count else { throw .system("ask MPD", errno) }
    }

    /// Reads the whole answer of the command that was sent last.
    @discardableResult
    func end() throws(BenchError) -> Int { try lines(until: "OK") }

    /// Asks for a part of a picture.
    ///
    /// - Returns: The size of the whole picture, and of the part; 0 without a picture.
    func picture(_ command: String) throws(BenchError) -> (size: Int, count: Int) {
        try begin(command)
        var (answer, size, part) = ([UInt8](), 0, 0)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw .system("hear MPD", errno) }
            answer += buffer[..<count]
            // The lines in front of the part, then the part, a line feed and the end.
            var rest = answer[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[(end + 1)...]
                if line.hasPrefix("ACK") { throw BenchError("MPD answers: \(line)") }
                if line == "OK" { return (size, part) }
                if line.hasPrefix("size: ") { size = Int(line.dropFirst(6)) ?? 0 }
                guard line.hasPrefix("binary: ") else { continue }
                part = Int(line.dropFirst(8)) ?? 0
                if rest.count >= part + 4 { return (size, part) }
                break
            }
        }
    }

    private func lines(until end: String) throws(BenchError) -> Int {
        var (size, last) = (0, [UInt8]())
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw .system("hear MPD", errno) }
            size += count
            // The end is a line of its own, and the answer never goes on behind it.
            last = Array((last + buffer[..<count]).suffix(256))
            guard last.last == UInt8(ascii: "\n") else { continue }
            let line = last.dropLast().split(separator: UInt8(ascii: "\n")).last ?? []
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("ACK") { throw BenchError("MPD answers: \(text)") }
            if text.hasPrefix(end) { return size }
        }
    }
}
