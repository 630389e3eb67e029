// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What an introspection text says, without comments, spaces and the order of attributes.
struct IntrospectionXML: Equatable {
    struct Element: Equatable, CustomStringConvertible {
        var name: String
        var attributes: [String: String]

        var description: String {
            name + attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        }
    }

    /// A method with the types of what goes in.
    struct Method: Sendable {
        var interface: String
        var name: String
        var inputs: [String]
    }

    private(set) var elements: [Element] = []

    init(_ text: String) {
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...]
            guard let end = Self.end(of: rest) else { return }
            let tag = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            if let first = tag.first, first.isLetter { elements.append(Self.element(tag)) }
        }
    }

    /// The part that describes one interface.
    func interface(_ name: String) -> [Element] {
        let part = elements.drop { !($0.name == "interface" && $0.attributes["name"] == name) }
        return part.prefix(1) + part.dropFirst().prefix { $0.name != "interface" && $0.name != "node" }
    }

    /// The members of an interface, each with its arguments, by kind and name: their order means nothing.
    func members(_ name: String) -> [String] {
        var members: [[Element]] = []
        for element in interface(name).dropFirst() {
            let isPart = element.name == "arg" || element.name == "annotation"
            if isPart, !members.isEmpty {
                members[members.count - 1].append(element)
            } else {
                members.append([element])
            }
        }
        return members.map { $0.map(\.description).joined(separator: ", ") }.sorted()
    }

    var interfaceNames: [String] { elements.filter { $0.name == "interface" }.compactMap { $0.attributes["name"] } }

    var methods: [Method] {
        var methods: [Method] = []
        for interface in interfaceNames {
            var isMethod = false
            for element in self.interface(interface).dropFirst() where element.name != "annotation" {
                if element.name != "arg" { isMethod = element.name == "method" }
                if element.name == "method" {
                    methods.append(Method(interface: interface, name: element.attributes["name"] ?? "", inputs: []))
                } else if isMethod, element.attributes["direction"] == "in" {
                    methods[methods.count - 1].inputs.append(element.attributes["type"] ?? "")
                }
            }
        }
        return methods
    }

    /// The end of a tag, or of a comment, which may have `>` inside.
    private static func end(of text: Substring) -> Substring.Index? {
        guard text.hasPrefix("<!--") else { return text.firstIndex(of: ">") }
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix("-->") { return text.index(index, offsetBy: 2) }
            index = text.index(after: index)
        }
        return nil
    }

    private static func element(_ tag: Substring) -> Element {
        let name = tag.prefix { $0.isLetter }
        var attributes: [String: String] = [:]
        var rest = tag.dropFirst(name.count)
        while let equals = rest.firstIndex(of: "=") {
            let key = rest[..<equals].filter { !$0.isWhitespace }
            let value = rest[equals...].dropFirst(2).prefix { $0 != "\"" }
            // Arguments of signals go out, whether that is written or not.
            if key != "direction" || value != "out" { attributes[String(key)] = String(value) }
            rest = rest[value.endIndex...].dropFirst()
        }
        return Element(name: String(name), attributes: attributes)
    }
}
