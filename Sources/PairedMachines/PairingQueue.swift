// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Callers of a machine that waits to be paired, of which it hears one after the other.
///
/// A caller of the network that was heard least is next, so a stranger who calls again and again keeps nobody else waiting.
/// Three of a network are taken in any minute; the rest are refused.
package struct PairingQueue<Caller> {
    /// The most callers that wait.
    package static var most: Int { 32 }
    /// The most networks that are remembered.
    package static var mostNetworks: Int { 1_024 }

    private struct Network {
        var tries = PairingTries()
        var heard = 0
    }

    private var networks: [[UInt8]: Network] = [:]
    private var waiting: [(caller: Caller, network: [UInt8])] = []

    package init() {}

    package var isEmpty: Bool { waiting.isEmpty }

    /// Adds a caller.
    ///
    /// - Parameters:
    ///   - address: The bytes of its address. Of version 6, in which everybody can have as many addresses as he likes,
    ///     the network counts.
    ///   - now: On a clock that does not go back.
    /// - Returns: `false` if it is refused.
    package mutating func add(_ caller: Caller, from address: [UInt8], at now: Duration) -> Bool {
        let network = ConnectionLimits.network(address)
        guard waiting.count < Self.most, networks[network] != nil || networks.count < Self.mostNetworks,
            networks[network, default: Network()].tries.allows(at: now)
        else { return false }
        waiting.append((caller, network))
        return true
    }

    /// Removes the caller that is to be heard next, and counts it; `nil` if nobody waits.
    package mutating func next() -> Caller? {
        let counts = waiting.map { networks[$0.network]?.heard ?? 0 }
        guard let least = counts.min(), let index = counts.firstIndex(of: least) else { return nil }
        let (caller, network) = waiting.remove(at: index)
        networks[network]?.heard += 1
        return caller
    }
}
