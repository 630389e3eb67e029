// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Preparation of lists, with slots and values as numbers.
extension NetworkBuilder {
    mutating func prepare(
        _ reference: SentenceListReference, suffix: String?
    ) throws(TemplateError) -> Node {
        let slot = number(of: reference.slot, in: \.slotNumbers, \.slots)
        let mark = try suffix.map { suffix throws(TemplateError) in try number(ofSuffix: suffix, at: reference) } ?? -1
        return .list(try shape(of: reference), slot: slot, suffix: mark)
    }

    private mutating func number(
        ofSuffix suffix: String, at reference: SentenceListReference
    ) throws(TemplateError) -> Int16 {
        if let number = suffixNumbers[suffix] { return number }
        guard network.suffixes.count < SentenceLimits.suffixes else {
            throw TemplateError(
                .tooLarge, at: reference.offset,
                "lists have more than \(SentenceLimits.suffixes) different endings; put spaces before some")
        }
        let number = Int16(network.suffixes.count)
        network.suffixes.append(suffix)
        suffixNumbers[suffix] = number
        return number
    }

    mutating func shape(of reference: SentenceListReference) throws(TemplateError) -> Int {
        if let number = shapeNumbers[reference.list] { return number }
        let shape: Shape
        if let list = language.lists[reference.list] {
            let dynamic = number(of: list.dynamic, in: \.dynamicNumbers, \.dynamics)
            switch list.content {
            case .wildcard: shape = .wildcard(dynamic: dynamic)
            case .range(let range): shape = .range(number(of: range))
            case .values(let values): shape = .values(try nodes(of: values, in: reference), dynamic: dynamic)
            }
        } else if let range = reference.inlineRange {
            shape = .range(number(of: range))
        } else {
            throw TemplateError(
                .unknownList, at: reference.offset, "there is no list {\(reference.list)}; add it to \"lists\"")
        }
        shapes.append(shape)
        shapeNumbers[reference.list] = shapes.count - 1
        return shapes.count - 1
    }

    mutating func nodes(
        of values: [(input: SentenceLanguage.Placed, output: SentenceValue)], in reference: SentenceListReference
    ) throws(TemplateError) -> [(node: Node, constant: Int32)] {
        var nodes: [(node: Node, constant: Int32)] = []
        for value in values {
            guard value.input.template.expression.references.slots.isEmpty else {
                throw TemplateError(
                    .unknownList, at: reference.offset,
                    "a value of {\(reference.list)} uses a list; write the words themselves")
            }
            do throws(TemplateError) {
                nodes.append(
                    (
                        try prepare(value.input.template.expression),
                        number(of: value.output, in: \.constantNumbers, \.constants)
                    ))
            } catch {
                throw TemplateError(
                    error.code, at: reference.offset, "\(value.input.path), \(error.description)")
            }
        }
        return nodes
    }

    mutating func number(of range: SentenceRange) -> Int32 {
        network.ranges.append(range)
        return Int32(network.ranges.count - 1)
    }

    mutating func number<Value: Hashable>(
        of value: Value, in numbers: WritableKeyPath<NetworkBuilder, [Value: Int32]>,
        _ values: WritableKeyPath<SentenceNetwork, [Value]>
    ) -> Int32 {
        if let number = self[keyPath: numbers][value] { return number }
        let number = Int32(network[keyPath: values].count)
        network[keyPath: values].append(value)
        self[keyPath: numbers][value] = number
        return number
    }
}
