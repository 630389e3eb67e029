// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime
internal import Synchronization

/// A program on a bus that does nothing but call, as fast as the bus takes it.
///
/// It speaks the protocol itself, so that it costs hardly anything beside those that are called.
package final class BusFlood: Sendable {
    /// Which byte of a number comes first.
    package enum ByteOrder: Sendable {
        case little
        case big
    }

    /// A method, and its arguments as the wire has them.
    package struct Call: Sendable {
        package var interface: String
        package var member: String
        package var path: String
        package var service: String
        package var signature: String
        package var body: [UInt8] = []
        fileprivate let order: ByteOrder
        fileprivate let isSignal: Bool

        /// - Parameters:
        ///   - texts: Arguments, all of the type `s`, which come first.
        ///   - numbers: Arguments, all of the type `u`, which come next.
        ///   - hasOptions: An empty `a{sv}` is the last argument.
        package init(
            _ interface: String, _ member: String, at path: String, of service: String, _ texts: [String] = [],
            _ numbers: [UInt32] = [], hasOptions: Bool = false, order: ByteOrder = .little, isSignal: Bool = false
        ) {
            self.order = order
            self.isSignal = isSignal
            (self.interface, self.member, self.path, self.service) = (interface, member, path, service)
            signature =
                String(repeating: "s", count: texts.count) + String(repeating: "u", count: numbers.count)
                + (hasOptions ? "a{sv}" : "")
            for text in texts { body.append(text: text, order) }
            for number in numbers { body.append(aligned: number, order) }
            if hasOptions {
                body.append(aligned: 0, order)
                body.pad(to: 8)
            }
        }
    }

    private let socket: Int32

    /// Connects to a bus by the address of its socket (`unix:path=…`). Blocks.
    package init(_ address: String) throws {
        let path = address.split(separator: ",")[0].dropFirst("unix:path=".count)
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        let connection = socket
        let isConnected = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        let identity = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        guard isConnected, send(Array("\0AUTH EXTERNAL \(identity)\r\n".utf8)), receive().starts(with: "OK".utf8),
            send(Array("BEGIN\r\n".utf8)),
            send(
                Self.message(
                    Call("org.freedesktop.DBus", "Hello", at: "/org/freedesktop/DBus", of: "org.freedesktop.DBus"),
                    serial: 1, wantsAnswer: true)), !receive().isEmpty
        else { throw SupportError("the bus takes no connection") }
    }

    deinit { close(socket) }

    /// Sends calls until so many have gone or the time is over. Blocks.
    ///
    /// - Parameters:
    ///   - wantsAnswers: Answers are read and thrown away.
    ///   - isOver: Whether to end before.
    /// - Returns: How many were sent.
    @discardableResult
    package func send(
        _ call: Call, count: Int, within limit: Duration, wantsAnswers: Bool, isOver: () -> Bool = { false }
    ) -> Int {
        let end = ContinuousClock.now + limit
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for number in 0..<count {
            guard !isOver(), ContinuousClock.now < end,
                send(Self.message(call, serial: UInt32(number + 2), wantsAnswer: wantsAnswers))
            else { return number }
            while recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
        }
        return count
    }

    /// Sends calls, all at once, and counts the errors of a name that answer them. Blocks.
    ///
    /// - Parameters:
    ///   - expected: It is over with so many, or when nothing comes for 10 seconds.
    ///   - isOnePiece: Whether all calls are written together, so that whoever gets them may read them together.
    package func errors(
        _ name: String, to call: Call, count: Int, expected: Int, isOnePiece: Bool = false
    ) -> Int {
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let messages = (0..<count).map { Self.message(call, serial: UInt32($0 + 2), wantsAnswer: true) }
        for bytes in isOnePiece ? [messages.flatMap(\.self)] : messages where !send(bytes) { return 0 }
        var found = 0
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while found < expected {
            let size = recv(socket, &buffer, buffer.count, 0)
            guard size > 0 else { break }
            rest += buffer.prefix(size)
            var start = 0
            while let length = Self.size(of: rest[start...]) {
                let message = rest[start..<(start + length)]
                start += length
                if message[message.startIndex + 1] == 3, message.contains(name.utf8) { found += 1 }
            }
            rest.removeFirst(start)
        }
        return found
    }

    /// The size of the message that some bytes begin with; `nil` when it is not complete.
    private static func size(of bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 16 else { return nil }
        func number(_ index: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[bytes.startIndex + index + $1]) << (8 * $1) }
        }
        let size = 16 + (number(12) + 7) / 8 * 8 + number(4)
        return size <= bytes.count ? size : nil
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

    private func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// A call as D-Bus has it.
    private static func message(_ call: Call, serial: UInt32, wantsAnswer: Bool) -> [UInt8] {
        var fields: [UInt8] = []
        for (code, type, text) in [
            (1, "o", call.path), (2, "s", call.interface), (3, "s", call.member), (6, "s", call.service),
        ] as [(UInt8, String, String)] {
            fields.pad(to: 8)
            fields += [code, 1] + Array(type.utf8) + [0]
            fields.append(text: text, call.order)
        }
        if !call.signature.isEmpty {
            fields.pad(to: 8)
            fields += [8, 1, UInt8(ascii: "g"), 0, UInt8(call.signature.utf8.count)] + Array(call.signature.utf8) + [0]
        }
        var message: [UInt8] = [
            UInt8(ascii: call.order == .big ? "B" : "l"), call.isSignal ? 4 : 1, wantsAnswer ? 0 : 1, 1,
        ]
        message.append(aligned: UInt32(call.body.count), call.order)
        message.append(aligned: serial, call.order)
        message.append(aligned: UInt32(fields.count), call.order)
        message += fields
        message.pad(to: 8)
        return message + call.body
    }
}

/// Calls that a program sends while a test does something else. They have a thread of their own, since sending blocks, and
/// all tasks together have only as many threads as there are processors.
package final class RunningFlood: Sendable {
    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    private let end = End()
    private let sending: Task<Int, any Error>

    /// Begins to send so many calls, as ``BusFlood/send(_:count:within:wantsAnswers:isOver:)`` does.
    package init(
        _ address: String, _ call: BusFlood.Call, count: Int, within limit: Duration = .seconds(60), wantsAnswers: Bool
    ) {
        sending = Task { [end] in
            try await BlockingExecutor(label: "flood").runThrowing {
                try BusFlood(address).send(call, count: count, within: limit, wantsAnswers: wantsAnswers) {
                    end.isReached.load(ordering: .relaxed)
                }
            }
        }
    }

    /// Returns the number of calls that were sent, when all are.
    package func sent() async throws -> Int { try await sending.value }

    /// Ends it before all calls were sent; returns the number of those that were.
    package func stop() async throws -> Int {
        end.isReached.store(true, ordering: .relaxed)
        return try await sent()
    }
}

extension [UInt8] {
    fileprivate mutating func pad(to size: Int) {
        while count % size != 0 { append(0) }
    }

    fileprivate mutating func append(aligned number: UInt32, _ order: BusFlood.ByteOrder) {
        pad(to: 4)
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        append(contentsOf: order == .big ? bytes.reversed() : bytes)
    }

    fileprivate mutating func append(text: String, _ order: BusFlood.ByteOrder) {
        append(aligned: UInt32(text.utf8.count), order)
        append(contentsOf: text.utf8)
        append(0)
    }
}
