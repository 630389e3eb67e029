// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import Synchronization

/// Ports of this machine for servers that are started later.
package enum FreePort {
    /// Below those that the kernel gives to whoever asks for any (ip(7), `ip_local_port_range`): what other tests open
    /// meanwhile takes none of these.
    private static let range: Range<UInt16> = 10_000..<32_000
    /// Those that were given: whoever got one may not listen there yet.
    private static let given = Mutex<Set<UInt16>>([])

    /// Returns a port at which nobody listens now, on any address of version 4.
    ///
    /// - Throws: ``SupportError`` when there is none.
    package static func next() throws -> UInt16 {
        for _ in 0..<1_000 {
            let port = UInt16.random(in: range)
            if isFree(port), given.withLock({ $0.insert(port).inserted }) { return port }
        }
        throw SupportError("there is no free port")
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
