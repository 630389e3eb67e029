// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import TextOutput

/// Reads a language file and collects its mistakes.
struct LanguageReader {
    private static let keys = [
        "language", "intents", "lists", "expansion_rules", "skip_words", "numbers", "conjunction", "clock_slots",
        "answers",
    ]
    private static let listKeys = ["values", "range", "wildcard", "dynamic"]

    private let intents: [SentenceIntent]?
    private var mistakes: [LanguageMistake] = []

    init(intents: [SentenceIntent]?) {
        self.intents = intents
    }

    mutating func read(_ text: String) throws(LanguageError) -> SentenceLanguage {
        let file = try file(text)
        let members = members(file, "")
        check(members, allowed: Self.keys, "")
        let code = self.text(file["language"], "language") ?? ""
        var language = SentenceLanguage(
            code: code, blocks: blocks(file["intents"]), lists: lists(file["lists"]),
            rules: rules(file["expansion_rules"]), skipWords: templates(file["skip_words"], "skip_words"),
            numbers: templates(file["numbers"], "numbers"),
            conjunction: file["conjunction"].flatMap { self.text($0, "conjunction") },
            clockSlots: Set(texts(file["clock_slots"], "clock_slots")))
        language.answers = answers(file["answers"])
        if mistakes.isEmpty { checkSlots(language) }
        guard mistakes.isEmpty else {
            throw LanguageError(mistakes: Array(mistakes.prefix(SentenceLimits.mistakes)))
        }
        return language
    }

    private func file(_ text: String) throws(LanguageError) -> JSONValue {
        guard text.utf8.count <= SentenceLimits.languageBytes else {
            throw LanguageError(mistakes: [
                LanguageMistake(
                    path: "", offset: nil,
                    message: "more than \(SentenceLimits.languageBytes) bytes; shorten it with rules and lists")
            ])
        }
        do throws(JSONError) {
            return try JSONValue(parsing: text, maximumDepth: 16)
        } catch {
            throw LanguageError(mistakes: [
                LanguageMistake(
                    path: "", offset: error.offset, message: "\(error); check the commas and quotation marks before it"
                )
            ])
        }
    }

    // MARK: Intents

    private mutating func blocks(_ value: JSONValue?) -> [SentenceLanguage.Block] {
        guard let value else {
            note("intents", "missing; write {\"intents\": {NAME: {\"data\": [{\"sentences\": [\"…\"]}]}}}")
            return []
        }
        var blocks: [SentenceLanguage.Block] = []
        for member in members(value, "intents") {
            let path = "intents.\(member.name)"
            if let intents, !intents.contains(where: { $0.name == member.name }) {
                note(path, "there is no such intent\(nearest(member.name, intents.map(\.name)))")
            }
            check(members(member.value, path), allowed: ["data"], path)
            for (index, data) in elements(member.value["data"], path + ".data").enumerated() {
                blocks.append(block(data, member.name, "\(path).data[\(index)]"))
            }
        }
        return blocks
    }

    private mutating func block(_ data: JSONValue, _ intent: String, _ path: String) -> SentenceLanguage.Block {
        check(members(data, path), allowed: ["sentences", "slots", "examples"], path)
        let sentences = templates(data["sentences"], path + ".sentences")
        if sentences.isEmpty, mistakes.isEmpty { note(path + ".sentences", "no sentences; write at least one") }
        var slots: [String: SentenceValue] = [:]
        if let values = data["slots"] {
            for member in members(values, path + ".slots") {
                slots[member.name] = scalar(member.value, "\(path).slots.\(member.name)")
            }
        }
        return SentenceLanguage.Block(
            intent: intent, slots: slots, sentences: sentences,
            examples: texts(data["examples"], path + ".examples"))
    }

    // MARK: Answers

    private mutating func answers(_ value: JSONValue?) -> AnswerTable {
        var table = AnswerTable()
        guard let value else { return table }
        for (index, element) in elements(value, "answers").enumerated() {
            let path = "answers[\(index)]"
            check(members(element, path), allowed: ["in", "out"], path)
            guard let input = text(element["in"], path + ".in"), let output = text(element["out"], path + ".out")
            else { continue }
            if let mistake = table.add(input, output) { note(path, mistake) }
        }
        return table
    }

    // MARK: Lists and rules

    private mutating func rules(_ value: JSONValue?) -> [String: SentenceLanguage.Placed] {
        var rules: [String: SentenceLanguage.Placed] = [:]
        for member in value.map({ members($0, "expansion_rules") }) ?? [] {
            rules[member.name] = template(member.value, "expansion_rules.\(member.name)")
        }
        return rules
    }

    private mutating func lists(_ value: JSONValue?) -> [String: SentenceLanguage.List] {
        var lists: [String: SentenceLanguage.List] = [:]
        for member in value.map({ members($0, "lists") }) ?? [] {
            let path = "lists.\(member.name)"
            check(members(member.value, path), allowed: Self.listKeys, path)
            guard let content = content(member.value, path) else { continue }
            let dynamic = member.value["dynamic"].flatMap { text($0, path + ".dynamic") }
            lists[member.name] = SentenceLanguage.List(content: content, dynamic: dynamic ?? member.name)
        }
        return lists
    }

    private mutating func content(_ value: JSONValue, _ path: String) -> SentenceLanguage.List.Content? {
        if let values = value["values"] {
            var pairs: [(input: SentenceLanguage.Placed, output: SentenceValue)] = []
            for (index, element) in elements(values, path + ".values").enumerated() {
                if let pair = pair(element, "\(path).values[\(index)]") { pairs.append(pair) }
            }
            return .values(pairs)
        }
        if let range = value["range"] { return self.range(range, path + ".range").map { .range($0) } }
        if value["wildcard"]?.boolValue == true { return .wildcard }
        note(path, "not a list; write \"values\": […], \"range\": {…} or \"wildcard\": true")
        return nil
    }

    private mutating func pair(
        _ value: JSONValue, _ path: String
    ) -> (input: SentenceLanguage.Placed, output: SentenceValue)? {
        if value.stringValue == nil { check(members(value, path), allowed: ["in", "out"], path) }
        guard let input = template(value.stringValue == nil ? value["in"] : value, path + ".in") else { return nil }
        if let output = value["out"] { return scalar(output, path + ".out").map { (input, $0) } }
        guard input.template.expression.isPlain else {
            note(path, "a value with groups needs \"out\", the value of the slot")
            return nil
        }
        return (input, .text(input.template.text))
    }

    private mutating func range(_ value: JSONValue, _ path: String) -> SentenceRange? {
        check(members(value, path), allowed: ["from", "to", "step", "multiplier", "fractions"], path)
        guard let from = value["from"]?.intValue, let to = value["to"]?.intValue else {
            note(path, "needs whole numbers \"from\" and \"to\"")
            return nil
        }
        let step = value["step"].map { $0.intValue ?? 0 } ?? 1
        let fractions = value["fractions"].map { SentenceRange.Fractions(rawValue: $0.stringValue ?? "") }
        if case .some(.none) = fractions { note(path + ".fractions", "must be \"halves\" or \"tenths\"") }
        let multiplier = value["multiplier"].map { $0.doubleValue ?? 0 } ?? 1
        if multiplier == 0 { note(path + ".multiplier", "must be a number other than 0") }
        guard
            let range = SentenceRange(
                from: from, to: to, step: step, fractions: fractions ?? nil, multiplier: multiplier)
        else {
            note(
                path, "has no numbers; \"from\" is at most \"to\", \"step\" at least 1, all at most a million")
            return nil
        }
        return range
    }

    // MARK: Slots

    /// Compares the slots in templates and blocks with those of the intents.
    private mutating func checkSlots(_ language: SentenceLanguage) {
        guard let intents else { return }
        let ruleSlots = language.rules.mapValues { $0.template.expression.references }
        for block in language.blocks {
            guard let intent = intents.first(where: { $0.name == block.intent }) else { continue }
            for (slot, value) in block.slots.sorted(by: { $0.key < $1.key })
            where intent.slots[slot]?.allows(value) != true {
                note("intents.\(block.intent)", "the constant slot \"\(slot)\" cannot be \"\(value)\"")
            }
            for sentence in block.sentences {
                var slots = sentence.template.expression.references.slots
                var rules = sentence.template.expression.references.rules
                var known = rules
                while let rule = rules.popFirst() {
                    slots.formUnion(ruleSlots[rule]?.slots ?? [])
                    for inner in ruleSlots[rule]?.rules ?? [] where known.insert(inner).inserted { rules.insert(inner) }
                }
                for slot in slots.sorted() where intent.slots[slot] == nil {
                    note(
                        sentence.path,
                        "\"\(block.intent)\" has no slot \"\(slot)\"\(nearest(slot, intent.slots.keys.sorted()))")
                }
            }
        }
    }

    // MARK: Values

    private mutating func templates(_ value: JSONValue?, _ path: String) -> [SentenceLanguage.Placed] {
        guard let value else { return [] }
        return elements(value, path).enumerated().compactMap { template($1, "\(path)[\($0)]") }
    }

    private mutating func template(_ value: JSONValue?, _ path: String) -> SentenceLanguage.Placed? {
        guard let text = text(value, path) else { return nil }
        do throws(TemplateError) {
            return SentenceLanguage.Placed(template: try SentenceTemplate(text), path: path)
        } catch {
            mistakes.append(LanguageMistake(path: path, offset: error.offset, message: error.message))
            return nil
        }
    }

    private mutating func scalar(_ value: JSONValue, _ path: String) -> SentenceValue? {
        if let text = value.stringValue { return .text(text) }
        if let number = value.doubleValue { return .number(number) }
        if let flag = value.boolValue { return .flag(flag) }
        note(path, "must be a text, a number or true")
        return nil
    }

    private mutating func texts(_ value: JSONValue?, _ path: String) -> [String] {
        guard let value else { return [] }
        return elements(value, path).enumerated().compactMap { text($1, "\(path)[\($0)]") }
    }

    private mutating func text(_ value: JSONValue?, _ path: String) -> String? {
        guard let text = value?.stringValue, !text.isEmpty else {
            note(path, value == nil ? "missing; write a text" : "must be a text that is not empty")
            return nil
        }
        return text
    }

    private mutating func elements(_ value: JSONValue?, _ path: String) -> [JSONValue] {
        guard let elements = value?.arrayValue else {
            note(path, value == nil ? "missing; write a list […]" : "must be a list […]")
            return []
        }
        return elements
    }

    private mutating func members(_ value: JSONValue, _ path: String) -> [JSONValue.Member] {
        guard case .object(let members) = value else {
            note(path, "must be an object {…}")
            return []
        }
        return members
    }

    private mutating func check(_ members: [JSONValue.Member], allowed: [String], _ path: String) {
        for member in members where !allowed.contains(member.name) {
            let path = path.isEmpty ? member.name : "\(path).\(member.name)"
            note(path, "there is no such key\(nearest(member.name, allowed))")
        }
    }

    private func nearest(_ name: String, _ names: [String]) -> String {
        NearestWord.of(name, among: names).map { "; did you mean \"\($0)\"?" }
            ?? "; choose from \(names.joined(separator: ", "))"
    }

    private mutating func note(_ path: String, _ message: String) {
        mistakes.append(LanguageMistake(path: path, offset: nil, message: message))
    }
}

extension SentenceExpression {
    /// Whether it is a single text, without groups, lists and rules.
    var isPlain: Bool {
        switch self {
        case .text, .space: true
        case .sequence(let parts): parts.allSatisfy(\.isPlain)
        default: false
        }
    }

    /// The slots and rules used in it.
    var references: (slots: Set<String>, rules: Set<String>) {
        switch self {
        case .text, .space: return ([], [])
        case .list(let reference): return ([reference.slot], [])
        case .rule(let name, _): return ([], [name])
        case .sequence(let parts), .alternatives(let parts), .permutation(let parts):
            return parts.map(\.references).reduce(into: ([], [])) {
                $0.0.formUnion($1.slots)
                $0.1.formUnion($1.rules)
            }
        }
    }
}
