// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueIntents
import OnCueSentences
import Testing

@Suite("What sentences mean")
struct IntentNameTests {
    @Test("is a task of OnCue, and each slot one of its parameters", arguments: SentenceIntent.all.map(\.name))
    func names(name: String) throws {
        let definition = try #require(BuiltinIntents.all.first { $0.name.intent == name })
        let sentence = try #require(SentenceIntent.all.first { $0.name == name })
        for (slot, kind) in sentence.slots {
            let parameter = try #require(definition.parameter(slot), "\(slot)")
            guard case .word(let words) = kind else { continue }
            let known = parameter.choices.map(\.name)
            #expect(words.allSatisfy(known.contains), "\(slot)")
            for word in words { _ = try definition.taken([slot: .text(word)]) }
        }
    }
}
