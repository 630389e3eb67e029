// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The values of a list that the caller knows: titles, artists, outputs, phrases.
///
/// It is indexed when it is created, so create it once and pass it to each match. A value is found by its folded text
/// without spaces (`nightcrossing`), with up to two typing mistakes, and by its sound. A `&` in it can be spoken or
/// left out.
package struct SentenceList: Sendable {
    /// A value.
    package struct Value: Sendable, Equatable {
        /// The name as it is spoken.
        package let text: String
        /// The value of the slot.
        package let value: SentenceValue
        /// The probability that it is meant, 0 to 1; among equally good readings the more probable is first.
        package let weight: Double

        /// Creates a value; without `value`, the text is used. A weight outside 0...1 is clamped.
        package init(_ text: String, value: SentenceValue? = nil, weight: Double = 0) {
            self.text = text
            self.value = value ?? .text(text)
            self.weight = weight.isNaN ? 0 : min(max(0, weight), 1)
        }
    }

    /// A value that a part of a sentence may mean.
    struct Hit: Equatable {
        let value: Int
        /// The number of typing mistakes; `nil` if it only sounds alike.
        let edits: Int?
    }

    /// The keys of one length, stored as columns because most keys are rejected by their letters only.
    private struct Keys {
        var letters: [UInt64] = []
        var values: [Int32] = []
        var keys: [[Unicode.Scalar]] = []
    }

    /// The most words that are recognised as the beginning of a value.
    private static let beginningWords = 4

    /// The values, in the order of the caller.
    package let values: [Value]
    /// The most words of a value.
    private(set) var longest = 0
    private var exact: [String: [Int32]] = [:]
    private var keysByLength: [Keys] = []
    private var sounds: [SoundKey: [Int32]] = [:]
    /// The keys of the first words of values.
    private var beginnings: Set<String> = []

    /// Indexes values; those without a letter or a digit, and those after the first
    /// ``SentenceLimits/listValues``, cannot be found.
    ///
    /// - Complexity: O(*n*) in all their letters.
    package init(_ values: some Sequence<Value>) {
        self.values = Array(values.prefix(SentenceLimits.listValues))
        for (index, value) in self.values.enumerated() {
            let words = SentenceWord.divide(value.text.shortened(toBytes: SentenceLimits.sentenceBytes))
                .lazy.filter { !$0.isSilentInNames }.prefix(SentenceLimits.valueWords)
            guard !words.isEmpty else { continue }
            longest = max(longest, words.count)
            add(words.map(\.text).joined(), Int32(index))
            var beginning = ""
            for word in words.dropLast().prefix(Self.beginningWords) {
                beginning += word.text
                beginnings.insert(beginning)
            }
        }
    }

    /// Indexes names that are their own values.
    package init(names: some Sequence<String>) {
        self.init(names.map { Value($0) })
    }

    private mutating func add(_ key: String, _ index: Int32) {
        exact[key, default: []].append(index)
        let scalars = Array(key.unicodeScalars)
        if scalars.count >= 3 {
            while keysByLength.count <= scalars.count { keysByLength.append(Keys()) }
            keysByLength[scalars.count].letters.append(WordShape(scalars).letters)
            keysByLength[scalars.count].values.append(index)
            keysByLength[scalars.count].keys.append(scalars)
        }
        let sound = SoundKey(scalars)
        if sound.count >= 3 { sounds[sound, default: []].append(index) }
    }

    /// Whether a folded text without spaces is a value, or the first words of one.
    func begins(with key: String) -> Bool { beginnings.contains(key) || exact[key] != nil }

    /// Returns the values that a folded text without spaces may mean, at most 8 of each kind. Exact matches exclude
    /// mistyped ones, which exclude those that only sound alike.
    ///
    /// - Complexity: linear in the values of about the same length, with a few instructions for each.
    func hits(_ key: String) -> [Hit] {
        if let found = exact[key] { return found.prefix(8).map { Hit(value: Int($0), edits: 0) } }
        let scalars = Array(key.unicodeScalars)
        var hits: [Hit] = []
        collectMistyped(scalars, &hits)
        if hits.isEmpty { collectSounding(scalars, &hits) }
        return hits
    }

    private func collectMistyped(_ scalars: [Unicode.Scalar], _ hits: inout [Hit]) {
        let shape = WordShape(scalars)
        let reach = WordMistakes.forgiven(letters: scalars.count + 2)
        for length in max(4, scalars.count - reach)..<max(5, scalars.count + reach + 1) {
            guard length < keysByLength.count else { break }
            let limit = WordMistakes.forgiven(letters: length)
            let column = keysByLength[length]
            guard abs(length - scalars.count) <= limit else { continue }
            for (index, letters) in column.letters.enumerated()
            where (letters ^ shape.letters).nonzeroBitCount <= 2 * limit {
                guard hits.count < 8 else { return }
                guard let edits = EditDistance.between(scalars, column.keys[index], limit: limit) else { continue }
                hits.append(Hit(value: Int(column.values[index]), edits: edits))
            }
        }
    }

    private func collectSounding(_ scalars: [Unicode.Scalar], _ hits: inout [Hit]) {
        let sound = SoundKey(scalars)
        guard sound.count >= 3, let found = sounds[sound] else { return }
        for index in found.prefix(8) {
            // Vowels do not affect the key, so many may differ; a name that is spelled quite differently is another
            // one.
            let key = SentenceWord.divide(values[Int(index)].text).flatMap { Array($0.text.unicodeScalars) }
            let limit = max(2, key.count * 2 / 5)
            guard EditDistance.between(scalars, key, limit: limit) != nil else { continue }
            hits.append(Hit(value: Int(index), edits: nil))
        }
    }
}
