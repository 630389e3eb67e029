// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// All templates of a language as one network of states and the steps between them.
///
/// Its only cycles are those of wildcards, which consume a word each time. So matching visits each state at most a few
/// times per word, and no template takes exponential time.
struct SentenceNetwork: Sendable {
    /// The kind of a step.
    enum Kind: UInt8, Sendable {
        /// Consumes nothing.
        case free
        /// Consumes the word `first`.
        case word
        /// Consumes nothing; fills the slot `first` with the constant `second`.
        case value
        /// Consumes a number in the range `second` for the slot `first`.
        case number
        /// Consumes the first word of a wildcard.
        case enter
        /// Consumes another word of a wildcard.
        case stay
        /// Ends the wildcard for the slot `first`.
        case leave
        /// Consumes a value of the caller's list `second` for the slot `first`.
        case dynamic
        /// Ends a sentence of the block `first`.
        case accept
    }

    /// A step from one state to another.
    struct Edge: Sendable {
        let kind: Kind
        /// The required ending of the last word, which is not part of the value; -1 for none.
        var suffix: Int16 = -1
        let target: Int32
        var first: Int32 = -1
        var second: Int32 = -1
    }

    /// A word or phrase of several words.
    struct Phrase: Sendable {
        let words: [Int32]
        let number: Double
    }

    /// The state in which all sentences start.
    static let start: Int32 = 0

    /// The steps of state `s` are those from `firstEdge[s]` to `firstEdge[s + 1]`.
    var firstEdge: [Int32] = []
    var edges: [Edge] = []
    var slots: [String] = []
    var constants: [SentenceValue] = []
    var ranges: [SentenceRange] = []
    /// The names of the caller's lists.
    var dynamics: [String] = []
    var suffixes: [String] = []
    var vocabulary = Vocabulary()
    /// The word for `&`.
    var conjunction: String?
    /// The number words, by their first word.
    var numbers: [Int32: [Phrase]] = [:]
    /// The phrases without meaning, by their first word.
    var skips: [Int32: [[Int32]]] = [:]

    /// The steps of a state.
    func steps(from state: Int32) -> Range<Int> { Int(firstEdge[Int(state)])..<Int(firstEdge[Int(state) + 1]) }
}
