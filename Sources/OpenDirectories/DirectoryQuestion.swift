// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The addresses at which directories answer a search.
package enum DirectoryQuestion {
    /// Returns the address that searches podcasts, with the parameters of Apple's search unless the address is that of
    /// another directory.
    ///
    /// - Parameter directory: `https://itunes.apple.com/search`, an address that ends with `/search.json` like that of
    ///   gpodder.net, or one with `/search/podcast` like that of fyyd.
    package static func podcasts(_ directory: String, matching words: String, limit: Int) -> String {
        let directory = trimmed(directory)
        let words = escaped(words)
        if directory.hasSuffix("/search.json") { return "\(directory)?q=\(words)" }
        if directory.hasSuffix("/search/podcast") { return "\(directory)?term=\(words)&count=\(limit)" }
        return "\(directory)?media=podcast&term=\(words)&limit=\(limit)"
    }

    /// The field that is searched.
    package enum StationField: String, Sendable, CaseIterable {
        case name
        case tag
    }

    /// Returns the address that searches stations on a server of Radio Browser, those with the most votes first.
    package static func stations(
        _ server: String, matching words: String, in field: StationField, limit: Int
    ) -> String {
        // Tags are in lower case.
        let words = escaped(field == .tag ? words.lowercased() : words)
        return trimmed(server) + "/json/stations/search?\(field)=\(words)&limit=\(limit)"
            + "&hidebroken=true&order=votes&reverse=true"
    }

    /// Returns the domain whose servers share the work of a directory, if the address names all of them:
    /// `https://all.api.radio-browser.info` stands for the servers of `radio-browser.info`.
    package static func sharedDomain(_ directory: String) -> String? {
        let prefix = "https://all.api."
        guard directory.hasPrefix(prefix) else { return nil }
        let domain = trimmed(directory).dropFirst(prefix.count)
        return domain.isEmpty || domain.contains("/") || domain.contains(":") ? nil : String(domain)
    }

    /// Returns the addresses of the servers of a domain, in the order of the hosts that DNS returns.
    ///
    /// Answers of DNS can be forged on the way. So hosts outside of the domain are left out, and the others are asked
    /// over https, where they must prove their identity. If none is left, known servers are used.
    package static func servers(_ hosts: [String], of domain: String) -> [String] {
        let domain = domain.lowercased()
        let hosts = hosts.map { $0.lowercased() }.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        let named = hosts.filter {
            $0.hasSuffix("." + domain) && $0.utf8.count > domain.utf8.count + 1 && $0.utf8.allSatisfy(isOfHost)
        }
        return (named.isEmpty ? known[domain] ?? [] : named).map { "https://" + $0 }
    }

    /// Known servers, for when DNS names none: no server has a certificate for the common name.
    private static let known = [
        "radio-browser.info": [
            "de1.api.radio-browser.info", "de2.api.radio-browser.info", "fi1.api.radio-browser.info",
        ]
    ]

    private static func isOfHost(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func trimmed(_ address: String) -> String {
        var address = address
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }

    /// Percent-encodes everything but letters, digits and `-._~` (RFC 3986).
    static func escaped(_ text: String) -> String {
        let hex = Array("0123456789ABCDEF")
        var out = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                out += "%" + String(hex[Int(byte >> 4)]) + String(hex[Int(byte & 15)])
            }
        }
        return out
    }
}
