// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// Links that somebody else will ask for: what is said of them before is all that can be done.
extension HTTPClient {
    /// How long the name of a host may take to be looked up.
    private static let lookupLimit: Duration = .seconds(5)
    /// So many hosts that one document names are looked up; others are closed.
    private static let hostLimit = 200

    /// Whether a document that says where a thing has moved for good is to be believed: one of the internet does not send
    /// into the network at home.
    package func accepts(move address: String, from document: String) -> Bool {
        guard rules.isGuarded(address, from: document) else { return true }
        return HTTPAddress.host(of: address).map { !rules.isAtHome($0) } ?? false
    }

    /// The hosts among those of the addresses that a document names where it must not lead another part of this program,
    /// such as a player, as ``HTTPAddress/authority(of:)`` gives them.
    ///
    /// The name of each host is looked up, and closed where it means the network at home; a name that nobody knows is not,
    /// since nothing can be asked for there. It may mean another machine by the time it is asked for, which a request of
    /// this client would see. All hosts together take no longer than one may.
    ///
    /// - Parameter isFromHome: The document was read from the network at home, whatever its host is called.
    package func closedHosts(
        of addresses: some Sequence<String>, from document: String, isFromHome: Bool = false
    ) async -> Set<Substring> {
        guard !isFromHome else { return [] }
        var hosts: [Substring: String] = [:]
        for address in addresses { hosts[HTTPAddress.authority(of: address)] = address }
        hosts = hosts.filter { rules.isGuarded($0.value, from: document) }
        let asked = hosts.prefix(Self.hostLimit)
        let looks = asked.map { host, address in (host, Task { await isOpen(address) }) }
        var closed = Set(hosts.keys).subtracting(asked.map(\.key))
        for (host, look) in looks {
            if await look.value, let address = hosts[host] { linkedHosts.insert(address) } else { closed.insert(host) }
        }
        return closed
    }

    /// Whether what is at an address is on the internet, as far as a look at its name tells.
    private func isOpen(_ address: String) async -> Bool {
        guard let host = HTTPAddress.host(of: address), !rules.isAtHome(host) else { return false }
        let addresses = await MediaActor.value(within: Self.lookupLimit) { await HostLookup.addresses(of: host) }
        return addresses?.allSatisfy(rules.isPublic) ?? false
    }
}
