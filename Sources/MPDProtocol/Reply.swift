// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Texts as they go into replies.
package enum ReplyText {
    /// The most bytes of a line `Key: value` with its end: the buffer of libmpdclient has 4,096.
    package static let longestLine = 4_000

    /// A text of at most `room` bytes, cut between characters, with spaces in the place of control characters.
    ///
    /// - Complexity: O(*n*); most texts are returned as they are.
    package static func value(_ text: String, room: Int) -> String {
        let isFine = text.utf8.count <= room && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        if isFine { return text }
        var bytes = text.utf8.prefix(max(0, room)).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        if text.utf8.count > bytes.count {
            // The byte behind the cut begins a character, or else the character in front of the cut is not whole.
            let next = text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: bytes.count)]
            if next & 0xC0 == 0x80 {
                while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
                if !bytes.isEmpty { bytes.removeLast() }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a path can be told whole: clients use it to name what they mean.
    package static func fits(_ key: String, _ path: String) -> Bool {
        key.utf8.count + path.utf8.count + 3 <= longestLine && !path.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// Seconds with three decimals.
    package static func seconds(_ duration: Duration) -> String {
        let milliseconds = max(0, duration / .milliseconds(1))
        let whole = Int(min(milliseconds.rounded(), 1e15))
        let part = String(whole % 1000)
        return "\(whole / 1000)." + String(repeating: "0", count: 3 - part.count) + part
    }

    /// Whole seconds, rounded.
    package static func wholeSeconds(_ duration: Duration) -> Int {
        Int(min(max(0, (duration / .seconds(1)).rounded()), 1e15))
    }

    /// Whole seconds of a sum, which is cut.
    package static func cutSeconds(_ duration: Duration) -> Int { Int(max(0, duration.components.seconds)) }

    /// A time as `2026-11-28T20:15:00Z`.
    ///
    /// - Parameter time: Seconds since 1970; not before that.
    package static func date(_ time: Int64) -> String {
        let time = max(0, time)
        let second = time % CivilDate.secondsOfDay
        let clock = [second / 3600, second / 60 % 60, second % 60].map { CivilDate.filled($0, 2) }
        return CivilDate(days: time / CivilDate.secondsOfDay).text + "T" + clock.joined(separator: ":") + "Z"
    }
}

/// The lines of a reply.
package struct Reply: Sendable, Equatable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Adds `key: value`.
    package mutating func add(_ key: String, _ value: String) {
        bytes.append(contentsOf: key.utf8)
        bytes.append(contentsOf: ": ".utf8)
        bytes.append(
            contentsOf: ReplyText.value(value, room: ReplyText.longestLine - key.utf8.count - 3).utf8)
        bytes.append(0x0A)
    }

    package mutating func add(_ key: String, _ value: Int) { add(key, String(value)) }

    package mutating func add(_ key: String, _ value: Bool) { add(key, value ? "1" : "0") }

    /// Adds a line that ends a command, such as `OK`.
    ///
    /// - Parameter text: With its end.
    package mutating func addLine(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Adds a part of a file.
    package mutating func addBinary(_ part: ArraySlice<UInt8>) {
        add("binary", part.count)
        bytes += part
        bytes.append(0x0A)
    }

    /// Takes what is there.
    package mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// The lines as text, for tests.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
