// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore

@testable import OnCueSentences

/// Says sentences that a template stands for.
struct SentenceSampler {
    let language: SentenceLanguage
    let lists: [String: SentenceList]
    var random: SplitMix64

    init(_ language: SentenceLanguage, lists: [String: SentenceList], seed: Int) {
        self.language = language
        self.lists = lists
        random = SplitMix64(seed: UInt64(seed))
    }

    mutating func say(_ expression: SentenceExpression) -> String {
        switch expression {
        case .text(let text): return text
        case .space: return " "
        case .sequence(let parts): return parts.map { say($0) }.joined()
        case .alternatives(let parts): return parts.randomElement(using: &random).map { say($0) } ?? ""
        case .permutation(let parts): return parts.shuffled(using: &random).map { say($0) }.joined(separator: " ")
        case .rule(let name, _): return language.rules[name].map { say($0.template.expression) } ?? ""
        case .list(let reference): return value(of: reference)
        }
    }

    private mutating func value(of reference: SentenceListReference) -> String {
        switch language.lists[reference.list]?.content {
        case .values(let values) where !values.isEmpty:
            return values.randomElement(using: &random).map { say($0.input.template.expression) } ?? ""
        case .values:
            let dynamic = language.lists[reference.list]?.dynamic ?? ""
            return lists[dynamic]?.values.randomElement(using: &random)?.text ?? "nothing"
        case .wildcard:
            // Words that no template has.
            let words = ["zebra", "quartz", "vexillum", "mnemonic", "Ångström", "xylograph"]
            return words.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).joined(separator: " ")
        case .range(let range): return number(in: range)
        case nil: return reference.inlineRange.map { number(in: $0) } ?? ""
        }
    }

    private mutating func number(in range: SentenceRange) -> String {
        let number = range.from + Int.random(in: 0...(range.to - range.from) / range.step, using: &random) * range.step
        guard (0..<language.numbers.count).contains(number), Bool.random(using: &random) else { return String(number) }
        return say(language.numbers[number].template.expression)
    }
}
