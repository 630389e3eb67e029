// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The addresses of this machine that the kernel replaces by others after some hours (RFC 8981).
package enum TemporaryAddresses {
    /// The file of the kernel with the addresses of version 6.
    package static let path = "/proc/net/if_inet6"
    /// `IFA_F_TEMPORARY`
    private static let mark = 0x01

    /// Those in the text of the file, as `inet_ntop` writes them: each line has an address in hexadecimal, the number of the
    /// interface, the length of the prefix, the scope, the flags and the name of the interface.
    package static func all(in text: String) -> Set<String> {
        var found: Set<String> = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 6, let flags = Int(words[4], radix: 16), flags & mark != 0,
                let address = address(words[0])
            else { continue }
            found.insert(address)
        }
        return found
    }

    private static func address(_ digits: Substring) -> String? {
        let digits = Array(digits)
        guard digits.count == 32 else { return nil }
        let bytes = stride(from: 0, to: 32, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
        guard bytes.count == 16 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
