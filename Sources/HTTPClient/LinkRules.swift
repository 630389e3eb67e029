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

    /// Whether a link in a document may lead only to public addresses.
    ///
    /// One that stays at its host may not, since the person has named that, and one of a document that comes from the
    /// network at home itself.
    func isGuarded(_ address: String, from document: String) -> Bool {
        guard !allowsPrivate, let host = HTTPAddress.host(of: address) else { return false }
        guard let source = HTTPAddress.host(of: document) else { return true }
        return host != source && !isAtHome(source)
    }

    /// A name that the internet does not know, or an address of the network at home.
    func isAtHome(_ host: String) -> Bool {
        if let address = HTTPAddress.numeric(host) { return !isPublic(address) }
        let labels = host.split(separator: ".")
        return labels.count < 2 || Self.homes.contains(String(labels[labels.count - 1]))
            || host.hasSuffix(".home.arpa")
    }

    /// RFC 6762, RFC 6761, and what routers use.
    private static let homes: Set<String> = ["local", "localhost", "internal", "lan", "home"]
}
