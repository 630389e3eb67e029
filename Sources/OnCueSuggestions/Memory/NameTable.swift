// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Assigns small numbers to names, so that comparing them is cheap.
struct NameTable: Sendable, Equatable {
    /// The number that means no name.
    static let none: Int32 = -1

    private(set) var names: [String] = []
    private var numbers: [String: Int32] = [:]

    var count: Int { names.count }

    /// Returns the number of a known name.
    func number(knownFor name: String) -> Int32? { numbers[name] }

    /// Returns the number of a name, and gives one to a new name.
    mutating func number(for name: String) -> Int32 {
        if let number = numbers[name] { return number }
        let number = Int32(names.count)
        names.append(name)
        numbers[name] = number
        return number
    }

    /// Keeps only some of the names, in this order.
    ///
    /// - Returns: The new number of each old one, ``none`` for removed ones.
    mutating func keep(_ kept: [Int32]) -> [Int32] {
        var renumbered = [Int32](repeating: Self.none, count: names.count)
        var table = NameTable()
        for old in kept where old >= 0 { renumbered[Int(old)] = table.number(for: names[Int(old)]) }
        self = table
        return renumbered
    }
}
