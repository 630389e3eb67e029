// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Amounts of data in readable form, in powers of ten.
enum ByteCount {
    private static let units: [(letter: Character, factor: Double)] = [
        ("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
    ]
    private static let largest = 1e15

    /// Returns `500 MB`, or `2.5 GB`.
    static func text(_ bytes: Int) -> String {
        let count = Double(max(0, bytes))
        guard let (letter, factor) = units.last(where: { count >= $0.factor }) else { return "\(max(0, bytes)) bytes" }
        let tenths = (count / factor * 10).rounded() / 10
        let isWhole = tenths >= 100 || tenths == tenths.rounded()
        return (isWhole ? "\(Int(tenths.rounded()))" : "\(tenths)") + " \(letter)B"
    }

    /// Parses `500M`, `2.5G` or `8 GB`; returns `nil` for anything else.
    static func parse(_ text: String) -> Int? {
        var text = text.uppercased().filter { $0 != " " }
        if text.hasSuffix("B") { text.removeLast() }
        guard let letter = text.last, let unit = units.first(where: { $0.letter == letter }) else {
            return Double(text).flatMap { $0 == 0 ? 0 : nil }
        }
        text.removeLast()
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(text) else {
            return nil
        }
        let bytes = number * unit.factor
        return bytes <= largest ? Int(bytes) : nil
    }
}
