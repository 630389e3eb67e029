// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Finds the examples with the most words in common with a sentence. Rare words count more.
struct NearestExamples: Sendable {
    private let examples: [(sentence: String, words: Set<Int32>)]
    private let vocabulary: Vocabulary
    private let uses: [Int]

    init(_ sentences: [String]) {
        var vocabulary = Vocabulary()
        examples = sentences.map { sentence in
            let numbers = SentenceWord.divide(sentence).map {
                vocabulary.number($0.text, spelled: sentence[$0.range])
            }
            return (sentence, Set(numbers))
        }
        var uses = [Int](repeating: 0, count: vocabulary.words.count)
        for example in examples {
            for word in example.words { uses[Int(word)] += 1 }
        }
        self.vocabulary = vocabulary
        self.uses = uses
    }

    func nearest(to words: [String]) -> [String] {
        var values: [Int32: Double] = [:]
        for word in words {
            if let number = vocabulary.number(of: word) {
                values[number] = value(number)
            } else {
                for other in vocabulary.mistyped(word) { values[other.number] = value(other.number) / 2 }
            }
        }
        let rated = examples.enumerated().compactMap { index, example -> (value: Double, index: Int)? in
            // In order, because sums of fractions depend on the order.
            let common = example.words.sorted().compactMap { values[$0] }
            guard !common.isEmpty else { return nil }
            return (common.reduce(0, +) * Double(common.count) / Double(example.words.count), index)
        }
        return rated.sorted { ($1.value, $0.index) < ($0.value, $1.index) }.prefix(3).map {
            examples[$0.index].sentence
        }
    }

    private func value(_ word: Int32) -> Double { 1 / Double(uses[Int(word)]) }
}
