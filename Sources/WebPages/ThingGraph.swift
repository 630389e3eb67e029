// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The things that a page describes with the words of schema.org, whichever way they are written.
///
/// Things refer to each other by index, so that a circle of references is only data.
struct ThingGraph {
    static let thingLimit = 5000
    static let textLimit = 4096
    /// The most values of one property.
    static let valueLimit = 500

    enum Value: Equatable {
        case text(String)
        case number(Double)
        case thing(Int)
        /// A thing that is described elsewhere on the page, or an address.
        case reference(String)
    }

    struct Thing {
        /// Without the address of the vocabulary: `MusicEvent`.
        var types: [String] = []
        var id: String?
        var properties: [String: [Value]] = [:]
    }

    private(set) var things: [Thing] = []
    /// Those that are not part of another one, in the order of the page.
    private(set) var roots: [Int] = []
    private var indexes: [String: Int] = [:]

    /// - Parameter id: A second thing with the identifier of a first one is the same.
    /// - Returns: `nil` when there are too many.
    mutating func addThing(types: [String], id: String?) -> Int? {
        if let id, let known = indexes[id] {
            for type in types where !things[known].types.contains(type) { things[known].types.append(type) }
            return known
        }
        guard things.count < Self.thingLimit else { return nil }
        things.append(Thing(types: types, id: id))
        if let id { indexes[id] = things.count - 1 }
        return things.count - 1
    }

    mutating func addRoot(_ index: Int) { roots.append(index) }

    /// Things that turned out to be part of another one.
    mutating func removeRoots(_ parts: Set<Int>) { roots.removeAll(where: parts.contains) }

    mutating func add(_ value: Value, to property: String, of thing: Int) {
        let property = Self.word(property)
        guard things[thing].properties[property, default: []].count < Self.valueLimit else { return }
        var value = value
        if case .text(let text) = value { value = .text(text.shortened(toBytes: Self.textLimit)) }
        things[thing].properties[property, default: []].append(value)
    }

    /// The thing that a value is.
    func thing(_ value: Value) -> Int? {
        switch value {
        case .thing(let index): index
        case .reference(let id): indexes[id]
        case .text, .number: nil
        }
    }

    /// A name of the vocabulary without its address or prefix.
    static func word(_ name: String) -> String {
        for prefix in prefixes where name.hasPrefix(prefix) { return String(name.dropFirst(prefix.count)) }
        return name
    }

    /// Whether an address is that of the vocabulary itself.
    static func isVocabulary(_ address: String) -> Bool {
        prefixes.contains(address) || prefixes.contains(address + "/")
    }

    private static let prefixes = [
        "https://schema.org/", "http://schema.org/", "http://www.schema.org/", "https://www.schema.org/", "schema:",
    ]
}
