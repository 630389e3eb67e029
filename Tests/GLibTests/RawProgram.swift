// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueRuntime
import OnCueTestSupport

/// The end of a socket that writes whatever it is told.
final class RawProgram: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let descriptor = descriptor
        let status = Self.with(path) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        guard status == 0 else { throw SupportError("cannot connect to \(path)") }
    }

    deinit { close(descriptor) }

    /// Leaves a socket behind on which nobody listens.
    static func leaveSocket(at path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let status = with(path) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        guard status == 0 else { throw SupportError("cannot make a socket at \(path)") }
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
        }
    }

    /// Sends as much as there is room for.
    func write(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Sends the same again and again on a thread of its own, until ``stop()`` or the other end has closed.
    func flood(_ bytes: [UInt8]) {
        Task {
            await BlockingExecutor(label: "test.flood").run { [self] in
                while send(self.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
            }
        }
    }

    /// Reads so much at most of what is there.
    func read(_ count: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: count)
        return max(0, recv(descriptor, &buffer, count, Int32(MSG_DONTWAIT)))
    }

    /// Reads until the other end has closed; `false` if that fails.
    func readToEnd() async -> Bool {
        await BlockingExecutor(label: "test.stranger").run { [self] in
            var buffer = [UInt8](repeating: 0, count: 256)
            while true {
                let count = recv(self.descriptor, &buffer, buffer.count, 0)
                // With what was not read, the end is a reset.
                if count == 0 || count < 0 && errno == ECONNRESET { return true }
                if count < 0 { return false }
            }
        }
    }

    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
