// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Layout of prepared expressions as states and steps.
extension NetworkBuilder {
    mutating func newState() -> Int32 {
        states += 1
        return states - 1
    }

    mutating func add(from state: Int32, _ edge: SentenceNetwork.Edge) {
        laidOut.append((state, edge))
    }

    mutating func layOut(_ node: Node, from: Int32, to: Int32) throws(TemplateError) {
        guard laidOut.count <= SentenceLimits.edges else {
            throw TemplateError(
                .tooLarge, at: 0, "the sentences have more than \(SentenceLimits.edges) steps; remove optional parts")
        }
        switch node {
        case .words(let words): layOut(words, from: from, to: to)
        case .sequence(let parts):
            guard let last = parts.last else { return add(from: from, .init(kind: .free, target: to)) }
            var state = from
            for part in parts.dropLast() {
                let next = newState()
                try layOut(part, from: state, to: next)
                state = next
            }
            try layOut(last, from: state, to: to)
        case .alternatives(let parts):
            for part in parts { try layOut(part, from: from, to: to) }
        case .permutation(let parts): try layOut(permutation: parts, from: from, to: to)
        case .list(let number, let slot, let suffix): try layOut(list: number, slot, suffix, from: from, to: to)
        }
    }

    mutating func layOut(_ words: [Int32], from: Int32, to: Int32) {
        guard let last = words.last else { return add(from: from, .init(kind: .free, target: to)) }
        var state = from
        for word in words.dropLast() {
            let next = newState()
            add(from: state, .init(kind: .word, target: next, first: word))
            state = next
        }
        add(from: state, .init(kind: .word, target: to, first: last))
    }

    /// Lays out a state for each set of parts already spoken, instead of one for each order.
    mutating func layOut(permutation parts: [Node], from: Int32, to: Int32) throws(TemplateError) {
        let all = 1 << parts.count - 1
        var states = [from]
        for _ in 1..<max(1, all) { states.append(newState()) }
        states.append(to)
        for said in 0..<all {
            for (index, part) in parts.enumerated() where said & 1 << index == 0 {
                try layOut(part, from: states[said], to: states[said | 1 << index])
            }
        }
    }

    mutating func layOut(
        list number: Int, _ slot: Int32, _ suffix: Int16, from: Int32, to: Int32
    ) throws(TemplateError) {
        switch shapes[number] {
        case .range(let range):
            add(from: from, .init(kind: .number, target: to, first: slot, second: range))
        case .wildcard(let dynamic):
            let within = newState()
            add(from: from, .init(kind: .enter, target: within, first: slot))
            add(from: within, .init(kind: .stay, target: within))
            add(from: within, .init(kind: .leave, suffix: suffix, target: to, first: slot))
            add(from: from, .init(kind: .dynamic, suffix: suffix, target: to, first: slot, second: dynamic))
        case .values(let values, let dynamic):
            var ends: [Int32: Int32] = [:]
            for value in values {
                let end: Int32
                if let known = ends[value.constant] {
                    end = known
                } else {
                    end = newState()
                    ends[value.constant] = end
                    add(from: end, .init(kind: .value, target: to, first: slot, second: value.constant))
                }
                try layOut(value.node, from: from, to: end)
            }
            add(from: from, .init(kind: .dynamic, suffix: suffix, target: to, first: slot, second: dynamic))
        }
    }
}
