// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A comparison with a text.
///
/// A search compares every text of the library, so the usual case allocates no memory: texts that are all ASCII are
/// compared in place.
struct TextTest {
    private enum Place {
        case whole, part, start
    }

    private let value: [UInt8]
    private let foldsCase: Bool
    private let place: Place
    private(set) var isNegated: Bool
    private let pattern: ((String) -> Bool)?

    init(_ value: String, foldsCase: Bool, isPart: Bool, isNegated: Bool, isPrefix: Bool = false) {
        self.value = Array((foldsCase ? TextFolding.fold(value) : value).utf8)
        (self.foldsCase, self.isNegated) = (foldsCase, isNegated)
        place = isPrefix ? .start : isPart ? .part : .whole
        pattern = nil
    }

    init(_ pattern: @escaping (String) -> Bool, isNegated: Bool) {
        (value, foldsCase, place) = ([], false, .whole)
        (self.pattern, self.isNegated) = (pattern, isNegated)
    }

    /// The same test, not negated.
    var positive: TextTest {
        var test = self
        test.isNegated = false
        return test
    }

    /// The text that must match exactly; `nil` for any other test.
    var exactValue: [UInt8]? { pattern == nil && !foldsCase && !isNegated && place == .whole ? value : nil }

    /// Returns whether a text passes the test.
    func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { matches($0) }
    }

    /// Returns whether the bytes of a text pass the test.
    func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if let pattern { return pattern(String(decoding: text, as: UTF8.self)) }
        guard foldsCase else { return isFound(in: text) }
        if Self.isPlain(text) { return isFound(in: text, folding: true) }
        var folded = TextFolding.fold(String(decoding: text, as: UTF8.self))
        return folded.withUTF8 { isFound(in: $0) }
    }

    /// Returns whether folding a text only changes the case of its letters.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // A leading space is not plain either, so begin as if after a space.
        var last: UInt8 = 0x20
        for byte in text {
            if byte < 0x20 || byte >= 0x7F || byte == 0x20 && last == 0x20 { return false }
            last = byte
        }
        return last != 0x20 || text.isEmpty
    }

    private func isFound(in text: UnsafeBufferPointer<UInt8>, folding: Bool = false) -> Bool {
        value.withUnsafeBufferPointer { value in
            switch place {
            case .whole: text.count == value.count && Self.isThere(value, in: text, at: 0, folding)
            case .start: text.count >= value.count && Self.isThere(value, in: text, at: 0, folding)
            case .part:
                text.count >= value.count
                    && (0...(text.count - value.count)).contains { Self.isThere(value, in: text, at: $0, folding) }
            }
        }
    }

    private static func isThere(
        _ value: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, at start: Int, _ folding: Bool
    ) -> Bool {
        for index in value.indices {
            let byte = text[start + index]
            if (folding && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte) != value[index] { return false }
        }
        return true
    }
}
