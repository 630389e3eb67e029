// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Durations as feeds spell them: `1:02:03`, `62:03`, `3723`, `3723.5`, `1h 2m 3s`, `PT1H2M3S`, `62 min`.
package enum FeedDuration {
    /// Returns the duration; `nil` for other text, for nothing and for more than a hundred days.
    package static func parse(_ text: String) -> Duration? {
        let text = text.lowercased().filter { !$0.isWhitespace }
        guard !text.isEmpty, text.utf8.count <= 40 else { return nil }
        let seconds = text.contains(":") ? clock(text) : number(text[...]) ?? units(text)
        guard let seconds, seconds > 0, seconds < 8_640_000 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return nil }
        var seconds = 0.0
        for part in parts {
            // An empty hour counts as 0.
            guard let value = part.isEmpty ? 0 : number(part) else { return nil }
            seconds = seconds * (parts.count == 4 && part.startIndex == parts[1].startIndex ? 24 : 60) + value
        }
        return seconds
    }

    private static func number(_ text: Substring) -> Double? {
        guard let first = text.utf8.first, (0x30...0x39).contains(first), text.utf8.count <= 20,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C })
        else { return nil }
        return Double(String(text.map { $0 == "," ? "." : $0 }))
    }

    private static func units(_ text: String) -> Double? {
        var seconds = 0.0
        var rest = text[...]
        if rest.hasPrefix("pt") { rest = rest.dropFirst(2) }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "," }
            let unit = rest[digits.endIndex...].prefix { $0.isLetter }
            guard let value = number(digits), let scale = scale(of: unit) else { return nil }
            seconds += value * scale
            rest = rest[unit.endIndex...].drop { $0 == "." || $0 == "," }
        }
        return seconds
    }

    private static func scale(of unit: Substring) -> Double? {
        switch unit {
        case "h", "hr", "hrs", "hour", "hours", "std": 3600
        case "m", "min", "mins", "minute", "minutes": 60
        case "s", "sec", "secs", "second", "seconds": 1
        default: nil
        }
    }
}
