// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Bytes of a file of unknown encoding, and their lines.
///
/// UTF-8 and UTF-16 are recognised by their byte order mark, UTF-8 also without one. Everything else counts as
/// Windows-1251 if it has a run of letters that is Cyrillic there, and as Windows-1252 otherwise, which includes
/// Latin-1 and gives every byte a meaning.
package struct EncodedText: Sendable {
    /// UTF-8, or the original bytes if the encoding is a guess.
    private let bytes: [UInt8]
    /// Whether the encoding is a guess because the bytes are not UTF-8.
    private let isGuess: Bool

    package init(_ content: some Collection<UInt8>) {
        if content.starts(with: [0xFF, 0xFE]) {
            bytes = Self.utf16(content.dropFirst(2), isBigEndian: false)
            isGuess = false
        } else if content.starts(with: [0xFE, 0xFF]) {
            bytes = Self.utf16(content.dropFirst(2), isBigEndian: true)
            isGuess = false
        } else {
            bytes = Array(content.starts(with: [0xEF, 0xBB, 0xBF]) ? content.dropFirst(3) : content.dropFirst(0))
            isGuess = String(validating: bytes, as: UTF8.self) == nil
        }
    }

    /// The whole text.
    package var text: String { Self.decode(bytes[...], isGuess: isGuess) }

    /// A line without its line break and without white space around it.
    package struct Line: Sendable {
        /// The raw bytes from the file, for file names.
        package var bytes: ArraySlice<UInt8>
        package var text: String

        package init(bytes: ArraySlice<UInt8>, text: String) {
            self.bytes = bytes
            self.text = text
        }
    }

    /// The lines that are not blank; CR, LF and both together end a line, and so does a zero byte.
    package var lines: [Line] {
        bytes.split { $0 == 0x0A || $0 == 0x0D || $0 == 0 }.compactMap { line in
            let trimmed = Self.trimmed(line)
            return trimmed.isEmpty ? nil : Line(bytes: trimmed, text: Self.decode(trimmed, isGuess: isGuess))
        }
    }

    /// Returns the bytes without spaces and tabs around them.
    package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return bytes
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, isGuess: Bool) -> String {
        guard isGuess else { return String(decoding: bytes, as: UTF8.self) }
        // Files assembled from others have lines in both encodings.
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        let isCyrillic = CyrillicText.isLikely(bytes)
        for byte in bytes { scalars.append(isCyrillic ? CyrillicText.scalar(byte) : windows1252(byte)) }
        return String(scalars)
    }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return highControls[Int(byte - 0x80)]
    }

    /// The characters of Windows-1252 in place of the control characters of Latin-1.
    private static let highControls: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}",
        "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]

    private static func utf16(_ bytes: some Sequence<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        var first: UInt8?
        for byte in bytes {
            guard let other = first else {
                first = byte
                continue
            }
            units.append(isBigEndian ? UInt16(other) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(other))
            first = nil
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
