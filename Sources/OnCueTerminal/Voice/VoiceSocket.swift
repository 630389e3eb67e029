// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// A connection to a voice service, which is closed when this value is released.
struct VoiceSocket: ~Copyable {
    let descriptor: Int32

    /// Connects over TCP.
    ///
    /// - Returns: `nil` if no service answers at the address before the deadline.
    init?(_ address: ServiceAddress, before deadline: ContinuousClock.Instant) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0 else { return nil }
        defer { freeaddrinfo(found) }
        var next = found
        while let candidate = next {
            let descriptor = socket(
                candidate.pointee.ai_family,
                candidate.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
                    | Int32(SOCK_NONBLOCK.rawValue), 0)
            if descriptor >= 0,
                Self.connects(descriptor, candidate.pointee.ai_addr, candidate.pointee.ai_addrlen, before: deadline)
            {
                self.descriptor = descriptor
                return
            }
            if descriptor >= 0 { close(descriptor) }
            next = candidate.pointee.ai_next
        }
        return nil
    }

    /// Connects to a socket in the file system.
    init?(path: String, before deadline: ContinuousClock.Instant) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Self.connects(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size), before: deadline)
            }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func connects(
        _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t,
        before deadline: ContinuousClock.Instant
    ) -> Bool {
        if connect(descriptor, address, length) == 0 { return true }
        guard errno == EINPROGRESS, Descriptor.wait(descriptor, POLLOUT, before: deadline) else { return false }
        var (error, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0
    }
}
