// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The numbers of outputs, which stay as long as the program runs: a client may name one long after it was told of it.
package struct OutputNumbers: Sendable {
    /// More than there are at a time; outputs of the network may come and go without end.
    private static let most = 1_000

    private var numbers: [String: Int] = [:]
    private var next = 0

    package init() {}

    /// Returns the numbers of all outputs that there are, by their identifiers; new ones get the next numbers.
    package mutating func numbers(of identifiers: [String]) -> [Int] {
        if numbers.count + identifiers.count > Self.most {
            let present = Set(identifiers)
            numbers = numbers.filter { present.contains($0.key) }
        }
        return identifiers.map { identifier in
            if let number = numbers[identifier] { return number }
            defer { next += 1 }
            numbers[identifier] = next
            return next
        }
    }
}
