// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A socket on which a server of the tests listens, on a port of its own.
///
/// Whoever accepts on it holds it: closed under a thread that still comes back to it, its number would belong to the
/// next server, whose callers that thread would answer.
final class ListeningSocket: Sendable {
    private let socket: Int32
    let port: UInt16

    /// - Parameters:
    ///   - wanted: 0 for any port that is free.
    ///   - host: The last number of the address, 127.0.0.1 for 1.
    init(port wanted: UInt16 = 0, host: UInt8 = 1) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
        // Who asks for a port may have had it before, with connections that the system still remembers.
        var isReused: Int32 = wanted == 0 ? 0 : 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (0x7F00_0000 | UInt32(host)).bigEndian
        address.sin_port = wanted.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = socket
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isListening else { throw PulseServerError("cannot listen") }
    }

    deinit { close(socket) }

    /// Waits for the next caller.
    ///
    /// - Returns: The connection, which the caller closes; `nil` after ``end()``.
    func accept() -> Int32? {
        let connection = Glibc.accept(socket, nil, nil)
        return connection >= 0 ? connection : nil
    }

    /// Has ``accept()`` return, now and from now on.
    func end() { shutdown(socket, Int32(SHUT_RDWR)) }
}
