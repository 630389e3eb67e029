// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The signals that a program wants (D-Bus specification, match rules). Only the sender, the interface and the member
/// of a rule are used. The program itself checks the other conditions, since it gets signals for other rules, too.
struct MatchRules {
    private static let most = 1024
    /// The longest rule in bytes, as on the bus.
    private static let longest = 1024

    private struct Rule {
        var text: String
        var interface: String?
        var member: String?
    }

    private var rules: [Rule] = []

    /// - Throws: `LimitsExceeded`.
    mutating func add(_ text: String) throws(BusError) {
        guard rules.count < Self.most else {
            throw BusError(name: BusError.limitsExceeded, message: "there are \(Self.most) match rules already")
        }
        guard text.utf8.count <= Self.longest else {
            throw BusError(
                name: BusError.limitsExceeded, message: "a match rule can have \(Self.longest) bytes")
        }
        let values = Self.values(text)
        // The bus itself sends no signals here.
        guard values["sender"] != "org.freedesktop.DBus" else { return }
        rules.append(Rule(text: text, interface: values["interface"], member: values["member"]))
    }

    mutating func remove(_ text: String) {
        if let place = rules.firstIndex(where: { $0.text == text }) { rules.remove(at: place) }
    }

    func match(_ member: String, of interface: String) -> Bool {
        rules.contains { ($0.interface ?? interface) == interface && ($0.member ?? member) == member }
    }

    /// Returns the values by their keys. Only names matter, and these contain no quotation marks and commas.
    private static func values(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1)
            if sides.count == 2 { values[String(sides[0])] = String(sides[1].filter { $0 != "'" }) }
        }
        return values
    }
}
