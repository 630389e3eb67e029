// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MachineLink
internal import OnCueRuntime

/// A socket for calls of machines in the network, over IPv4 and IPv6.
struct ListeningSocket {
    let descriptor: Int32
    let port: Int

    /// - Parameter port: The port; 0 for any.
    /// - Throws: `unreachable` if the port is in use.
    init(port: Int) throws(LinkFault) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        var version6 = true
        var descriptor = socket(AF_INET6, kind, 0)
        if descriptor < 0 {
            version6 = false
            descriptor = socket(AF_INET, kind, 0)
        }
        var (on, off): (Int32, Int32) = (1, 0)
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if version6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size) }
        let isBound = version6 ? Self.bind6(descriptor, port) : Self.bind4(descriptor, port)
        guard isBound, listen(descriptor, 64) == 0 else {
            let words = ProcessEnvironment.text(ofError: errno)
            close(descriptor)
            throw LinkFault(.unreachable, "cannot wait for other machines on port \(port): \(words)")
        }
        self.descriptor = descriptor
        self.port = Self.port(of: descriptor)
    }

    /// Accepts the next caller, who may already be gone.
    ///
    /// - Returns: `nil` if no caller waits.
    func accept() -> (descriptor: Int32, address: [UInt8], host: String)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let caller = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.accept(descriptor, $0, &length)
            }
        }
        guard caller >= 0 else { return nil }
        _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
        return (caller, Self.bytes(of: storage), Self.host(of: &storage, length))
    }

    private static func bind6(_ descriptor: Int32, _ port: Int) -> Bool {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = in_port_t(port).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }

    private static func bind4(_ descriptor: Int32, _ port: Int) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func port(of descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        // The port is at the same place for both versions.
        return withUnsafeBytes(of: &storage) { Int($0[2]) << 8 | Int($0[3]) }
    }

    private static func bytes(of storage: sockaddr_storage) -> [UInt8] {
        withUnsafeBytes(of: storage) {
            Int32(storage.ss_family) == AF_INET6 ? Array($0[8..<24]) : Array($0[4..<8])
        }
    }

    /// Returns the bytes of an address as a user types it, or `nil` for a name.
    static func bytes(of host: String) -> [UInt8]? {
        var (four, six) = ([UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 16))
        if inet_pton(AF_INET, host, &four) == 1 { return four }
        let plain = host.prefix { $0 != "%" }
        return inet_pton(AF_INET6, String(plain), &six) == 1 ? six : nil
    }

    /// Returns the address as a user types it.
    private static func host(of storage: inout sockaddr_storage, _ length: socklen_t) -> String {
        withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Self.host($0, length) }
        }
    }

    static func host(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard getnameinfo(address, length, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return ""
        }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.hasPrefix("::ffff:") ? String(text.dropFirst(7)) : text
    }

    /// Returns the addresses of this machine as a user types them, except those that need the name of an interface.
    static func ownHosts() -> [String] { MachineAddresses.all().filter { !$0.contains("%") } }
}
