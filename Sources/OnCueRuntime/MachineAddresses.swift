// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The addresses of this machine.
package enum MachineAddresses {
    /// Those in its networks as text, those of version 4 first, and link-local ones last; of version 6, these contain
    /// `%`.
    package static func all() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var (four, six): ([String], [String]) = ([], [])
        var next = unsafe first
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            guard let address = unsafe entry.pointee.ifa_addr,
                unsafe entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            switch unsafe Int32(address.pointee.sa_family) {
            case AF_INET: unsafe four.append(text(address, socklen_t(MemoryLayout<sockaddr_in>.size)))
            case AF_INET6: unsafe six.append(text(address, socklen_t(MemoryLayout<sockaddr_in6>.size)))
            default: break
            }
        }
        return ordered((four + six).filter { !$0.isEmpty })
    }

    /// Returns the same addresses with link-local ones after all others.
    package static func ordered(_ addresses: [String]) -> [String] {
        let isNear = { (address: String) in address.hasPrefix("169.254.") || address.contains("%") }
        return addresses.filter { !isNear($0) } + addresses.filter(isNear)
    }

    private static func text(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard unsafe getnameinfo(address, length, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return ""
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
