// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Follows the elements of a page for microdata: which item is open, and whose property a text is.
struct MicrodataScan {
    /// The deepest nesting; a page that goes deeper is read no further.
    private static let depthLimit = 512
    private static let textLimit = 65_536

    private struct Element {
        var name: String
        /// The item that the element is.
        var item: Int?
        /// The properties whose value is the text of the element, and where it begins.
        var captured: [String] = []
        var textStart = 0
    }

    private var elements: [Element] = []
    /// How often each name is open, so that an end tag without a start costs nothing.
    private var openCounts: [String: Int] = [:]
    private var items: [Int] = []
    /// The text of captured elements.
    private var buffer: [UInt8] = []
    private var captures = 0

    /// - Returns: `false` when the page is nested too deeply.
    mutating func start(_ name: String, _ attributes: [String: String], _ graph: inout ThingGraph) -> Bool {
        endImplied(by: name, &graph)
        if name == "br" { text(" ") }
        let element = element(name, attributes, &graph)
        guard !Self.void.contains(name) else { return true }
        guard elements.count < Self.depthLimit else { return false }
        elements.append(element)
        openCounts[name, default: 0] += 1
        if let item = element.item { items.append(item) }
        if !element.captured.isEmpty { captures += 1 }
        return true
    }

    private func element(
        _ name: String, _ attributes: [String: String], _ graph: inout ThingGraph
    ) -> Element {
        var element = Element(name: name)
        let properties = Self.words(attributes["itemprop"])
        if attributes["itemscope"] != nil {
            let id = attributes["itemid"].flatMap { $0.isEmpty ? nil : $0 }
            element.item = graph.addThing(types: Self.words(attributes["itemtype"]).map(ThingGraph.word), id: id)
            guard let item = element.item else { return element }
            if let owner = items.last, !properties.isEmpty {
                for property in properties { graph.add(.thing(item), to: property, of: owner) }
            } else {
                graph.addRoot(item)
            }
        } else if let owner = items.last, !properties.isEmpty {
            if let value = Self.value(name, attributes) {
                for property in properties { graph.add(.text(value), to: property, of: owner) }
            } else {
                (element.captured, element.textStart) = (properties, buffer.count)
            }
        }
        return element
    }

    mutating func text(_ text: String) {
        guard captures > 0, buffer.count < Self.textLimit else { return }
        buffer += text.utf8.prefix(Self.textLimit)
    }

    mutating func end(_ name: String, _ graph: inout ThingGraph) {
        guard openCounts[name, default: 0] > 0, let index = elements.lastIndex(where: { $0.name == name }) else {
            return
        }
        pop(to: index, &graph)
    }

    mutating func finish(_ graph: inout ThingGraph) { pop(to: 0, &graph) }

    /// Ends the elements from an index on.
    private mutating func pop(to index: Int, _ graph: inout ThingGraph) {
        while elements.count > index, let element = elements.popLast() {
            openCounts[element.name, default: 1] -= 1
            if element.item != nil { items.removeLast() }
            guard !element.captured.isEmpty else { continue }
            captures -= 1
            let text = String(decoding: buffer[element.textStart...].prefix(ThingGraph.textLimit), as: UTF8.self)
            if let owner = items.last {
                for property in element.captured { graph.add(.text(text), to: property, of: owner) }
            }
            if captures == 0 { buffer = [] }
        }
    }

    /// Ends what the start of an element ends without a tag.
    private mutating func endImplied(by name: String, _ graph: inout ThingGraph) {
        let (ended, barriers): (Set<String>, Set<String>) =
            switch name {
            case "li": (["li"], ["ul", "ol"])
            case "dt", "dd": (["dt", "dd"], ["dl"])
            case "td", "th": (["td", "th"], ["tr", "table"])
            case "tr": (["tr"], ["table"])
            case "option": (["option"], ["select"])
            case _ where Self.blocks.contains(name): (["p"], Self.containers)
            default: ([], [])
            }
        guard ended.contains(where: { openCounts[$0, default: 0] > 0 }) else { return }
        for index in elements.indices.reversed() {
            if ended.contains(elements[index].name) { return pop(to: index, &graph) }
            if barriers.contains(elements[index].name) { return }
        }
    }

    /// The value of an element other than its text (WHATWG HTML, 5.2.4).
    private static func value(_ name: String, _ attributes: [String: String]) -> String? {
        switch name {
        case "meta": attributes["content"] ?? ""
        case "audio", "embed", "iframe", "img", "source", "track", "video": attributes["src"] ?? ""
        case "a", "area", "link": attributes["href"] ?? ""
        case "object": attributes["data"] ?? ""
        case "data", "meter": attributes["value"] ?? ""
        case "time": attributes["datetime"]
        default: attributes["content"]
        }
    }

    private static func words(_ text: String?) -> [String] {
        (text ?? "").split { $0.isWhitespace }.prefix(20).map(String.init)
    }

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]
    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "div", "dl", "fieldset", "figure", "footer", "form", "h1", "h2",
        "h3", "h4", "h5", "h6", "header", "main", "nav", "ol", "p", "pre", "section", "table", "ul",
    ]
    private static let containers = blocks.subtracting(["p"]).union(["td", "th", "li", "button"])
}
