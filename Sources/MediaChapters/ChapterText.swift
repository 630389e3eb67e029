// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Titles and times as media have them.
enum ChapterText {
    /// The most bytes that are read of one title.
    static let byteLimit = 4096

    /// Decodes UTF-8, or UTF-16 after a byte order mark; ends at a zero.
    static func decode(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBigEndian: false) }
        return line(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }

    static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        line(String(String.UnicodeScalarView(bytes.prefix { $0 != 0 }.map { UnicodeScalar($0) })))
    }

    static func utf8(_ bytes: ArraySlice<UInt8>) -> String {
        line(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }

    static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        var units: [UInt16] = []
        var rest = bytes
        while let first = rest.popFirst(), let second = rest.popFirst() {
            let unit = isBigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
            guard unit != 0 else { break }
            units.append(unit)
        }
        return line(String(decoding: units, as: UTF16.self))
    }

    /// One line without control characters, not much longer than people see.
    private static func line(_ text: String) -> String {
        let isBlank: (UnicodeScalar) -> Bool = { $0.value <= 0x20 || (0x7F...0x9F).contains($0.value) }
        let words = text.unicodeScalars.prefix(4 * Chapter.titleLimit).split(whereSeparator: isBlank).map {
            String(String.UnicodeScalarView($0))
        }
        return words.joined(separator: " ")
    }

    /// Returns a start that a medium can have; `nil` from ten million seconds, about 16 weeks.
    static func start(nanoseconds: UInt64) -> Duration? {
        nanoseconds < 10_000_000_000_000_000 ? .nanoseconds(Int64(nanoseconds)) : nil
    }

    /// `01:02:03.5`, with any number of hours.
    static func start(_ clock: Substring) -> Duration? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = whole(parts[0]), let minutes = whole(parts[1]) else { return nil }
        let seconds = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard minutes < 60, let second = whole(seconds[0]), second < 60 else { return nil }
        let fraction = seconds.count == 2 ? seconds[1].prefix(3) : ""
        guard let thousandths = whole(fraction + String(repeating: "0", count: max(0, 3 - fraction.utf8.count))) else {
            return nil
        }
        return .milliseconds(((hours * 60 + minutes) * 60 + second) * 1000 + thousandths)
    }

    private static func whole(_ text: some StringProtocol) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
