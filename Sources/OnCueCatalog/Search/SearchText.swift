// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The folded texts by which one item is found.
struct SearchText: Sendable, Equatable {
    var title: String
    var artist = ""
    var album = ""
    var genre = ""
    var composer = ""
    /// Words of the title and the album to compare typing mistakes with; names add their own.
    var words: [String] = []

    init(title: String, artist: String = "") {
        self.title = title
        self.artist = artist
    }

    init(
        title: String, artists: [FoldedName], album: String?, genres: [FoldedName], composers: [FoldedName]
    ) {
        self.title = title
        artist = Self.joined(artists)
        self.album = album ?? ""
        genre = Self.joined(genres)
        composer = Self.joined(composers)
        words = Vocabulary.words(in: title)
        if let album, album != title { words += Vocabulary.words(in: album) }
    }

    private static func joined(_ names: [FoldedName]) -> String {
        switch names.count {
        case 0: return ""
        case 1: return names[0].folded
        default:
            var texts: [String] = []
            for name in names where !texts.contains(name.folded) { texts.append(name.folded) }
            return texts.joined(separator: " ")
        }
    }
}

/// The selection of words to compare typing mistakes with.
enum Vocabulary {
    /// The length of the shortest word that is kept; shorter ones cannot be a mistyped word of five letters.
    static let shortest = 4
    /// The longest word of practical use.
    static let longest = 32

    /// Returns the words of a folded text that are kept.
    ///
    /// - Complexity: O(*n*).
    static func words(in folded: String) -> [String] {
        var folded = folded
        let plain: [String]? = folded.withUTF8 { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? words(in: bytes) : nil
        }
        return plain ?? TextWords.divide(folded: folded).filter(isKept)
    }

    private static func words(in bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        var words: [String] = []
        var start = 0
        for index in 0...bytes.count {
            if index < bytes.count, isPartOfWord(bytes[index]) { continue }
            if index - start >= shortest, index - start <= longest, bytes[start..<index].contains(where: { $0 > 0x39 })
            {
                words.append(String(decoding: bytes[start..<index], as: UTF8.self))
            }
            start = index + 1
        }
        return words
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
    }

    private static func isKept(_ word: String) -> Bool {
        let letters = word.unicodeScalars
        return (shortest...longest).contains(letters.count) && letters.contains { !("0"..."9").contains($0) }
    }

    static func reversed(_ word: String) -> String {
        String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
    }
}
