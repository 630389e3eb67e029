// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime
internal import SnapcastControl

/// A connection over TCP, whose lines are read on a thread that waits for them.
///
/// Safe from any thread.
final class ControlSocket: Sendable {
    /// The time within which the other side must take the data sent.
    private static let sendLimit = timeval(tv_sec: 2, tv_usec: 0)

    private let descriptor: Int32

    /// Connects. Blocks at most for the limit if a host does not answer, and in addition as long as the resolver does.
    ///
    /// - Returns: `nil` if nothing answers at the address.
    init?(_ address: ServiceAddress, within limit: Duration) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0 else { return nil }
        defer { freeaddrinfo(found) }
        let deadline = ContinuousClock.now + limit
        var next = found
        while let candidate = next {
            let descriptor = socket(
                candidate.pointee.ai_family,
                candidate.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            if descriptor >= 0 {
                if Self.connects(descriptor, candidate.pointee, before: deadline) {
                    Self.beBlocking(descriptor)
                    self.descriptor = descriptor
                    return
                }
                Glibc.close(descriptor)
            }
            next = candidate.pointee.ai_next
        }
        return nil
    }

    deinit { Glibc.close(descriptor) }

    private static func connects(_ descriptor: Int32, _ info: addrinfo, before deadline: ContinuousClock.Instant)
        -> Bool
    {
        if connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return true }
        guard errno == EINPROGRESS else { return false }
        let left = max(.zero, deadline - .now) / .milliseconds(1)
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, Int32(min(left, 60_000))) == 1 else { return false }
        var (error, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0
    }

    /// Only a thread of its own waits here. A host that disappears silently is noticed after some minutes.
    private static func beBlocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        var (limit, isOn, idle, interval, count) = (sendLimit, Int32(1), Int32(60), Int32(15), Int32(4))
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &isOn, size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, &idle, size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, &interval, size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, &count, size)
    }

    /// Reads until the connection ends, or the other side sends data that is not lines. Blocks all that time.
    ///
    /// - Parameter take: Receives the lines of each portion, and waits until they have been processed, so that a server
    ///   that floods is read no faster than its messages are understood.
    func read(_ take: (_ lines: [[UInt8]]) -> Void) {
        var lines = SnapcastLines()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, let found = lines.append(buffer[..<count]) else { return }
            if !found.isEmpty { take(found) }
        }
    }

    /// Sends all of it. Blocks while the other side takes nothing, for at most two seconds.
    ///
    /// - Returns: `false` if it could not be sent; the connection is unusable then.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Ends the connection, and with it ``read(_:)``.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
