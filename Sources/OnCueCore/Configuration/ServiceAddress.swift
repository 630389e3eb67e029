// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The address of a service on the network: `tcp://HOST:PORT`.
package struct ServiceAddress: Sendable, Hashable, CustomStringConvertible {
    /// A name or a network address; IPv6 addresses are without brackets.
    package let host: String
    package let port: Int

    /// Parses the address; `nil` for any other text.
    package init?(_ text: String) {
        guard text.hasPrefix("tcp://"), text.utf8.count <= 300, let colon = text.lastIndex(of: ":") else { return nil }
        var host = text[text.index(text.startIndex, offsetBy: 6)..<max(colon, text.index(text.startIndex, offsetBy: 6))]
        let port = text[text.index(after: colon)...]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ Self.isPart($0) }),
            (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(port), (1...65_535).contains(number)
        else { return nil }
        (self.host, self.port) = (String(host), number)
    }

    /// Creates the address from its parts; `nil` if they are not valid. An IPv6 address is given without brackets.
    package init?(host: String, port: Int) {
        self.init("tcp://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)")
    }

    /// Whether it can only mean this machine: `localhost`, or a loopback address.
    package var isLoopback: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 < 0x3A }
    }

    package var description: String { "tcp://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
