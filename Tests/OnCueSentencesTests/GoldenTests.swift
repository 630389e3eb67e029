// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Testing

@testable import OnCueSentences

/// A line of golden-en.tsv or golden-de.tsv.
struct GoldenSentence: Sendable, CustomTestStringConvertible {
    let language: String
    let text: String
    /// The readings that are expected to be the best ones, each as `SentenceMatch.line` writes it; none for a refusal.
    let readings: Set<String>

    var testDescription: String { "\(language): \(text)" }

    static let all: [GoldenSentence] = ["en", "de"].flatMap { language -> [GoldenSentence] in
        let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        guard let text = try? String(contentsOfFile: "\(folder)/golden-\(language).tsv", encoding: .utf8) else {
            fatalError("golden-\(language).tsv is not in \(folder)")
        }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let slots = fields.count > 2 ? fields[2] : ""
            let readings = slots.split(separator: " || ", omittingEmptySubsequences: false).map { slots in
                let sorted = slots.split(separator: "; ").sorted().joined(separator: "; ")
                return sorted.isEmpty ? fields[1] : "\(fields[1]) \(sorted)"
            }
            return GoldenSentence(language: language, text: fields[0], readings: fields[1] == "-" ? [] : Set(readings))
        }
    }
}

@Suite("What people say")
struct GoldenTests {
    @Test("is understood as intended, or refused", arguments: GoldenSentence.all)
    func golden(sentence: GoldenSentence) {
        let matcher = sentence.language == "en" ? SentenceFixtures.english : SentenceFixtures.german
        let matches = matcher.match(sentence.text, lists: SentenceFixtures.lists)
        let best = matches.filter { $0.score == matches.first?.score }

        #expect(Set(best.map(\.line)) == sentence.readings)
    }

    @Test("takes less than a tenth of the step budget", arguments: GoldenSentence.all)
    func steps(sentence: GoldenSentence) {
        let matcher = sentence.language == "en" ? SentenceFixtures.english : SentenceFixtures.german

        #expect(matcher.trace(sentence.text, lists: SentenceFixtures.lists).steps < SentenceLimits.steps / 10)
    }

    @Test("is tested with at least 85 sentences of each language", arguments: ["en", "de"])
    func count(language: String) {
        #expect(GoldenSentence.all.count { $0.language == language } >= 85)
    }

    @Test("is tested for each intent", arguments: ["en", "de"])
    func coverage(language: String) {
        let lines = GoldenSentence.all.filter { $0.language == language }.flatMap(\.readings)
        let intents = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })

        #expect(intents == Set(SentenceIntent.all.map(\.name)))
    }

    @Test("keeps its meaning without capitals, with other spaces and with punctuation", arguments: GoldenSentence.all)
    func tolerance(sentence: GoldenSentence) {
        let matcher = sentence.language == "en" ? SentenceFixtures.english : SentenceFixtures.german
        let plain = matcher.match(sentence.text.lowercased(), lists: SentenceFixtures.lists)
        let noisy = matcher.match(
            "  " + sentence.text.lowercased().replacing(" ", with: "\u{A0} ") + "?!… ", lists: SentenceFixtures.lists)

        #expect(noisy.map(\.intent) == plain.map(\.intent))
        #expect(noisy.map(\.score) == plain.map(\.score))
    }
}
