// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueIntents
import OnCueSentences
import OnCueSuggestions
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

    @Test("of the days of an alarm are the groups of weekdays")
    func days() throws {
        let groups = WeekdayGroup.allCases.map(\.rawValue)
        let definition = try #require(BuiltinIntents.all.first { $0.name.intent == "alarm" })

        #expect(definition.parameter("days")?.choices.map(\.name) == groups)
        #expect(SentenceIntent.all.first { $0.name == "alarm" }?.slots["days"] == .word(groups))
    }

    @Test(
        "takes at least what the task takes, where it is a number or a time", arguments: SentenceIntent.all.map(\.name))
    func bounds(name: String) throws {
        let definition = try #require(BuiltinIntents.all.first { $0.name.intent == name })
        let sentence = try #require(SentenceIntent.all.first { $0.name == name })
        for (slot, kind) in sentence.slots {
            switch kind {
            case .number(let range), .seconds(let range):
                let bounds = try #require(definition.parameter(slot)?.bounds, "\(slot)")
                #expect(range.lowerBound <= bounds.lowerBound && range.upperBound >= bounds.upperBound, "\(slot)")
            default: break
            }
        }
    }
}
