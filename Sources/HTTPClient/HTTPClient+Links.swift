// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// Links for use by other programs: they can only be checked in advance.
extension HTTPClient {
    /// The time limit for looking up the name of a host.
    private static let lookupLimit: Duration = .seconds(5)
    /// The most hosts of one document that are looked up; others are closed.
    private static let hostLimit = 200

    /// Returns whether a document's notice of a permanent move is accepted: one of the internet may not lead into the
    /// home network.
    package func accepts(move address: String, from document: String) -> Bool {
        guard rules.isGuarded(address, from: document) else { return true }
        return HTTPAddress.host(of: address).map { !rules.isAtHome($0) } ?? false
    }

    /// Returns whether an address in a document is kept without looking its host up: one of the internet may not name
    /// the home network. A kept address must be on the internet whenever it is requested.
    ///
    /// A document with a name of the internet counts as one of the internet, even if the answer came from elsewhere: a
    /// manipulated name server could have redirected the name to a server at home.
    ///
    /// - Parameter asked: The requested address, which may have redirected to another one.
    package func keeps(_ address: String, of head: HTTPHead, asked: String) -> Bool {
        guard rules.isGuarded(address, from: asked) || rules.isGuarded(address, from: head.address) else {
            return true
        }
        guard let host = HTTPAddress.host(of: address), !rules.isAtHome(host) else { return false }
        // A server of the user that has a name of the internet may name other servers of the user.
        if !head.isFromHome { linkedHosts.insert(only: address) }
        return true
    }

    /// The source of a request for an address that the user has, such as that of a station: the unknown document if the
    /// internet has named it in this run, `nil` otherwise.
    package func source(of address: String) -> String? { linkedHosts.contains(address) ? "" : nil }

    /// Restricts the new address after a permanent move as the old one was.
    package func note(move target: String, of address: String) {
        if linkedHosts.contains(address) { linkedHosts.insert(only: target) }
    }

    /// Returns the hosts, among those of the addresses in a document, to which it must not lead another part of this
    /// program, such as a player, in the form of ``HTTPAddress/authority(of:)``.
    ///
    /// The name of each host is looked up, and closed if it resolves to the home network; an unknown name is not, since
    /// no connection can be made to it. It may resolve to another machine by the time of the connection, which a
    /// request of this client would detect. All hosts together take no longer than one may.
    ///
    /// - Parameters:
    ///   - isFromHome: Whether the document was read from the home network, regardless of the name of its host.
    ///   - isElsewhere: Whether it was read from another machine there, and may not lead to what only this machine can
    ///     reach.
    package func closedHosts(
        of addresses: some Sequence<String>, from document: String, isFromHome: Bool = false, isElsewhere: Bool = false
    ) async -> Set<Substring> {
        guard !isFromHome || isElsewhere && !rules.allowsPrivate else { return [] }
        var hosts: [Substring: String] = [:]
        for address in addresses { hosts[HTTPAddress.authority(of: address)] = address }
        hosts = hosts.filter {
            isFromHome ? HTTPAddress.host(of: $0.value) != nil : rules.isGuarded($0.value, from: document)
        }
        let asked = hosts.prefix(Self.hostLimit)
        let looks = asked.map { host, address in
            (host, Task { isFromHome ? await isShared(address) : await isOpen(address) })
        }
        var closed = Set(hosts.keys).subtracting(asked.map(\.key))
        for (host, look) in looks {
            guard await look.value, let address = hosts[host] else {
                closed.insert(host)
                continue
            }
            if !isFromHome { linkedHosts.insert(address) }
        }
        return closed
    }

    /// Returns whether an address is on the internet, as far as a lookup of its name shows.
    private func isOpen(_ address: String) async -> Bool {
        guard let host = HTTPAddress.host(of: address), !rules.isAtHome(host) else { return false }
        return await all(of: host, rules.isPublic)
    }

    /// Returns whether other machines can reach an address as well, as far as a lookup of its name shows.
    private func isShared(_ address: String) async -> Bool {
        guard let host = HTTPAddress.host(of: address) else { return false }
        return await all(of: host) { [rules] in !rules.isLoopback($0) }
    }

    private func all(of host: String, _ isFine: @escaping @Sendable (NetworkAddress) -> Bool) async -> Bool {
        let addresses = await MediaActor.value(within: Self.lookupLimit) { await HostLookup.addresses(of: host) }
        return addresses?.allSatisfy(isFine) ?? false
    }
}
