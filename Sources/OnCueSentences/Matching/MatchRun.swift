// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Matches one sentence: finds the cheapest paths through the network, a few for each state and word.
///
/// States are visited word by word. For each state and word, the four cheapest paths with different values are kept, so
/// the work is bounded by the size of the network times the number of words, and by ``SentenceLimits/steps``.
struct MatchRun {
    /// A path to a state.
    private struct Way {
        let state: Int32
        let cost: Int32
        /// The last value on the path, as an index in `captures`; -1 for none.
        let capture: Int32
        /// Equal for paths with the same values.
        let mark: UInt64
    }

    /// A value on a path.
    private struct Capture {
        enum Content {
            case constant(Int32)
            case number(Double)
            case value(list: Int32, index: Int)
            case open(start: Int)
            case text(start: Int, end: Int, suffix: Int16)
        }

        let before: Int32
        let slot: Int32
        let content: Content
    }

    /// The cheapest paths to a state.
    private struct Best {
        var costs = SIMD4<Int32>(repeating: .max)
        var marks = SIMD4<UInt64>(repeating: 0)

        /// Keeps a path, unless enough others are as cheap; returns whether it was kept.
        mutating func admit(_ cost: Int32, _ mark: UInt64) -> Bool {
            var worst = 0
            for index in 0..<4 {
                if marks[index] == mark, costs[index] != .max {
                    guard cost < costs[index] else { return false }
                    costs[index] = cost
                    return true
                }
                if costs[index] > costs[worst] { worst = index }
            }
            guard cost < costs[worst] else { return false }
            costs[worst] = cost
            marks[worst] = mark
            return true
        }
    }

    private struct NumberReading {
        let number: Double
        let length: Int
        let cost: Int32
    }

    private struct ValueReading {
        let value: Int
        let length: Int
        let cost: Int32
    }

    private struct ValueKey: Hashable {
        let list: Int32
        let suffix: Int16
        let position: Int
    }

    private struct WordRange: Hashable {
        let start: Int
        let end: Int
        let suffix: Int16
    }

    private let network: SentenceNetwork
    private let words: [SentenceWord]
    private let sentence: String
    private let lists: [SentenceList?]
    /// The fixed words that each word can match, with their costs.
    private let meanings: [[(word: Int32, cost: Int32)]]
    private var numbers: [[NumberReading]?]
    private var values: [ValueKey: [ValueReading]] = [:]
    private var namesBegin: [WordRange: Bool] = [:]
    private var waiting: [[Way]]
    private var best: [UInt64: Best] = [:]
    private var captures: [Capture] = []
    private var accepted: [(block: Int32, way: Way)] = []
    /// The number of steps taken so far.
    private(set) var steps = 0

    init(_ network: SentenceNetwork, _ words: [SentenceWord], of sentence: String, lists: [String: SentenceList]) {
        self.network = network
        self.words = words
        self.sentence = sentence
        self.lists = network.dynamics.map { lists[$0] }
        meanings = words.map { word in
            if let number = network.vocabulary.number(of: word.text) { return [(number, 0)] }
            return network.vocabulary.mistyped(word.text).map { ($0.number, MatchCost.edit * Int32($0.edits)) }
        }
        numbers = Array(repeating: nil, count: words.count)
        waiting = Array(repeating: [], count: words.count + 1)
    }

    /// Finds the readings; returns none if too many steps are needed.
    ///
    /// - Returns: The blocks with the values, the cheapest first.
    mutating func run() -> [(block: Int, cost: Int32, captures: [Reading])] {
        push(SentenceNetwork.start, 0, cost: 0, capture: -1, mark: 1)
        for position in waiting.indices {
            while let way = waiting[position].popLast() {
                guard steps <= SentenceLimits.steps else { return [] }
                advance(way, position)
            }
        }
        return accepted.sorted { $0.way.cost < $1.way.cost }.map { (Int($0.block), $0.way.cost, readings($0.way)) }
    }

    // MARK: Steps

    private mutating func push(_ state: Int32, _ position: Int, cost: Int32, capture: Int32, mark: UInt64) {
        steps += 1
        let key = UInt64(position) << 32 | UInt64(UInt32(bitPattern: state))
        if best[key, default: Best()].admit(cost, mark) {
            waiting[position].append(Way(state: state, cost: cost, capture: capture, mark: mark))
        }
    }

    private mutating func push(_ edge: SentenceNetwork.Edge, _ position: Int, _ way: Way, cost: Int32 = 0) {
        push(edge.target, position, cost: way.cost + cost, capture: way.capture, mark: way.mark)
    }

    private mutating func push(
        _ edge: SentenceNetwork.Edge, _ position: Int, _ way: Way, cost: Int32, slot: Int32, _ content: Capture.Content,
        mark: UInt64, after before: Int32? = nil
    ) {
        captures.append(Capture(before: before ?? way.capture, slot: slot, content: content))
        let mixed = (way.mark ^ mark ^ UInt64(UInt32(bitPattern: slot)) << 48) &* 0x9E37_79B9_7F4A_7C15
        push(
            edge.target, position, cost: way.cost + cost, capture: Int32(captures.count - 1),
            mark: mixed ^ mixed >> 29)
    }

    private mutating func advance(_ way: Way, _ position: Int) {
        var isWithinWildcard = false
        for index in network.steps(from: way.state) {
            let edge = network.edges[index]
            switch edge.kind {
            case .free: push(edge, position, way)
            case .word: take(edge, position, way)
            case .value:
                push(
                    edge, position, way, cost: 0, slot: edge.first, .constant(edge.second),
                    mark: 1 << 40 | UInt64(UInt32(bitPattern: edge.second)))
            case .number: takeNumber(edge, position, way)
            case .enter:
                guard position < words.count else { continue }
                push(
                    edge, position + 1, way, cost: MatchCost.wildcard + MatchCost.wildcardWord, slot: edge.first,
                    .open(start: position), mark: 2 << 40 | UInt64(position))
            case .stay:
                isWithinWildcard = true
                if position < words.count { push(edge, position + 1, way, cost: MatchCost.wildcardWord) }
            case .leave: leave(edge, position, way)
            case .dynamic: takeValue(edge, position, way)
            case .accept:
                if position == words.count { accepted.append((edge.first, way)) }
            }
        }
        if !isWithinWildcard { skip(position, way) }
    }

    private func cost(of word: Int32, at position: Int) -> Int32? {
        guard position < words.count else { return nil }
        for meaning in meanings[position] where meaning.word == word { return meaning.cost }
        return nil
    }

    /// Returns the cost of the mistakes in a phrase at a position; `nil` if the phrase is not there.
    private func cost(of phrase: [Int32], at position: Int) -> Int32? {
        var sum: Int32 = 0
        for (offset, word) in phrase.enumerated() {
            guard let cost = cost(of: word, at: position + offset) else { return nil }
            sum += cost
        }
        return sum
    }

    private mutating func take(_ edge: SentenceNetwork.Edge, _ position: Int, _ way: Way) {
        if let cost = cost(of: edge.first, at: position) { push(edge, position + 1, way, cost: cost) }
    }

    private mutating func skip(_ position: Int, _ way: Way) {
        guard position < words.count else { return }
        for meaning in meanings[position] {
            for phrase in network.skips[meaning.word] ?? [] {
                guard let mistakes = cost(of: phrase, at: position) else { continue }
                push(
                    way.state, position + phrase.count,
                    cost: way.cost + mistakes + MatchCost.skip * Int32(phrase.count), capture: way.capture,
                    mark: way.mark)
            }
        }
    }

    private mutating func leave(_ edge: SentenceNetwork.Edge, _ position: Int, _ way: Way) {
        guard case .open(let start) = captures[Int(way.capture)].content else { return }
        if edge.suffix >= 0 {
            let suffix = network.suffixes[Int(edge.suffix)]
            let last = words[position - 1].text
            guard last.hasSuffix(suffix), last.utf8.count > suffix.utf8.count else { return }
        }
        let range = WordRange(start: start, end: position, suffix: edge.suffix)
        let full = MatchCost.wildcard + MatchCost.wildcardWord * Int32(position - start)
        push(
            edge, position, way, cost: beginsName(range) ? MatchCost.beginning - full : 0, slot: edge.first,
            .text(start: start, end: position, suffix: edge.suffix),
            mark: 3 << 40 | UInt64(start) << 16 | UInt64(position), after: captures[Int(way.capture)].before)
    }

    /// Returns whether words are a name known to the caller, or the first words of one.
    private mutating func beginsName(_ range: WordRange) -> Bool {
        if let known = namesBegin[range] { return known }
        let said = words[range.start..<range.end].filter { !$0.isSilentInNames }.map(\.text).joined()
        let key = without(range.suffix, said)
        let found = !key.isEmpty && lists.contains { $0?.begins(with: key) == true }
        namesBegin[range] = found
        return found
    }

    // MARK: Numbers

    private mutating func takeNumber(_ edge: SentenceNetwork.Edge, _ position: Int, _ way: Way) {
        guard position < words.count else { return }
        let range = network.ranges[Int(edge.second)]
        for reading in numbers(at: position) {
            guard let value = range.value(of: reading.number) else { continue }
            push(
                edge, position + reading.length, way, cost: reading.cost, slot: edge.first, .number(value),
                mark: 4 << 40 ^ value.bitPattern)
        }
    }

    private mutating func numbers(at position: Int) -> [NumberReading] {
        if let known = numbers[position] { return known }
        var found = digits(at: position)
        for meaning in meanings[position] {
            for phrase in network.numbers[meaning.word] ?? [] {
                guard let cost = cost(of: phrase.words, at: position) else { continue }
                found.append(NumberReading(number: phrase.number, length: phrase.words.count, cost: cost))
            }
        }
        numbers[position] = found
        return found
    }

    private func digits(at position: Int) -> [NumberReading] {
        guard let whole = number(at: position) else { return [] }
        var found = [NumberReading(number: whole, length: 1, cost: 0)]
        if position + 2 < words.count, words[position + 1].text == ".", number(at: position + 2) != nil,
            let number = Double("\(words[position].text).\(words[position + 2].text)")
        {
            found.append(NumberReading(number: number, length: 3, cost: 0))
        }
        return found
    }

    private func number(at position: Int) -> Double? {
        let text = words[position].text
        guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(text)
    }

    // MARK: Values of lists

    private mutating func takeValue(_ edge: SentenceNetwork.Edge, _ position: Int, _ way: Way) {
        guard position < words.count, lists[Int(edge.second)] != nil else { return }
        for reading in values(ValueKey(list: edge.second, suffix: edge.suffix, position: position)) {
            push(
                edge, position + reading.length, way, cost: reading.cost, slot: edge.first,
                .value(list: edge.second, index: reading.value),
                mark: 5 << 40 | UInt64(edge.second) << 32 | UInt64(reading.value))
        }
    }

    private mutating func values(_ key: ValueKey) -> [ValueReading] {
        if let known = values[key] { return known }
        var found: [ValueReading] = []
        if let list = lists[Int(key.list)] {
            var text = ""
            // The same text without "and", which is not in the keys of values with "&".
            var shorter = ""
            // One word of a value may have been spoken as two.
            for end in key.position..<min(words.count, key.position + list.longest + 2) {
                steps += 1
                guard !words[end].isSilentInNames else { continue }
                text += words[end].text
                if words[end].text != network.conjunction { shorter += words[end].text }
                let spoken = without(key.suffix, text)
                guard !spoken.isEmpty else { continue }
                var hits = list.hits(spoken)
                if hits.isEmpty, shorter != text { hits = list.hits(without(key.suffix, shorter)) }
                for hit in hits {
                    let cost = MatchCost.value(hit, weight: list.values[hit.value].weight)
                    found.append(ValueReading(value: hit.value, length: end - key.position + 1, cost: cost))
                }
            }
        }
        values[key] = found
        return found
    }

    private func without(_ suffix: Int16, _ text: String) -> String {
        guard suffix >= 0 else { return text }
        let ending = network.suffixes[Int(suffix)]
        return text.hasSuffix(ending) ? String(text.dropLast(ending.count)) : ""
    }

    // MARK: Results

    /// A value and its slot.
    struct Reading {
        let slot: String
        let value: SentenceValue
        /// The range of the words matched by a wildcard; `nil` for another value.
        let free: Range<Int>?
    }

    private func readings(_ way: Way) -> [Reading] {
        var readings: [Reading] = []
        var capture = way.capture
        while capture >= 0 {
            let entry = captures[Int(capture)]
            if let reading = reading(entry) { readings.append(reading) }
            capture = entry.before
        }
        return readings.reversed()
    }

    private func reading(_ capture: Capture) -> Reading? {
        let slot = network.slots[Int(capture.slot)]
        switch capture.content {
        case .constant(let number): return Reading(slot: slot, value: network.constants[Int(number)], free: nil)
        case .number(let number): return Reading(slot: slot, value: .number(number), free: nil)
        case .value(let list, let index):
            return lists[Int(list)].map { Reading(slot: slot, value: $0.values[index].value, free: nil) }
        case .open: return nil
        case .text(let start, let end, let suffix):
            var text = sentence[words[start].range.lowerBound..<words[end - 1].range.upperBound]
            if suffix >= 0 {
                text = text.dropLast(network.suffixes[Int(suffix)].count)
                while text.last.map({ "'\u{2019}".contains($0) }) == true { text.removeLast() }
            }
            return Reading(slot: slot, value: .text(String(text)), free: start..<end)
        }
    }
}
