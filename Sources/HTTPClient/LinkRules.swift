// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where what a server says may lead: not into the network at home, of which it knows nothing but what it could misuse.
package struct LinkRules: Sendable {
    /// Links may lead anywhere.
    package var allowsPrivate = false
    /// Whether an address is one of everybody's.
    package var isPublic: @Sendable (NetworkAddress) -> Bool = \.isPublic

    package init(allowsPrivate: Bool = false) {
        self.allowsPrivate = allowsPrivate
    }

    /// Whether a link in a document may lead only to public addresses: all but those of a document that comes from the
    /// network at home itself. That a link stays at its host says nothing, since the name may mean another machine then.
    ///
    /// - Parameter remote: Where the document was read from, if that is known; its name counts besides.
    package func isGuarded(_ address: String, from document: String, at remote: NetworkAddress? = nil) -> Bool {
        guard !allowsPrivate else { return false }
        guard HTTPAddress.host(of: address) != nil, let source = HTTPAddress.host(of: document) else { return true }
        return !isAtHome(source) && remote.map(isPublic) ?? true
    }

    /// A name that the internet does not know, or an address of the network at home.
    package func isAtHome(_ host: String) -> Bool {
        if let address = HTTPAddress.numeric(host) { return !isPublic(address) }
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return true }
        // No name ends in a number; 127.1 and 0x7f.0.0.1 are older ways to write an address.
        return last.first?.isNumber == true || Self.homes.contains(String(last)) || host.hasSuffix(".home.arpa")
    }

    /// RFC 6762, RFC 6761, and what routers use.
    private static let homes: Set<String> = ["local", "localhost", "internal", "lan", "home"]
}
