// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The grammar of any sounds of English in any order; it describes the speech if that was not a phrase.
package enum SoundLoop {
    /// The 39 sounds of the dictionary.
    package static let sounds = [
        "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH",
        "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y", "Z", "ZH",
    ]

    private static func word(_ sound: String) -> String { "sound1" + sound.lowercased() }

    /// The grammar in the form of JSGF.
    package static var text: String {
        "#JSGF V1.0;\ngrammar sounds;\npublic <sounds> = (" + sounds.map(word).joined(separator: " | ") + ")+;\n"
    }

    /// The dictionary, with a made-up word for each sound, which no other dictionary has.
    package static var dictionary: String { sounds.map { word($0) + " " + $0 + "\n" }.joined() }
}
