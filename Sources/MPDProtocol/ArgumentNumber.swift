// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Parsers of arguments that are numbers or ranges.
package enum ArgumentNumber {
    /// Parses a number that may be negative.
    package static func integer(_ text: String, in range: ClosedRange<Int> = Int.min...Int.max)
        throws(CommandRefusal) -> Int
    {
        guard let number = Int(text) else { throw CommandRefusal(.argument, "Integer expected: \(text)") }
        guard number >= range.lowerBound else { throw CommandRefusal(.argument, "Number too small: \(text)") }
        guard number <= range.upperBound else { throw CommandRefusal(.argument, "Number too large: \(text)") }
        return number
    }

    /// Parses a number from 0.
    package static func count(_ text: String, upTo last: Int = Int(UInt32.max)) throws(CommandRefusal) -> Int {
        guard let number = Int(text) else { throw CommandRefusal(.argument, "Integer expected: \(text)") }
        guard (0...last).contains(number) else { throw CommandRefusal(.argument, "Number too large: \(text)") }
        return number
    }

    /// Parses `0` or `1`.
    package static func flag(_ text: String) throws(CommandRefusal) -> Bool {
        switch text {
        case "0": return false
        case "1": return true
        default: throw CommandRefusal(.argument, "Boolean (0/1) expected: \(text)")
        }
    }

    /// Parses a time in seconds.
    package static func time(_ text: String) throws(CommandRefusal) -> Duration {
        guard let seconds = Double(text), seconds.isFinite, abs(seconds) < 1e9 else {
            throw CommandRefusal(.argument, "Float expected: \(text)")
        }
        return .seconds(seconds)
    }

    /// Parses `1.5:3`, `1.5:`, `:3` or `:`, the part of a song from a time to a later one, or to the end.
    ///
    /// - Returns: Whether the part is the whole song.
    package static func isWholeSong(_ text: String) throws(CommandRefusal) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let times = parts.map { $0.isEmpty ? 0 : Double($0) ?? -1 }
        guard times.count == 2, times.allSatisfy({ $0 >= 0 && $0 < 1e9 }), times[1] == 0 || times[1] > times[0] else {
            throw CommandRefusal(.argument, "Bad range")
        }
        return times == [0, 0]
    }

    /// Parses `3`, `3:7` or `3:`, positions from the first to the one after the last; `-1` means all of them.
    package static func range(_ text: String) throws(CommandRefusal) -> PositionRange {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let start = UInt32(first) else {
            if text == "-1" { return PositionRange(0, nil) }
            throw CommandRefusal(.argument, "Integer or range expected: \(text)")
        }
        guard parts.count == 2 else { return PositionRange(Int(start), Int(start) + 1) }
        if parts[1].isEmpty { return PositionRange(Int(start), nil) }
        guard let end = UInt32(parts[1]) else {
            throw CommandRefusal(.argument, "Integer or range expected: \(text)")
        }
        guard end >= start else { throw CommandRefusal(.argument, "Malformed range: \(text)") }
        return PositionRange(Int(start), Int(end))
    }

    /// Parses a position in the queue: a number, or one with a sign, relative to the current song.
    ///
    /// - Parameter current: The position of the current song, or `nil` if there is none.
    /// - Returns: The index before which entries are inserted.
    package static func position(_ text: String, of count: Int, current: Int?) throws(CommandRefusal) -> Int {
        let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
        let number = try self.count(isRelative ? String(text.dropFirst()) : text)
        guard isRelative else {
            guard number <= count else { throw CommandRefusal(.argument, "Number too large: \(text)") }
            return number
        }
        guard let current else { throw CommandRefusal(.playerSync, "No current song") }
        let index = text.hasPrefix("+") ? current + 1 + number : current - number
        guard (0...count).contains(index) else { throw CommandRefusal(.argument, "Number too large: \(text)") }
        return index
    }
}

/// Positions of a list, from one up to another; without an end, up to the last.
package struct PositionRange: Sendable, Equatable {
    package var start: Int
    /// The position after the last; `nil` for all positions from the start.
    package var end: Int?
    package init(_ start: Int, _ end: Int?) {
        (self.start, self.end) = (start, end)
    }

    /// Returns the positions that exist in a list.
    ///
    /// - Throws: `argument` for a range that begins after its end.
    package func positions(in count: Int) throws(CommandRefusal) -> Range<Int> {
        let end = min(end ?? count, count)
        guard start <= count else { throw CommandRefusal(.argument, "Bad song index") }
        return start..<max(start, end)
    }

    /// Returns the part of a list, which may be empty.
    package func clamped(to count: Int) -> Range<Int> {
        let start = min(start, count)
        return start..<max(start, min(end ?? count, count))
    }
}
