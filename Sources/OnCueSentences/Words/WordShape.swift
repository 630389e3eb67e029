// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The properties of a word that are compared before its letters: most words differ in them, so the edit distance
/// rarely has to be computed.
struct WordShape: Equatable {
    /// The number of scalars.
    let length: Int
    /// A bit for each letter and digit in it; other scripts share the bits.
    let letters: UInt64

    init(_ scalars: some Collection<Unicode.Scalar>) {
        length = scalars.count
        letters = scalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }

    /// Whether this number of edits can turn one word into the other. Each edit adds at most one letter and removes at
    /// most one.
    func isWithin(_ edits: Int, of other: WordShape) -> Bool {
        abs(length - other.length) <= edits && (letters ^ other.letters).nonzeroBitCount <= 2 * edits
    }
}

/// The number of typing mistakes that are forgiven.
enum WordMistakes {
    /// One from four letters on, two from eight.
    static func forgiven(letters: Int) -> Int { letters < 4 ? 0 : letters < 8 ? 1 : 2 }
}
