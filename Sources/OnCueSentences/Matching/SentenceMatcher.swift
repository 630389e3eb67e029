// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Understands the sentences of a language.
///
/// ```swift
/// let matcher = try SentenceMatcher(SentenceLanguage(SentenceLanguage.builtInFile(for: "en") ?? ""))
/// let matches = matcher.match("play something by Juniper Vale for half an hour", lists: ["artist": artists])
/// // play, by: "Juniper Vale", for: 1800
/// ```
///
/// Case, punctuation, accents and white space are ignored, as are the skip words of the language. A fixed word of at
/// least four letters may have one typing mistake, and one of at least eight letters two. The same applies to the
/// values of the caller's lists, which are also found by their sound. Create one matcher per language and keep it.
package struct SentenceMatcher: Sendable {
    /// The code of the language, such as `en`.
    package let language: String
    private let network: SentenceNetwork
    private let blocks: [SentenceLanguage.Block]
    private let clockSlots: Set<String>
    private let examples: NearestExamples

    /// Prepares the sentences of a language.
    ///
    /// - Throws: ``LanguageError`` with the templates that use unknown lists or rules, or are too large.
    /// - Complexity: Linear in the size of all templates, with their rules written out.
    package init(_ language: SentenceLanguage) throws(LanguageError) {
        var builder = NetworkBuilder(language)
        network = try builder.build()
        self.language = language.code
        blocks = language.blocks
        clockSlots = language.clockSlots
        examples = NearestExamples(language.examples.map(\.sentence))
    }

    /// The number of states and of steps, for measurements.
    package var size: (states: Int, steps: Int) { (network.firstEdge.count - 1, network.edges.count) }

    /// Returns the readings of a sentence, best first, at most ``SentenceLimits/readings``.
    ///
    /// Readings with the same score are equally good, so the user has to choose between them. There are none for a
    /// sentence that does not match, has more than ``SentenceLimits/sentenceWords`` words, or takes more than
    /// ``SentenceLimits/steps`` steps.
    ///
    /// - Parameter lists: The values of the language's lists, by name. A value is preferred to free words.
    /// - Complexity: Linear in the words, times the templates with the same beginning, plus the values of the lists
    ///   times the places where they can be.
    package func match(_ sentence: String, lists: [String: SentenceList] = [:]) -> [SentenceMatch] {
        trace(sentence, lists: lists).matches
    }

    /// Returns the readings, and the number of steps taken.
    func trace(_ sentence: String, lists: [String: SentenceList]) -> (matches: [SentenceMatch], steps: Int) {
        guard sentence.utf8.count <= SentenceLimits.sentenceBytes else { return ([], 0) }
        let words = words(of: sentence)
        guard !words.isEmpty, words.count <= SentenceLimits.sentenceWords else { return ([], 0) }
        var run = MatchRun(network, words, of: sentence, lists: lists)
        var matches: [SentenceMatch] = []
        for found in run.run() where matches.count < SentenceLimits.readings {
            let block = blocks[found.block]
            let match = SentenceMatch(
                intent: block.intent, slots: slots(found.captures, block),
                freeText: found.captures.compactMap { reading in
                    reading.free.map { words in
                        SentenceMatch.FreeText(slot: reading.slot, text: reading.value.description, words: words)
                    }
                }, score: MatchCost.score(found.cost))
            let isNew = !matches.contains { $0.intent == match.intent && $0.slots == match.slots }
            if isNew { matches.append(match) }
        }
        return (matches, run.steps)
    }

    /// Returns the example sentences most similar to one without a match, at most 3; none if they have no word in
    /// common.
    ///
    /// - Complexity: Linear in the examples.
    package func nearest(to sentence: String) -> [String] {
        guard sentence.utf8.count <= SentenceLimits.sentenceBytes else { return [] }
        return examples.nearest(to: words(of: sentence).prefix(SentenceLimits.sentenceWords).map(\.text))
    }

    private func words(of sentence: String) -> [SentenceWord] {
        let words = SentenceWord.divide(sentence)
        guard let conjunction = network.conjunction, words.contains(where: { $0.text == "&" }) else { return words }
        return words.map { $0.text == "&" ? SentenceWord(text: conjunction, range: $0.range) : $0 }
    }

    /// Returns the values of the slots. Numbers for the same slot are added; of other values, the last is used.
    private func slots(_ readings: [MatchRun.Reading], _ block: SentenceLanguage.Block) -> [String: SentenceValue] {
        var slots: [String: SentenceValue] = [:]
        for reading in readings {
            if case .number(let more) = reading.value, case .number(let number) = slots[reading.slot] {
                slots[reading.slot] = .number(number + more)
            } else {
                slots[reading.slot] = reading.value
            }
        }
        slots.merge(block.slots) { said, _ in said }
        for slot in clockSlots {
            guard case .number(let minutes) = slots[slot], minutes.isFinite else { continue }
            slots[slot] = .text(Self.clock(minutes))
        }
        return slots
    }

    private static func clock(_ minutes: Double) -> String {
        let day = 1440
        let minute = (Int(minutes.truncatingRemainder(dividingBy: Double(day))) + day) % day
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return digits(minute / 60) + ":" + digits(minute % 60)
    }
}
