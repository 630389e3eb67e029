// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import Synchronization

/// A server on a port of its own that answers lines, as a test wants.
package final class LineServer: Sendable {
    private let listener: ListeningSocket
    private let connections = Mutex<[Int32]>([])

    /// How often somebody has connected.
    package var callers: Int { connections.withLock { $0.count } }

    package var port: UInt16 { listener.port }

    /// - Parameters:
    ///   - greeting: What it sends to whoever connects.
    ///   - answer: What it sends after each portion that it gets; `nil` ends the connection.
    package init(greeting: [UInt8] = [], answer: @escaping @Sendable (String) -> [UInt8]?) throws {
        let listener = try ListeningSocket()
        self.listener = listener
        let connections = { @Sendable [weak self] (connection: Int32) in
            self?.connections.withLock { $0.append(connection) } ?? ()
        }
        DispatchQueue(label: "test.line-server").async {
            while let connection = listener.accept() {
                connections(connection)
                DispatchQueue(label: "test.line-server-caller").async {
                    Self.serve(connection, greeting, answer)
                }
            }
        }
    }

    deinit {
        listener.end()
        connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    }

    private static func serve(_ connection: Int32, _ greeting: [UInt8], _ answer: (String) -> [UInt8]?) {
        defer { shutdown(connection, Int32(SHUT_RDWR)) }
        guard send(connection, greeting) else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0, let bytes = answer(String(decoding: buffer[..<count], as: UTF8.self)),
                send(connection, bytes)
            else { return }
        }
    }

    private static func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }
}
