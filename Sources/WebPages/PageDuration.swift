// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Durations as pages spell them: `PT1H2M3S`, `P0DT0H45M`, `1:02:03`, `3723`.
enum PageDuration {
    /// Seconds of a hundred days.
    static let limit = 8_640_000.0

    /// - Returns: `nil` for other text, for nothing and for more than a hundred days.
    static func parse(_ text: String) -> Duration? {
        let text = text.uppercased().filter { !$0.isWhitespace }
        guard !text.isEmpty, text.utf8.count <= 40 else { return nil }
        let seconds = text.hasPrefix("P") ? period(text.dropFirst()) : clock(text)
        guard let seconds, seconds > 0, seconds < limit else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let number = number(part) else { return nil }
            seconds = seconds * 60 + number
        }
        return seconds
    }

    private static func period(_ text: Substring) -> Double? {
        var (seconds, rest, isTime) = (0.0, text, false)
        while let first = rest.first {
            if first == "T" {
                isTime = true
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "," }
            guard let value = number(digits), let unit = rest[digits.endIndex...].first,
                let scale = scale(of: unit, isTime: isTime)
            else { return nil }
            seconds += value * scale
            rest = rest[digits.endIndex...].dropFirst()
        }
        return seconds
    }

    private static func scale(of unit: Character, isTime: Bool) -> Double? {
        switch (unit, isTime) {
        case ("W", false): 604_800
        case ("D", false): 86_400
        case ("H", true): 3600
        case ("M", true): 60
        case ("S", true): 1
        // Years and months of a sound are always nothing.
        case ("Y", false), ("M", false): 0
        default: nil
        }
    }

    private static func number(_ text: Substring) -> Double? {
        let text = String(text.map { $0 == "," ? "." : $0 })
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
        return Double(text)
    }
}
