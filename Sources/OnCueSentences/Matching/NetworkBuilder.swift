// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Builds the network of a language.
///
/// Each template and rule is first prepared: its words get numbers, and words with groups in them (`song[s]`) are
/// replaced with the words that they match. Then each is laid out; rules are laid out at each place where they are
/// used.
struct NetworkBuilder {
    /// A prepared expression.
    indirect enum Node {
        case words([Int32])
        case sequence([Node])
        case alternatives([Node])
        case permutation([Node])
        case list(Int, slot: Int32, suffix: Int16)
    }

    /// A list used in a template.
    enum Shape {
        case values([(node: Node, constant: Int32)], dynamic: Int32)
        case range(Int32)
        case wildcard(dynamic: Int32)
    }

    let language: SentenceLanguage
    var network = SentenceNetwork()
    var mistakes: [LanguageMistake] = []
    var laidOut: [(from: Int32, edge: SentenceNetwork.Edge)] = []
    var states: Int32 = 1
    var shapes: [Shape] = []
    var shapeNumbers: [String: Int] = [:]
    var slotNumbers: [String: Int32] = [:]
    var constantNumbers: [SentenceValue: Int32] = [:]
    var dynamicNumbers: [String: Int32] = [:]
    var suffixNumbers: [String: Int16] = [:]
    var rules: [String: Node] = [:]
    var rulesInProgress: Set<String> = []
    /// The texts of rules used as parts of words; `nil` for rules with lists.
    var ruleTexts: [String: Result<[String]?, TemplateError>] = [:]
    var failedRules: [String: TemplateError] = [:]

    init(_ language: SentenceLanguage) {
        self.language = language
    }

    mutating func build() throws(LanguageError) -> SentenceNetwork {
        laidOut.reserveCapacity(60_000)
        for (index, block) in language.blocks.enumerated() {
            let end = newState()
            add(from: end, .init(kind: .accept, target: end, first: Int32(index)))
            for sentence in block.sentences {
                attempt(sentence.path) { builder throws(TemplateError) in
                    try builder.layOut(sentence, to: end)
                }
            }
        }
        network.conjunction = language.conjunction
        addNumbers()
        addSkips()
        checkUnusedRules()
        guard mistakes.isEmpty else {
            throw LanguageError(mistakes: Array(mistakes.prefix(SentenceLimits.mistakes)))
        }
        sortEdges()
        return network
    }

    private mutating func layOut(_ sentence: SentenceLanguage.Placed, to end: Int32) throws(TemplateError) {
        let node = try prepare(sentence.template.expression)
        try layOut(node, from: SentenceNetwork.start, to: end)
        // By now, the size of the node is known to be bounded.
        guard !node.canBeEmpty else {
            throw TemplateError(.empty, at: 0, "every part is optional; make at least one fixed")
        }
    }

    /// Throws if a sentence of the language cannot be used.
    mutating func check(_ sentence: SentenceLanguage.Placed) throws(TemplateError) {
        try layOut(sentence, to: newState())
    }

    mutating func attempt(_ path: String, _ work: (inout NetworkBuilder) throws(TemplateError) -> Void) {
        guard mistakes.count < SentenceLimits.mistakes else { return }
        do throws(TemplateError) {
            try work(&self)
        } catch {
            rulesInProgress = []
            mistakes.append(LanguageMistake(path: path, offset: error.offset, message: error.message))
        }
    }

    private mutating func addNumbers() {
        for (number, placed) in language.numbers.enumerated() {
            attempt(placed.path) { builder throws(TemplateError) in
                for words in try builder.phrases(placed) {
                    guard let first = words.first else { continue }
                    builder.network.numbers[first, default: []].append(.init(words: words, number: Double(number)))
                }
            }
        }
    }

    private mutating func addSkips() {
        for placed in language.skipWords {
            attempt(placed.path) { builder throws(TemplateError) in
                for words in try builder.phrases(placed) {
                    guard let first = words.first else { continue }
                    builder.network.skips[first, default: []].append(words)
                }
            }
        }
    }

    mutating func phrases(_ placed: SentenceLanguage.Placed) throws(TemplateError) -> [[Int32]] {
        guard let strings = try strings(of: placed.template.expression) else {
            throw TemplateError(.unknownList, at: 0, "a list cannot be used here; write the words themselves")
        }
        return Set(strings).sorted().map { words(in: $0) }
    }

    /// Reports mistakes in rules that no sentence uses.
    private mutating func checkUnusedRules() {
        for (name, placed) in language.rules.sorted(by: { $0.key < $1.key }) where rules[name] == nil {
            attempt(placed.path) { builder throws(TemplateError) in
                _ = try builder.prepare(rule: name, at: 0)
            }
        }
    }

    /// Sorts the steps by their first state, using a counting sort.
    private mutating func sortEdges() {
        var counts = [Int32](repeating: 0, count: Int(states) + 1)
        for step in laidOut { counts[Int(step.from) + 1] += 1 }
        for state in 1..<counts.count { counts[state] += counts[state - 1] }
        network.firstEdge = counts
        var next = counts
        network.edges = Array(
            repeating: SentenceNetwork.Edge(kind: .free, target: 0), count: laidOut.count)
        for step in laidOut {
            network.edges[Int(next[Int(step.from)])] = step.edge
            next[Int(step.from)] += 1
        }
    }
}

extension NetworkBuilder.Node {
    /// Whether it can match no words at all.
    fileprivate var canBeEmpty: Bool {
        switch self {
        case .words(let words): words.isEmpty
        case .list: false
        case .alternatives(let parts): parts.contains(where: \.canBeEmpty)
        case .sequence(let parts), .permutation(let parts): parts.allSatisfy(\.canBeEmpty)
        }
    }
}
