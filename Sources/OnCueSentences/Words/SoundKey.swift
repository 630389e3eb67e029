// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The sound of a name, for names that are heard rather than read: `Nite Krossing` is `Night Crossing`.
///
/// Cologne phonetics (H. J. Postel, 1969), because it merges exactly the consonants that are confused in German *and*
/// that English spells in two ways: c, k and q; f, ph and v; s and z; d and t; b and p. Soundex and Metaphone only know
/// English, and treat the German w as a vowel. Three rules are added for English: `gh` is silent before a consonant or
/// at the end; k and g are silent before n, and w before r, at the beginning. One rule is left out, that d and t before
/// c are an s: compared without spaces, `Night Crossing` has no such sound.
///
/// Vowels only count at the beginning, and h never counts. A key has at most 15 codes of 4 bits, the first in the
/// highest bits in use.
struct SoundKey: Hashable {
    private let codes: UInt64

    /// The number of codes. Keys of one or two are not distinctive: `0` `6` is Anna, Emma and Ohm.
    let count: Int

    /// Computes the key of folded text; white space and unknown letters are skipped.
    ///
    /// - Complexity: O(*n*).
    init(_ text: some Sequence<Unicode.Scalar>) {
        let letters = Self.heard(text.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) })
        var codes: UInt64 = 0
        var count = 0
        var last: UInt64?
        func append(_ code: UInt64) {
            defer { last = code }
            // The code of vowels, 0, counts only at the beginning, but separates two equal codes.
            guard code != last, count < 15, code != 0 || count == 0 else { return }
            codes = codes << 4 | code
            count += 1
        }
        for index in letters.indices {
            let code = Self.code(
                letters[index], after: index > 0 ? letters[index - 1] : nil,
                before: index + 1 < letters.count ? letters[index + 1] : nil)
            for code in code { append(code) }
        }
        self.codes = codes
        self.count = count
    }

    /// Removes letters that are silent in English.
    private static func heard(_ letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var letters = letters
        if letters.count > 1 {
            switch (letters[0], letters[1]) {
            case ("k", "n"), ("g", "n"), ("w", "r"): letters.removeFirst()
            default: break
            }
        }
        var heard: [Unicode.Scalar] = []
        var index = 0
        while index < letters.count {
            let next = index + 1 < letters.count ? letters[index + 1] : nil
            if letters[index] == "g", next == "h", index > 0, index + 2 == letters.count || !isVowel(letters[index + 2])
            {
                index += 2
                continue
            }
            heard.append(letters[index])
            index += 1
        }
        return heard
    }

    private static func isVowel(_ letter: Unicode.Scalar) -> Bool { "aeiouy".unicodeScalars.contains(letter) }

    private static func code(
        _ letter: Unicode.Scalar, after last: Unicode.Scalar?, before next: Unicode.Scalar?
    ) -> [UInt64] {
        switch letter {
        case "a", "e", "i", "o", "u", "y", "j": [0]
        case "b": [1]
        case "p": next == "h" ? [3] : [1]
        case "d", "t": next.map { "sz".unicodeScalars.contains($0) } == true ? [8] : [2]
        case "f", "v", "w": [3]
        case "g", "k", "q": [4]
        case "c": [isHard(after: last, before: next) ? 4 : 8]
        case "x": last.map { "ckq".unicodeScalars.contains($0) } == true ? [8] : [4, 8]
        case "l": [5]
        case "m", "n": [6]
        case "r": [7]
        case "s", "z": [8]
        // Digits have codes above those of letters; 7 to 9 share the codes of 0 to 2.
        case "0"..."9": [9 + UInt64(letter.value - 0x30) % 7]
        default: []
        }
    }

    private static func isHard(after last: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        guard let next else { return last != "s" && last != "z" }
        let letters = last == nil ? "ahkloqrux" : "ahkoquxlrt"
        return letters.unicodeScalars.contains(next) && last != "s" && last != "z"
    }
}
