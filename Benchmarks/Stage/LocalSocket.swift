// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Sockets that lie in the file system.
enum LocalSocket {
    /// Connects to the socket at a path.
    ///
    /// - Returns: The descriptor, which the caller closes.
    static func connect(to path: String) throws(BenchError) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) == 0 }
        }
        guard isShort, isConnected else {
            let failure = errno
            close(descriptor)
            throw .system("connect to \(path)", failure)
        }
        return descriptor
    }
}
