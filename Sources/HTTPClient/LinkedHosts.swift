// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// The hosts that documents of the internet name, which must be on the internet whenever they are asked.
///
/// They were looked up when the document was read; their names may mean another machine by the time they are played.
@MediaActor
package final class LinkedHosts {
    /// The largest number of hosts; the oldest ones are forgotten.
    private static let limit = 10_000

    private var hosts: Set<String> = []
    private var order: [String] = []

    package nonisolated init() {}

    func insert(_ address: String) {
        guard let host = HTTPAddress.host(of: address), hosts.insert(host).inserted else { return }
        order.append(host)
        if order.count > Self.limit { hosts.remove(order.removeFirst()) }
    }

    /// Whether the host of an address was named by a document of the internet.
    package func contains(_ address: String) -> Bool { HTTPAddress.host(of: address).map(hosts.contains) ?? false }
}
