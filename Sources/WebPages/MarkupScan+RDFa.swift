// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// RDFa Lite: `vocab`, `prefix`, `typeof`, `property` and `resource`, as far as it has the words of schema.org.
extension MarkupScan {
    private static let prefixLimit = 20

    mutating func takeRDFa(_ element: inout Element, _ attributes: [String: String], _ graph: inout ThingGraph) {
        let outer = elements.last
        element.isSchema = outer?.isSchema ?? false
        element.subject = outer?.subject
        if let vocabulary = attributes["vocab"] { element.isSchema = ThingGraph.isVocabulary(vocabulary) }
        if let text = attributes["prefix"] { takePrefixes(text) }
        let types = words(attributes["typeof"], element.isSchema)
        let properties = words(attributes["property"], element.isSchema)
        let id = Self.identifier(attributes, hasTypes: !types.isEmpty)
        if !types.isEmpty {
            guard let thing = graph.addThing(types: types, id: id) else { return }
            if let owner = outer?.subject, !properties.isEmpty {
                for property in properties { graph.add(.thing(thing), to: property, of: owner) }
            } else {
                graph.addRoot(thing)
            }
            element.subject = thing
        } else if properties.isEmpty {
            guard element.isSchema, let id else { return }
            element.subject = graph.addThing(types: [], id: id) ?? element.subject
        } else if let owner = outer?.subject {
            if let value = Self.propertyValue(element.name, attributes) {
                for property in properties { graph.add(value, to: property, of: owner) }
            } else {
                element.captured += properties.map { Capture(property: $0, owner: owner) }
            }
        }
    }

    private mutating func takePrefixes(_ text: String) {
        let words = Self.words(text)
        for (name, address) in zip(words, words.dropFirst()) where name.hasSuffix(":") {
            guard ThingGraph.isVocabulary(address), prefixes.count < Self.prefixLimit else { continue }
            prefixes.insert(String(name))
        }
    }

    /// The words of schema.org among those of an attribute.
    private func words(_ text: String?, _ isSchema: Bool) -> [String] {
        Self.words(text).compactMap { word in
            let short = ThingGraph.word(word)
            guard short == word else { return short }
            guard let colon = word.firstIndex(of: ":") else { return isSchema ? word : nil }
            let name = word.index(after: colon)
            return prefixes.contains(String(word[..<name])) ? String(word[name...]) : nil
        }
    }

    private static func identifier(_ attributes: [String: String], hasTypes: Bool) -> String? {
        let names = hasTypes ? ["about", "resource", "href", "src"] : ["about", "resource"]
        return names.lazy.compactMap { attributes[$0] }.first { !$0.isEmpty }
    }

    /// The value of a property other than the text of its element (RDFa Core, 7.5.11, and HTML+RDFa, 3.1).
    private static func propertyValue(_ name: String, _ attributes: [String: String]) -> ThingGraph.Value? {
        if let content = attributes["content"] { return .text(content) }
        if name == "time", let moment = attributes["datetime"] { return .text(moment) }
        if let address = ["resource", "href", "src"].lazy.compactMap({ attributes[$0] }).first {
            return .reference(address)
        }
        if name == "data" || name == "meter", let value = attributes["value"] { return .text(value) }
        return name == "meta" ? .text("") : nil
    }
}
