// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import StatusAnswers

/// The format of times in arguments and in output.
package enum TimeText {
    /// A target position in a medium.
    package enum Target: Sendable, Equatable {
        case position(Duration)
        case offset(Duration)
        /// A fraction of the length.
        case part(Double)
    }

    /// The longest accepted time, in seconds.
    private static let longest = 1_000_000.0 * 3600

    /// Parses `1:30`, `1:02:03`, `90`, `90.5` as positions, `+10`, `-1:00` as offsets, and `50%` as a part.
    package static func target(_ text: String) -> Target? {
        if text.utf8.last == UInt8(ascii: "%") {
            guard let percent = secondsValue(text.dropLast()), percent <= 100 else { return nil }
            return .part(percent / 100)
        }
        return switch text.utf8.first {
        case UInt8(ascii: "+"): duration(text.dropFirst()).map { .offset($0) }
        case UInt8(ascii: "-"): duration(text.dropFirst()).map { .offset(.zero - $0) }
        default: duration(text[...]).map { .position($0) }
        }
    }

    private static func duration(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, let last = parts.last, let seconds = secondsValue(last) else { return nil }
        let leading = parts.dropLast().map(wholeValue)
        guard leading.allSatisfy({ $0 != nil }) else { return nil }
        // Every part but the first is below 60.
        guard parts.count == 1 || seconds < 60, leading.dropFirst().allSatisfy({ ($0 ?? 0) < 60 }) else { return nil }
        let total = leading.reduce(0) { $0 * 60 + Double($1 ?? 0) } * 60 + seconds
        guard total <= longest else { return nil }
        return .milliseconds(Int64((total * 1000).rounded()))
    }

    private static func wholeValue(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(isDigit) else { return nil }
        return Int(text)
    }

    private static func secondsValue(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap(wholeValue) else { return nil }
        guard parts.count == 2 else { return Double(whole) }
        guard !parts[1].isEmpty, parts[1].utf8.count <= 9, parts[1].utf8.allSatisfy(isDigit) else { return nil }
        return Double(text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// `1:23` or `1:02:03`; parts of a second are left out.
    package static func clock(_ duration: Duration) -> String {
        TimeDigits.clock(duration)
    }

    /// Formats a duration as `0.4 s`, `12 s`, `3 min 20 s` or `2 h 5 min`.
    package static func spoken(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        if seconds < 9.95 { return "\((max(0, seconds) * 10).rounded() / 10) s" }
        let whole = Int(min(seconds.rounded(), 1e12))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole / 60 % 60) min"
    }
}
