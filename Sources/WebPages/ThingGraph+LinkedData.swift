// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// Takes the things out of JSON-LD.
///
/// Contexts are ignored: names of schema.org are taken as such, with or without its address in front. The depth is that
/// of the JSON, which ``LooseJSON`` bounds.
extension ThingGraph {
    mutating func add(linkedData value: JSONValue) {
        switch value {
        case .array(let elements): for element in elements { add(linkedData: element) }
        case .object(let members):
            if let list = Self.container(value) { return add(linkedData: list) }
            let graph = members.first { $0.name == "@graph" }
            if let graph { add(linkedData: graph.value) }
            // An object with a graph usually has only its context besides.
            guard graph == nil || members.contains(where: { $0.name == "@type" }) else { return }
            if case .thing(let index)? = self.value(of: value) { addRoot(index) }
        default: break
        }
    }

    private mutating func value(of json: JSONValue) -> Value? {
        switch json {
        case .string(let text): return .text(text)
        case .int(let number): return .number(Double(number))
        case .double(let number): return .number(number)
        case .bool(let isTrue): return .text(isTrue ? "true" : "false")
        case .null, .array: return nil
        case .object(let members):
            if let literal = json["@value"] { return value(of: literal) }
            let id = json["@id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            if let id, members.allSatisfy({ $0.name == "@id" || $0.name == "@type" }) { return .reference(id) }
            return thing(members, types: Self.texts(json["@type"]), id).map { .thing($0) }
        }
    }

    private mutating func thing(_ members: [JSONValue.Member], types: [String], _ id: String?) -> Int? {
        guard let index = addThing(types: types.map(Self.word), id: id) else { return nil }
        for member in members where !member.name.hasPrefix("@") { add(member.value, to: member.name, of: index) }
        return index
    }

    private mutating func add(_ json: JSONValue, to property: String, of thing: Int) {
        if let list = Self.container(json) {
            add(list, to: property, of: thing)
        } else if case .array(let elements) = json {
            for element in elements.prefix(Self.valueLimit) { add(element, to: property, of: thing) }
        } else if let value = value(of: json) {
            add(value, to: property, of: thing)
        }
    }

    /// The values in an object that only holds them (JSON-LD 1.1, 9.7).
    private static func container(_ json: JSONValue) -> JSONValue? { json["@list"] ?? json["@set"] }

    private static func texts(_ json: JSONValue?) -> [String] {
        switch json {
        case .string(let text)?: [text]
        case .array(let elements)?: elements.prefix(20).compactMap(\.stringValue)
        default: []
        }
    }
}
