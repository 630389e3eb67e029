// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One row of the comparison: the same thing of every player, where less is better.
struct PeerRow {
    static let own = "OnCue"

    let name: String
    let unit: String
    /// How each of them is asked for it.
    let method: String
    /// Why OnCue is behind where it is, as it was found out.
    var reason: String?
    /// What it consists of, a sentence for each player.
    var parts: [String] = []
    private(set) var samples: [String: Samples] = [:]
    /// What the machine needs for it without a player.
    private(set) var bare: (name: String, samples: Samples)?

    init(_ name: String, _ unit: String, _ method: String, reason: String? = nil) {
        self.name = name
        self.unit = unit
        self.method = method
        self.reason = reason
    }

    mutating func add(_ value: Double, of player: String) { samples[player, default: Samples()].add(value) }

    mutating func add(milliseconds time: Duration, of player: String) { add(time / .milliseconds(1), of: player) }

    mutating func addBare(_ name: String, _ value: Double) {
        if bare == nil { bare = (name, Samples()) }
        bare?.samples.add(value)
    }

    func median(of player: String) -> Double? { samples[player]?.median }

    /// The best of the others, where there is one.
    var best: (name: String, value: Double)? {
        let others = samples.filter { $0.key != Self.own }.compactMap { name, samples in
            samples.median.map { (name: name, value: $0) }
        }
        return others.min { ($0.value, $0.name) < ($1.value, $1.name) }
    }

    /// What OnCue takes for each unit that the best of the others takes; below 1 it is ahead.
    var ratioToBest: Double? {
        guard let own = median(of: Self.own), let best, best.value > 0 else { return nil }
        return own / best.value
    }

    var ratioToBare: Double? {
        guard let own = median(of: Self.own), let bare = bare?.samples.median, bare > 0 else { return nil }
        return own / bare
    }

    /// Figures that differ by less than their usual spread are level.
    var isBehind: Bool {
        guard let own = median(of: Self.own), let best else { return false }
        return own > 1.02 * best.value
    }
}
