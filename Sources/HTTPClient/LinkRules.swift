// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The permitted targets of links from servers: not the home network, which they could only misuse.
package struct LinkRules: Sendable {
    /// Links may lead anywhere.
    package var allowsPrivate = false
    /// Whether an address is public.
    package var isPublic: @Sendable (NetworkAddress) -> Bool = \.isPublic
    /// Whether an address means the local machine on every machine.
    package var isLoopback: @Sendable (NetworkAddress) -> Bool = \.isLoopback

    package init(allowsPrivate: Bool = false) {
        self.allowsPrivate = allowsPrivate
    }

    /// Returns whether a link in a document may lead only to public addresses: all but those of a document from the
    /// home network itself. A link to the same host is no exception, since the name may resolve to another machine
    /// then.
    ///
    /// - Parameter remote: The address from which the document was read, if known; its name counts as well.
    package func isGuarded(_ address: String, from document: String, at remote: NetworkAddress? = nil) -> Bool {
        guard !allowsPrivate else { return false }
        guard HTTPAddress.host(of: address) != nil, let source = HTTPAddress.host(of: document) else { return true }
        return !isAtHome(source) && remote.map(isPublic) ?? true
    }

    /// Returns whether a link must not lead to services that only this machine can reach: if it is in a document of
    /// another machine, which means itself by `127.0.0.1`, or is malicious. A name of the same host may be this
    /// machine.
    ///
    /// - Parameter remote: The address from which the document was read, if known.
    package func sparesThisMachine(_ address: String, from document: String, at remote: NetworkAddress? = nil) -> Bool {
        guard !allowsPrivate else { return false }
        if let remote { return !isHere(remote) }
        guard let source = HTTPAddress.host(of: document) else { return true }
        if let source = HTTPAddress.numeric(source) { return !isHere(source) }
        return source != "localhost" && !source.hasSuffix(".localhost") && source != HTTPAddress.host(of: address)
    }

    /// Whether an address belongs to this machine, including its addresses in its networks.
    func isHere(_ address: NetworkAddress) -> Bool {
        isLoopback(address) || MachineAddresses.all().contains { HTTPAddress.numeric($0) == address }
    }

    /// Returns whether a host has a name that the internet does not know, or an address of the network at home.
    package func isAtHome(_ host: String) -> Bool {
        if let address = HTTPAddress.numeric(host) { return !isPublic(address) }
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return true }
        // No name ends in a number; 127.1 and 0x7f.0.0.1 are older ways to write an address.
        return last.first?.isNumber == true || Self.homes.contains(String(last)) || host.hasSuffix(".home.arpa")
    }

    /// RFC 6762, RFC 6761, and the names used by routers.
    private static let homes: Set<String> = ["local", "localhost", "internal", "lan", "home"]
}
