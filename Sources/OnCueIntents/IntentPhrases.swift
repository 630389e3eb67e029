// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueSentences

extension IntentDefinition {
    /// The parameter of the task that runs a shortcut, which has its name.
    package static let shortcutParameter = "shortcut"

    /// The lists of its phrase that are its parameters, by their names.
    package var phraseLists: [String: PhraseMeaning.Values] {
        Dictionary(
            parameters.map { ($0.name, $0.phraseValues) }, uniquingKeysWith: { first, _ in first })
    }

    /// The reason why its phrase cannot be said; `nil` if it can.
    package var phraseMistake: String? {
        guard !phrase.isEmpty else { return nil }
        let read: SentencePhrase
        do throws(TemplateError) { read = try SentencePhrase(phrase) } catch { return error.description }
        guard !read.isPlain else { return nil }
        if let slot = read.slots.sorted().first(where: { parameter($0) == nil }) {
            return "there is no parameter \"\(slot)\" for {\(slot)}" + IntentWords.advice(slot, parameters.map(\.name))
        }
        return SentenceLanguage.mistake(in: PhraseMeaning(read, intent: name.text, lists: phraseLists))
    }
}

extension IntentParameter {
    /// The values that a phrase can have for it.
    var phraseValues: PhraseMeaning.Values {
        switch kind {
        case .choice:
            .words(
                Dictionary(
                    choices.map { ($0.title, $0.name) } + choices.map { ($0.name, $0.name) },
                    uniquingKeysWith: { first, _ in first }))
        case .number, .duration:
            .numbers(numbers)
        case .item: .any(known: "title")
        case .place: .any(known: "place")
        case .output: .any(known: "output")
        case .text, .moment, .boolean, .person, .device, .object: .any(known: nil)
        }
    }

    private var numbers: ClosedRange<Int> {
        let least = Self.whole(bounds?.lowerBound ?? 0)
        return least...max(least, Self.whole(bounds?.upperBound ?? 1_000_000))
    }

    private static func whole(_ number: Double) -> Int { Int(min(max(number.rounded(), -1_000_000), 1_000_000)) }
}

extension Shortcut {
    /// Some sentences that its phrase covers, without those that contain a value of a list; none if there are none.
    ///
    /// - Parameters:
    ///   - limit: The most sentences.
    ///   - free: The text in the place of a list that takes any words; `nil` leaves such sentences out.
    package func phraseSamples(_ limit: Int, free: String? = nil) -> [String] {
        phraseTemplate?.samples(limit, free: free) ?? (phrase.isEmpty ? [] : [phrase])
    }

    /// Its phrase, if it is a template and not only words.
    var phraseTemplate: SentencePhrase? {
        (try? SentencePhrase(phrase)).flatMap { $0.isPlain ? nil : $0 }
    }

    /// The values that its phrase gives to its steps.
    package var phraseSlots: Set<String> { phraseTemplate?.slots ?? [] }

    /// Returns the names of other values that a step uses: `item` of `${item}`.
    package static func names(in step: Step) -> [String] {
        step.values.sorted { $0.key < $1.key }.flatMap { _, value -> [String] in
            guard case .text(let text) = value else { return [] }
            return IntentTemplate(text).names
        }
    }

    /// Whether a value has a `${` without its `}`.
    package static func isUnclosed(_ value: ParameterValue) -> Bool {
        guard case .text(let text) = value else { return false }
        return IntentTemplate(text).parts.contains {
            if case .text(let text) = $0 { text.contains("${") } else { false }
        }
    }

    /// Checks that its phrase can be said.
    ///
    /// - Throws: The mistake, with its place.
    package func checkPhrase() throws(IntentRefusal) {
        guard !phrase.isEmpty else { return }
        let read: SentencePhrase
        do throws(TemplateError) { read = try SentencePhrase(phrase) } catch {
            throw IntentRefusal("phrase", "the phrase \"\(phrase.prefix(100))\": \(error.description)")
        }
        if read.slots.contains(IntentDefinition.shortcutParameter) {
            throw IntentRefusal(
                "phrase", "a value of the phrase cannot be called shortcut; write {shortcut:another-name}")
        }
        if let reason = SentenceLanguage.mistake(in: PhraseMeaning(read, intent: "run")) {
            throw IntentRefusal("phrase", "the phrase \"\(phrase.prefix(100))\": \(reason)")
        }
    }
}

extension SentenceLanguage {
    /// Those that are built in.
    private static let builtIn = builtInFiles.compactMap { try? SentenceLanguage($0.text) }

    /// Returns the reason why a phrase can be said in none of the languages.
    static func mistake(in meaning: PhraseMeaning) -> String? {
        var first: TemplateError?
        for language in builtIn {
            guard let mistake = language.mistake(in: meaning) else { return nil }
            if first == nil { first = mistake }
        }
        guard let first, first.code == .unknownList else { return first?.description }
        let known =
            ["title", "artist", "playlist", "podcast", "station", "genre", "output", "place", "machine", "query"]
            + ["name", "hours", "minutes", "seconds", "percent"] + meaning.lists.keys.sorted()
        let scalars = meaning.phrase.text.unicodeScalars.dropFirst(first.offset + 1).prefix { $0 != ":" && $0 != "}" }
        let name = String(String.UnicodeScalarView(scalars))
        let advice =
            name.contains("..")
            ? "; a range is {FROM..TO:name}, at most a million" : IntentWords.advice(name, known)
        return "character \(first.offset + 1): there is no list {\(name)}" + advice
    }
}
