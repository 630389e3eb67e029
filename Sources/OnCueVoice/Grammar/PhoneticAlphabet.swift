// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Turns the output of espeak-ng in the International Phonetic Alphabet into the 39 sounds of the English dictionary.
package enum PhoneticAlphabet {
    /// Longer ones first, so that a diphthong is not taken for two vowels. Sounds that English does not have are the
    /// nearest that it has.
    private static let sounds: [(String, String)] = [
        ("aɪə", "AY AH"), ("aɪɚ", "AY ER"), ("aʊə", "AW AH"), ("eɪ", "EY"), ("aɪ", "AY"), ("aʊ", "AW"), ("ɔɪ", "OY"),
        ("oʊ", "OW"), ("əʊ", "OW"), ("ɪə", "IH R"), ("eə", "EH R"), ("ʊə", "UH R"), ("tʃ", "CH"), ("dʒ", "JH"),
        ("ɑː", "AA"), ("ɑ", "AA"), ("ɒ", "AA"), ("ɔː", "AO"), ("ɔ", "AO"), ("o", "OW"), ("iː", "IY"), ("i", "IY"),
        ("ɪ", "IH"), ("ᵻ", "IH"), ("uː", "UW"), ("u", "UW"), ("ʊ", "UH"), ("ɛ", "EH"), ("e", "EH"), ("æ", "AE"),
        ("aː", "AA"), ("a", "AE"), ("ʌ", "AH"), ("ɐ", "AH"), ("ə", "AH"), ("ɜː", "ER"), ("ɜ", "ER"), ("ɚ", "ER"),
        ("y", "UW"), ("ø", "ER"), ("œ", "ER"), ("ʏ", "UH"), ("p", "P"), ("b", "B"), ("t", "T"), ("d", "D"), ("k", "K"),
        ("ɡ", "G"), ("g", "G"), ("f", "F"), ("v", "V"), ("θ", "TH"), ("ð", "DH"), ("s", "S"), ("z", "Z"), ("ʃ", "SH"),
        ("ʒ", "ZH"), ("h", "HH"), ("x", "K"), ("ç", "HH"), ("m", "M"), ("n", "N"), ("ɲ", "N"), ("ŋ", "NG"), ("l", "L"),
        ("ɫ", "L"), ("ɹ", "R"), ("r", "R"), ("ɾ", "T"), ("ʔ", "T"), ("w", "W"), ("ʍ", "W"), ("j", "Y"),
    ].map { ($0.0, $0.1) }

    /// The longest text that is read, in scalars.
    private static let longest = 200

    /// Returns the sounds of a word, divided by spaces; `nil` if there are none, or an unknown one.
    package static func sounds(of text: String) -> String? {
        let scalars = Array(text.unicodeScalars.prefix(longest + 1))
        guard scalars.count <= longest else { return nil }
        var (found, place): ([String], Int) = ([], 0)
        while place < scalars.count {
            if isSkipped(scalars[place]) {
                place += 1
                continue
            }
            let match = sounds.first { sound, _ in
                let wanted = sound.unicodeScalars
                return place + wanted.count <= scalars.count
                    && wanted.elementsEqual(scalars[place..<place + wanted.count])
            }
            guard let match else { return nil }
            found.append(match.1)
            place += match.0.unicodeScalars.count
        }
        return found.isEmpty ? nil : found.joined(separator: " ")
    }

    /// Stress, length, ties, and the marks between syllables and words.
    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "ˈ", "ˌ", "ː", "ˑ", ".", "_", "-", "'", "\u{361}", "\u{329}", "\u{303}", "\u{200D}", "ʲ": true
        default: scalar.properties.isWhitespace
        }
    }
}
