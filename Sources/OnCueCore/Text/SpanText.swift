// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The format of durations in arguments and in output: `30m`, `1h30m`, `4s`, `300ms`.
package enum SpanText {
    private static let units: [(name: String, span: Duration)] = [
        ("ms", .milliseconds(1)), ("h", .seconds(3600)), ("m", .seconds(60)), ("s", .seconds(1)),
    ]
    private static let longest = Duration.seconds(366 * 24 * 3600)

    /// - Parameter unit: The unit of a number without one.
    package static func duration(_ text: String, unit: Duration) -> Duration? {
        if let number = number(text[...]) { return bounded(unit, number) }
        var rest = text[...]
        var sum = Duration.zero
        repeat {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            guard let number = number(digits), let unit = units.first(where: { rest.hasPrefix($0.name) }),
                let part = bounded(unit.span, number)
            else { return nil }
            rest = rest.dropFirst(unit.name.count)
            sum += part
        } while !rest.isEmpty && sum <= longest
        return sum <= longest ? sum : nil
    }

    private static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 9, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else {
            return nil
        }
        return Double(text)
    }

    private static func bounded(_ unit: Duration, _ number: Double) -> Duration? {
        let seconds = unit / .seconds(1) * number
        guard seconds <= longest / .seconds(1) else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    /// Returns `300 ms`, `4 s` or `1.5 s`.
    package static func short(_ duration: Duration) -> String {
        let milliseconds = Int(duration / .milliseconds(1))
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        return "\(decimal(Double(milliseconds) / 1000)) s"
    }

    /// Returns `15 min`, `1 h 30 min` or `45 s`, without parts that are zero.
    package static func words(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")].filter { $0.0 > 0 }
        return parts.isEmpty ? "0 s" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    /// Returns a number without a redundant fraction: `3`, `-1.5`.
    package static func decimal(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }
}
