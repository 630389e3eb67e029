// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Formats text for replies.
package enum ReplyText {
    /// The maximum length of a line `Key: value` with its line break, in bytes: the buffer of libmpdclient has 4,096.
    package static let longestLine = 4_000

    /// Returns a text of at most `room` bytes, cut between characters, with spaces instead of control characters.
    ///
    /// - Complexity: O(*n*); most texts are returned as they are.
    package static func value(_ text: String, room: Int) -> String {
        let isFine = text.utf8.count <= room && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        if isFine { return text }
        var bytes = text.utf8.prefix(max(0, room)).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        if text.utf8.count > bytes.count {
            // If the byte after the cut does not begin a character, the last character before the cut is incomplete.
            let next = text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: bytes.count)]
            if next & 0xC0 == 0x80 {
                while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
                if !bytes.isEmpty { bytes.removeLast() }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a path fits into a line unchanged: clients send it back to name a song.
    package static func fits(_ key: String, _ path: String) -> Bool {
        key.utf8.count + path.utf8.count + 3 <= longestLine && !path.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// Formats seconds with three decimals.
    package static func seconds(_ duration: Duration) -> String {
        let whole = milliseconds(duration)
        let part = String(whole % 1000)
        return "\(whole / 1000)." + String(repeating: "0", count: 3 - part.count) + part
    }

    /// Returns milliseconds, rounded.
    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return min(seconds, longestTime) * 1000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
    }

    /// The longest time, in seconds, to which longer ones are reduced.
    private static let longestTime: Int64 = 1_000_000_000_000

    /// Returns whole seconds, rounded.
    package static func wholeSeconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int(min(seconds, longestTime)) + (attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
    }

    /// Returns the whole seconds of a sum, rounded down.
    package static func cutSeconds(_ duration: Duration) -> Int { Int(max(0, duration.components.seconds)) }
}

/// The lines of a reply.
package struct Reply: Sendable, Equatable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Adds `key: value`.
    package mutating func add(_ key: String, _ value: String) {
        begin(key)
        let room = ReplyText.longestLine - key.utf8.count - 3
        let isAdded = value.utf8.withContiguousStorageIfAvailable { text in
            guard text.count <= room, !text.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return false }
            bytes.append(contentsOf: text)
            return true
        }
        if isAdded != true { bytes.append(contentsOf: ReplyText.value(value, room: room).utf8) }
        bytes.append(0x0A)
    }

    /// Adds `key: value` with a value of a song in a store.
    mutating func add(_ key: String, _ value: UnsafeBufferPointer<UInt8>) {
        // The value may be longer than this line allows: its own line may have a shorter key.
        guard value.count <= ReplyText.longestLine - key.utf8.count - 3 else {
            return add(key, String(decoding: value, as: UTF8.self))
        }
        begin(key)
        bytes.append(contentsOf: value)
        bytes.append(0x0A)
    }

    private mutating func begin(_ key: String) {
        bytes.append(contentsOf: key.utf8)
        bytes.append(0x3A)
        bytes.append(0x20)
    }

    package mutating func add(_ key: String, _ value: Int) { add(key, String(value)) }

    /// Adds a time in the form `2026-11-28T20:15:00Z`.
    ///
    /// - Parameter time: Seconds since 1970; earlier times become 1970.
    package mutating func add(_ key: String, date time: Int64) {
        begin(key)
        let time = max(0, time)
        let (day, second) = (CivilDate(days: time / CivilDate.secondsOfDay), time % CivilDate.secondsOfDay)
        add(day.year, digits: 4, before: 0x2D)
        add(day.month, digits: 2, before: 0x2D)
        add(day.day, digits: 2, before: 0x54)
        add(second / 3600, digits: 2, before: 0x3A)
        add(second / 60 % 60, digits: 2, before: 0x3A)
        add(second % 60, digits: 2, before: 0x5A)
        bytes.append(0x0A)
    }

    /// Adds a duration, both rounded to whole seconds and in seconds with three decimals.
    package mutating func add(duration: Duration) {
        begin("Time")
        add(Int64(ReplyText.wholeSeconds(duration)), digits: 1, before: 0x0A)
        begin("duration")
        let milliseconds = ReplyText.milliseconds(duration)
        add(milliseconds / 1000, digits: 1, before: 0x2E)
        add(milliseconds % 1000, digits: 3, before: 0x0A)
    }

    /// Adds a number with leading zeros, and the byte after it.
    private mutating func add(_ number: Int64, digits: Int, before next: UInt8) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(0x30 + rest % 10))
            rest /= 10
        } while rest > 0
        while bytes.count - start < digits { bytes.append(0x30) }
        bytes[start...].reverse()
        bytes.append(next)
    }

    package mutating func add(_ key: String, _ value: Bool) { add(key, value ? "1" : "0") }

    /// Adds a line that ends a command, such as `OK`.
    ///
    /// - Parameter text: The line, with its line break.
    package mutating func addLine(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Adds existing lines, or a part of them.
    package mutating func addLines(_ lines: ArraySlice<UInt8>) { bytes.append(contentsOf: lines) }

    /// Adds a part of a file.
    package mutating func addBinary(_ part: ArraySlice<UInt8>) {
        add("binary", part.count)
        bytes += part
        bytes.append(0x0A)
    }

    /// Removes the pending bytes and returns them.
    ///
    /// - Parameter isMiddle: Whether about as many bytes will follow.
    package mutating func take(isMiddle: Bool = false) -> [UInt8] {
        let taken = bytes
        bytes = []
        if isMiddle { bytes.reserveCapacity(taken.count + RequestLine.longest) }
        return taken
    }

    /// The lines as text, for tests.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
