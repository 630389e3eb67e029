// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The numbers of outputs, which stay the same as long as the program runs: a client may use one long after it was
/// listed.
package struct OutputNumbers: Sendable {
    /// The number of outputs above which those that are gone are forgotten; outputs of the network may come and go
    /// without end.
    private static let most = 1_000

    private var numbers: [String: Int] = [:]
    private var next = 0

    package init() {}

    /// Returns the numbers of all present outputs, by their identifiers; new ones get the next numbers.
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
