// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A phrase that the user or a program defines for an action: words, or a template of ``SentenceTemplate`` without
/// rules.
package struct SentencePhrase: Sendable, Equatable {
    /// The text as it was written.
    package let text: String
    let template: SentenceTemplate
    /// The slots filled by its lists.
    package let slots: Set<String>

    /// Reads a phrase.
    ///
    /// - Throws: ``TemplateError`` with the position of the first mistake. Whether the lists exist is checked with a
    ///   language.
    /// - Complexity: O(*n*).
    package init(_ text: String) throws(TemplateError) {
        self.text = text
        template = try SentenceTemplate(text)
        let (slots, rules) = template.expression.references
        guard rules.isEmpty else {
            throw TemplateError(
                .unknownRule, at: text.unicodeScalars.prefix { $0 != "<" }.count,
                "a phrase has no rules; write the words, or a list such as {title}")
        }
        for slot in slots.sorted() where slot.contains(".") || slot.contains(",") {
            throw TemplateError(
                .badName, at: text.unicodeScalars.prefix { $0 != "{" }.count,
                "\"{\(slot)}\" needs a name for its value: {\(slot):number}")
        }
        guard template.expression.hasWord else {
            throw TemplateError(
                .empty, at: 0, "a phrase needs a word of its own beside its lists, or every sentence would mean it")
        }
        self.slots = slots
    }

    /// Whether it consists of fixed words only.
    package var isPlain: Bool { template.expression.isPlain }

    /// Returns some of the sentences that match it. Those with a value of a list are left out, unless the list is a
    /// range in the template, of which the first number is used, or accepts any words.
    ///
    /// - Parameters:
    ///   - limit: The most sentences to return.
    ///   - free: The text to use for a list that accepts any words; `nil` leaves such sentences out.
    package func samples(_ limit: Int, free: String? = nil) -> [String] {
        template.expression.samples(limit, free).map { sentence in
            sentence.split(separator: " ").joined(separator: " ")
        }.filter { !$0.isEmpty }
    }
}

extension SentenceExpression {
    /// Returns some of the texts that match it, without those that use rules or fixed lists.
    fileprivate func samples(_ limit: Int, _ free: String?) -> [String] {
        switch self {
        case .text(let text): return [text]
        case .space: return [" "]
        case .rule: return []
        case .list(let reference):
            if let range = reference.inlineRange { return [String(range.from)] }
            return Self.openLists.contains(reference.list) ? free.map { [$0] } ?? [] : []
        case .alternatives(let parts): return Array(parts.flatMap { $0.samples(limit, free) }.prefix(limit))
        case .permutation(let parts): return SentenceExpression.sequence(Self.spaced(parts)).samples(limit, free)
        case .sequence(let parts):
            var texts = [""]
            for part in parts {
                let more = part.samples(limit, free)
                texts = Array(texts.flatMap { text in more.map { text + $0 } }.prefix(limit))
            }
            return texts
        }
    }

    /// Lists of every language that accept any words.
    private static let openLists: Set<String> = [
        "title", "artist", "playlist", "podcast", "station", "query", "place", "machine", "name",
    ]

    /// Whether every matching sentence has a word that is not from a list.
    fileprivate var hasWord: Bool {
        switch self {
        case .text(let text): text.unicodeScalars.contains { $0.properties.isAlphabetic }
        case .space, .list, .rule: false
        case .sequence(let parts), .permutation(let parts): parts.contains(where: \.hasWord)
        case .alternatives(let parts): parts.allSatisfy(\.hasWord)
        }
    }

    private static func spaced(_ parts: [SentenceExpression]) -> [SentenceExpression] {
        parts.flatMap { [$0, .space] }
    }

    /// The expression with other lists.
    fileprivate func replacingLists(_ names: [String: String]) -> SentenceExpression {
        switch self {
        case .text, .space, .rule: self
        case .list(let reference):
            .list(
                SentenceListReference(
                    list: names[reference.list] ?? reference.list, slot: reference.slot, offset: reference.offset))
        case .sequence(let parts): .sequence(parts.map { $0.replacingLists(names) })
        case .alternatives(let parts): .alternatives(parts.map { $0.replacingLists(names) })
        case .permutation(let parts): .permutation(parts.map { $0.replacingLists(names) })
        }
    }
}

/// A phrase with its intent.
package struct PhraseMeaning: Sendable, Equatable {
    /// The values of a list that belongs to the phrase.
    package enum Values: Sendable, Equatable {
        /// These words, with their values.
        case words([String: String])
        /// Whole numbers.
        case numbers(ClosedRange<Int>)
        /// Any words; the values of a list of the caller are known.
        case any(known: String?)
    }

    package let phrase: SentencePhrase
    package let intent: String
    /// Constant slots.
    package let slots: [String: SentenceValue]
    /// Lists of its own, which take precedence over those of the language.
    package let lists: [String: Values]

    package init(
        _ phrase: SentencePhrase, intent: String, slots: [String: SentenceValue] = [:],
        lists: [String: Values] = [:]
    ) {
        (self.phrase, self.intent, self.slots, self.lists) = (phrase, intent, slots, lists)
    }
}

extension SentenceLanguage {
    /// Returns the reason why a phrase cannot be used in this language: a list that it does not have. `nil` if it can.
    package func mistake(in meaning: PhraseMeaning) -> TemplateError? {
        let language = merged([meaning])
        var builder = NetworkBuilder(language)
        guard let sentence = language.blocks.last?.sentences.first else { return nil }
        do throws(TemplateError) {
            try builder.check(sentence)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the language with phrases added; those that cannot be used in it are left out.
    package func adding(_ meanings: [PhraseMeaning]) -> SentenceLanguage {
        merged(meanings.filter { mistake(in: $0) == nil })
    }

    private func merged(_ meanings: [PhraseMeaning]) -> SentenceLanguage {
        var (blocks, lists) = (blocks, lists)
        for (index, meaning) in meanings.enumerated() {
            var names: [String: String] = [:]
            for (name, values) in meaning.lists {
                // No list of a file can have such a name.
                let own = "\(index):\(name)"
                names[name] = own
                lists[own] = Self.list(values, named: own)
            }
            let template = SentenceTemplate(
                text: meaning.phrase.text, expression: meaning.phrase.template.expression.replacingLists(names))
            blocks.append(
                Block(
                    intent: meaning.intent, slots: meaning.slots,
                    sentences: [Placed(template: template, path: "phrase")], examples: []))
        }
        var language = SentenceLanguage(
            code: code, blocks: blocks, lists: lists, rules: rules, skipWords: skipWords, numbers: numbers,
            conjunction: conjunction, clockSlots: clockSlots)
        language.answers = answers
        return language
    }

    private static func list(_ values: PhraseMeaning.Values, named name: String) -> List {
        switch values {
        case .any(let known): return List(content: .wildcard, dynamic: known ?? name)
        case .numbers(let numbers):
            let range = SentenceRange(
                from: max(numbers.lowerBound, -1_000_000), to: min(numbers.upperBound, 1_000_000))
            return List(content: range.map { .range($0) } ?? .wildcard, dynamic: name)
        case .words(let words):
            let pairs = words.sorted { $0.key < $1.key }.compactMap { said, value in
                // Words of a program are not a template.
                SentenceTemplate(words: said).map {
                    (input: Placed(template: $0, path: "list"), output: SentenceValue.text(value))
                }
            }
            return List(content: .values(pairs), dynamic: name)
        }
    }
}

extension SentenceTemplate {
    /// Creates a template of literal words; `nil` if there are none.
    fileprivate init?(words: String) {
        let parts = words.split(whereSeparator: \.isWhitespace).map { SentenceExpression.text(String($0)) }
        guard !parts.isEmpty else { return nil }
        let spaced = parts.flatMap { [SentenceExpression.space, $0] }.dropFirst()
        self.init(text: words, expression: .sequence(Array(spaced)))
    }
}
