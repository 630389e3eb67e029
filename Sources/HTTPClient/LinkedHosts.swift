// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// The hosts and the single addresses that documents of the internet name, which must be on the internet whenever they are
/// asked.
///
/// They were looked up when the document was read; their names may mean another machine by the time they are played.
@MediaActor
package final class LinkedHosts {
    /// The largest number of hosts, and of addresses; the oldest ones are forgotten.
    private static let limit = 10_000

    private var hosts = Names()
    private var addresses = Names()

    package nonisolated init() {}

    /// Everything at the host of an address counts as named.
    func insert(_ address: String) {
        if let host = HTTPAddress.host(of: address) { hosts.insert(host, limit: Self.limit) }
    }

    /// Only this address counts as named, and nothing else at its host: the user may have resources of their own there.
    func insert(only address: String) {
        if let key = Self.key(address) { addresses.insert(key, limit: Self.limit) }
    }

    /// Whether an address, or its host, was named by a document of the internet.
    package func contains(_ address: String) -> Bool {
        if HTTPAddress.host(of: address).map(hosts.contains) == true { return true }
        return Self.key(address).map(addresses.contains) ?? false
    }

    /// Returns the host and the path; the same for all spellings, schemes and ports.
    private static func key(_ address: String) -> String? {
        guard let host = HTTPAddress.host(of: address), let start = address.firstRange(of: "://")?.upperBound else {
            return nil
        }
        let path = address[start...].drop { !"/?#".contains($0) }.prefix { $0 != "#" }
        return host + (path.hasPrefix("/") ? "" : "/") + path
    }

    /// Names in the order in which they came.
    private struct Names {
        private var names: Set<String> = []
        private var order: [String] = []

        mutating func insert(_ name: String, limit: Int) {
            guard names.insert(name).inserted else { return }
            order.append(name)
            if order.count > limit { names.remove(order.removeFirst()) }
        }

        func contains(_ name: String) -> Bool { names.contains(name) }
    }
}
