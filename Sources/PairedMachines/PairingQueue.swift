// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The callers of a machine that waits to be paired, which handles them one at a time.
///
/// The next caller is one from the network that had the fewest turns, so a stranger that keeps calling delays no one
/// else. Three callers per network are accepted in any minute; the rest are refused.
package struct PairingQueue<Caller> {
    /// The largest number of waiting callers.
    package static var most: Int { 32 }
    /// The largest number of networks remembered.
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
    ///   - address: The bytes of its address. For IPv6, where anyone can have any number of addresses, only the network
    ///     counts.
    ///   - now: The time on a clock that never goes back.
    /// - Returns: `false` if the caller is refused.
    package mutating func add(_ caller: Caller, from address: [UInt8], at now: Duration) -> Bool {
        let network = ConnectionLimits.network(address)
        guard waiting.count < Self.most, networks[network] != nil || networks.count < Self.mostNetworks,
            networks[network, default: Network()].tries.allows(at: now)
        else { return false }
        waiting.append((caller, network))
        return true
    }

    /// Removes the caller whose turn is next, and counts the turn; `nil` if no caller waits.
    package mutating func next() -> Caller? {
        let counts = waiting.map { networks[$0.network]?.heard ?? 0 }
        guard let least = counts.min(), let index = counts.firstIndex(of: least) else { return nil }
        let (caller, network) = waiting.remove(at: index)
        networks[network]?.heard += 1
        return caller
    }
}
