// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Command-line words as text that keeps every byte.
///
/// File names need not be UTF-8. A byte that is not part of valid UTF-8 becomes one of the last 128 code points of
/// Unicode, which are for private use. Words that already contain one of these are encoded in the same way, so decoding
/// is always exact.
package enum RawWords {
    private static let base: UInt32 = 0x10FF00

    /// Returns the words of this process, without the program's name.
    static func ofProcess() -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[index] else { break }
            let bytes = UnsafeRawBufferPointer(start: word, count: strlen(word))
            words.append(text(of: bytes))
        }
        return words
    }

    /// Returns the text for some bytes.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        var result = String.UnicodeScalarView()
        var decoder = UTF8()
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            var iterator = rest.makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&iterator), !isStandIn(scalar) {
                result.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else if let byte = rest.popFirst() {
                append(byte, to: &result)
            }
            decoder = UTF8()
        }
        return String(result)
    }

    /// Returns the bytes of a text.
    package static func bytes(of text: String) -> [UInt8] {
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            if isStandIn(scalar) {
                result.append(UInt8(scalar.value - base))
            } else {
                result += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        return result
    }

    /// Returns the text with U+FFFD for bytes that are not UTF-8, for messages and for the bus, which accepts only
    /// UTF-8.
    package static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isStandIn) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isStandIn($0) ? "\u{FFFD}" : $0 }))
    }

    private static func isStandIn(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }

    private static func append(_ byte: UInt8, to text: inout String.UnicodeScalarView) {
        if byte < 0x80 {
            text.append(Unicode.Scalar(byte))
        } else if let standIn = Unicode.Scalar(base + UInt32(byte)) {
            text.append(standIn)
        }
    }
}
