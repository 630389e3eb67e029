// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Preparation of expressions: words become numbers, and groups within words become whole words.
extension NetworkBuilder {
    mutating func prepare(_ expression: SentenceExpression) throws(TemplateError) -> Node {
        switch expression {
        case .text(let text): return .words(words(in: text))
        case .space: return .words([])
        case .list(let reference): return try prepare(reference, suffix: nil)
        case .rule(let name, let offset): return try prepare(rule: name, at: offset)
        case .alternatives(let parts):
            var nodes: [Node] = []
            for part in parts { nodes.append(try prepare(part)) }
            return .alternatives(nodes)
        case .permutation(let parts):
            var nodes: [Node] = []
            for part in parts { nodes.append(try prepare(part)) }
            return .permutation(nodes)
        case .sequence(let parts):
            var nodes: [Node] = []
            for unit in parts.split(separator: .space) {
                nodes.append(unit.count == 1 ? try prepare(unit[unit.startIndex]) : try prepare(joined: Array(unit)))
            }
            return nodes.count == 1 ? nodes[0] : .sequence(nodes)
        }
    }

    mutating func prepare(rule name: String, at offset: Int) throws(TemplateError) -> Node {
        if let node = rules[name] { return node }
        if let error = failedRules[name] { throw error }
        let rule = try enter(rule: name, at: offset)
        defer { rulesInProgress.remove(name) }
        do throws(TemplateError) {
            let node = try prepare(rule)
            rules[name] = node
            return node
        } catch {
            let error = TemplateError(
                error.code, at: offset, "in the rule <\(name)>, character \(error.offset + 1): \(error.message)")
            failedRules[name] = error
            throw error
        }
    }

    /// Returns the content of a rule, and marks the rule as in progress.
    private mutating func enter(rule name: String, at offset: Int) throws(TemplateError) -> SentenceExpression {
        let rule = try expression(ofRule: name, at: offset)
        guard rulesInProgress.count < SentenceLimits.ruleDepth else {
            throw TemplateError(
                .tooLarge, at: offset,
                "rules use one another more than \(SentenceLimits.ruleDepth) levels deep; write out some of them")
        }
        guard rulesInProgress.insert(name).inserted else { throw recursion(name, offset) }
        return rule
    }

    func recursion(_ name: String, _ offset: Int) -> TemplateError {
        TemplateError(.recursiveRule, at: offset, "the rule <\(name)> uses itself; write out one level of it")
    }

    func expression(ofRule name: String, at offset: Int) throws(TemplateError) -> SentenceExpression {
        guard let rule = language.rules[name] else {
            throw TemplateError(.unknownRule, at: offset, "there is no rule <\(name)>; add it to \"expansion_rules\"")
        }
        return rule.template.expression
    }

    /// Prepares parts without white space between them: they are parts of one word, unless there are lists.
    mutating func prepare(joined parts: [SentenceExpression]) throws(TemplateError) -> Node {
        var nodes: [Node] = []
        var texts: [SentenceExpression] = []
        var list: SentenceListReference?
        for part in parts {
            if try strings(of: part) != nil {
                texts.append(part)
                continue
            }
            try flush(&texts, after: list, before: part, into: &nodes)
            list = nil
            if case .list(let reference) = part {
                list = reference
            } else {
                nodes.append(try prepare(part))
            }
        }
        try flush(&texts, after: list, before: nil, into: &nodes)
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    /// Adds a pending list, and the text after it.
    mutating func flush(
        _ texts: inout [SentenceExpression], after list: SentenceListReference?, before next: SentenceExpression?,
        into nodes: inout [Node]
    ) throws(TemplateError) {
        defer { texts = [] }
        let variants = try strings(of: .sequence(texts)) ?? [""]
        if case .list(let reference) = next, isText(reference), variants.contains(where: { endsWithLetter($0) }) {
            throw TemplateError(
                .besideList, at: reference.offset, "letters are directly before {\(reference.list)}; put a space there")
        }
        guard let list else {
            if !texts.isEmpty { nodes.append(alternatives(of: variants)) }
            return
        }
        guard isText(list) else {
            nodes.append(try prepare(list, suffix: nil))
            if !texts.isEmpty { nodes.append(alternatives(of: variants)) }
            return
        }
        var choices: [Node] = []
        let loose = variants.filter { !beginsWithLetter($0) }
        if !loose.isEmpty { choices.append(.sequence([try prepare(list, suffix: nil), alternatives(of: loose)])) }
        for variant in variants where beginsWithLetter(variant) {
            guard let suffix = SentenceWord.divide(variant).first else { continue }
            guard isOpen(list) else {
                throw TemplateError(
                    .besideList, at: list.offset,
                    "letters are directly behind {\(list.list)}; put a space there, or them into its values")
            }
            let rest = String(variant[suffix.range.upperBound...])
            choices.append(.sequence([try prepare(list, suffix: suffix.text), .words(words(in: rest))]))
        }
        nodes.append(choices.count == 1 ? choices[0] : .alternatives(choices))
    }

    func beginsWithLetter(_ text: String) -> Bool {
        text.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "'" || $0 == "\u{2019}" } ?? false
    }

    func endsWithLetter(_ text: String) -> Bool {
        text.unicodeScalars.last.map { $0.properties.isAlphabetic || $0 == "'" || $0 == "\u{2019}" } ?? false
    }

    /// Whether the values are words, not numbers, which end where letters begin.
    func isText(_ reference: SentenceListReference) -> Bool {
        if case .range = language.lists[reference.list]?.content { return false }
        return language.lists[reference.list] != nil || reference.inlineRange == nil
    }

    func isOpen(_ reference: SentenceListReference) -> Bool {
        switch language.lists[reference.list]?.content {
        case .wildcard: true
        case .values(let values): values.isEmpty
        default: false
        }
    }

    mutating func alternatives(of strings: [String]) -> Node {
        let nodes = Set(strings).sorted().map { Node.words(words(in: $0)) }
        return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
    }

    /// Returns the texts that an expression matches; `nil` if it has lists.
    mutating func strings(of expression: SentenceExpression) throws(TemplateError) -> [String]? {
        switch expression {
        case .text(let text): return [text]
        case .space: return [" "]
        case .list: return nil
        case .rule(let name, let offset): return try strings(ofRule: name, at: offset)
        case .alternatives(let parts):
            var all: [String] = []
            for part in parts {
                guard let strings = try strings(of: part) else { return nil }
                all += strings
                try check(all)
            }
            return all
        case .sequence(let parts): return try strings(inOrder: parts)
        case .permutation(let parts):
            var all: [String] = []
            for order in parts.orders {
                guard let strings = try strings(inOrder: order.flatMap { [$0, .space] }.dropLast()) else { return nil }
                all += strings
                try check(all)
            }
            return all
        }
    }

    /// Expands each rule only once, whether that succeeds or not, so that rules that double each other take no time.
    private mutating func strings(ofRule name: String, at offset: Int) throws(TemplateError) -> [String]? {
        if let known = ruleTexts[name] { return try known.get() }
        let rule = try enter(rule: name, at: offset)
        defer { rulesInProgress.remove(name) }
        do throws(TemplateError) {
            let texts = try strings(of: rule)
            ruleTexts[name] = .success(texts)
            return texts
        } catch {
            ruleTexts[name] = .failure(error)
            throw error
        }
    }

    mutating func strings(inOrder parts: [SentenceExpression]) throws(TemplateError) -> [String]? {
        var all = [""]
        for part in parts {
            guard let strings = try strings(of: part) else { return nil }
            all = all.flatMap { start in strings.map { start + $0 } }
            try check(all)
        }
        return all
    }

    func check(_ strings: [String]) throws(TemplateError) {
        let bytes = strings.reduce(0) { $0 + $1.utf8.count }
        guard strings.count <= SentenceLimits.variants, bytes <= SentenceLimits.variants * 32 else {
            throw TemplateError(
                .tooLarge, at: 0,
                "groups within words stand for more than \(SentenceLimits.variants) texts; put spaces around some")
        }
    }

    mutating func words(in text: String) -> [Int32] {
        text.split(separator: " ").flatMap { part -> [Int32] in
            // Between two lists a mark is a word, although it is not between digits in the template.
            switch part {
            case ":", "+", "-", ".": return [network.vocabulary.number(String(part), spelled: part)]
            case ",": return [network.vocabulary.number(".", spelled: part)]
            default: break
            }
            let part = String(part)
            return SentenceWord.divide(part).map { word in
                network.vocabulary.number(
                    word.text == "&" ? language.conjunction ?? "&" : word.text, spelled: part[word.range])
            }
        }
    }
}

extension Array {
    /// All orders of the elements. There are *n*! of them.
    fileprivate var orders: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var rest = self
            let first = rest.remove(at: index)
            return rest.orders.map { [first] + $0 }
        }
    }
}
