// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The names under which this machine answers.
///
/// A page elsewhere can make its own name resolve to this machine's address (DNS rebinding); its requests then have
/// that name, and are refused before anything else is checked.
package struct HostRule: Sendable, Equatable {
    private var names: Set<String>
    private var addresses: Set<[UInt8]>

    /// - Parameters:
    ///   - hostname: Of this machine; `HOSTNAME.local` is accepted as well.
    ///   - configured: Further names.
    ///   - addresses: The addresses of this machine, as text.
    package init(hostname: String, configured: [String] = [], addresses: [String] = []) {
        let name = hostname.lowercased()
        names = ["localhost"]
        if !name.isEmpty {
            names.insert(name)
            names.insert((name.split(separator: ".").first.map(String.init) ?? name) + ".local")
        }
        names.formUnion(configured.map { $0.lowercased() })
        self.addresses = Set(addresses.compactMap(Self.bytes))
        self.addresses.formUnion(["127.0.0.1", "::1"].compactMap(Self.bytes))
    }

    /// Whether a `Host` field names this machine, with or without a port.
    package func allows(_ field: String?) -> Bool {
        guard let field, let host = Self.host(of: field) else { return false }
        if let bytes = Self.bytes(host) { return addresses.contains(bytes) }
        return names.contains(host.lowercased())
    }

    /// Whether a text can be the name of a host: letters, digits, `-` and `.`.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix(".") && !text.hasPrefix("-")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// Whether a text is the address of one machine, of version 4 or 6, without the name of an interface.
    package static func isAddress(_ text: String) -> Bool {
        guard !text.contains("%"), let bytes = Self.bytes(text) else { return false }
        return bytes.contains { $0 != 0 }
    }

    /// Whether only this machine reaches an address.
    package static func isLoopback(_ address: String) -> Bool {
        guard let bytes = Self.bytes(address) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == Self.bytes("::1")
    }

    /// An address as it is written before a port.
    package static func written(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }

    /// The host of `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`; `nil` for anything else.
    static func host(of field: String) -> String? {
        guard field.utf8.count <= 300 else { return nil }
        let (host, rest): (Substring, Substring)
        if field.hasPrefix("[") {
            guard let end = field.firstIndex(of: "]") else { return nil }
            host = field[field.index(after: field.startIndex)..<end]
            rest = field[field.index(after: end)...]
            guard host.contains(":") else { return nil }
        } else {
            let end = field.firstIndex(of: ":") ?? field.endIndex
            (host, rest) = (field[..<end], field[end...])
            guard isName(String(host)) else { return nil }
        }
        guard rest.isEmpty || isPort(rest) else { return nil }
        return String(host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst()
        return text.hasPrefix(":") && (1...5).contains(digits.utf8.count)
            && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The bytes of an address; one of version 4 in the form of version 6 is the former.
    static func bytes(_ text: String) -> [UInt8]? {
        var (four, six) = ([UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 16))
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        // What follows the percent sign names an interface of this machine only.
        guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 else { return nil }
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        return six.starts(with: mapped) ? Array(six.suffix(4)) : six
    }
}
