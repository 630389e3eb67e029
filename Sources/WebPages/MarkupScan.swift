// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Follows the elements of a page for microdata and RDFa: which item is open, and whose property a text is.
struct MarkupScan {
    /// The deepest nesting; a page that goes deeper is read no further.
    private static let depthLimit = 512
    private static let textLimit = 65_536

    struct Element {
        var name: String
        /// The item of microdata that the element is.
        var item: Int?
        /// The name by which items refer to the element.
        var id: String?
        /// The subject of the properties of RDFa in the element.
        var subject: Int?
        /// Words without a prefix are those of schema.org.
        var isSchema = false
        /// The properties whose value is the text of the element, and where it begins.
        var captured: [Capture] = []
        var textStart = 0
        /// For each of ``closings``, the place of the innermost open element that a new one would end.
        var endable: [Int] = []
    }

    struct Capture {
        var property: String
        var owner: Int?
        /// Its place in ``references``.
        var place: Int?
    }

    private(set) var elements: [Element] = []
    /// The number of open elements of each name, so that an end tag without a start costs nothing.
    private var openCounts: [String: Int] = [:]
    /// The items that are open, with their numbers on the page.
    private var items: [(thing: Int, scope: Int)] = []
    private var scopes = ItemReferences.outside
    private var references = ItemReferences()
    /// Prefixes for schema.org, besides `schema`.
    var prefixes: Set<String> = []
    /// The text of captured elements.
    private var buffer: [UInt8] = []
    private var captures = 0

    /// - Returns: `false` when the page is nested too deeply.
    mutating func start(_ name: String, _ attributes: [String: String], _ graph: inout ThingGraph) -> Bool {
        endImplied(by: name, &graph)
        if name == "br" { text(" ") }
        let scope = items.last?.scope ?? ItemReferences.outside
        let id = attributes["id"].flatMap { references.open($0, in: scope) ? $0 : nil }
        var element = Element(name: name, id: id)
        takeMicrodata(&element, scope, attributes, &graph)
        takeRDFa(&element, attributes, &graph)
        guard !Self.void.contains(name) else {
            if let id { references.close(id) }
            return true
        }
        guard elements.count < Self.depthLimit else { return false }
        element.textStart = buffer.count
        element.endable = endable(name)
        elements.append(element)
        openCounts[name, default: 0] += 1
        if let item = element.item { items.append((item, scopes)) }
        if !element.captured.isEmpty { captures += 1 }
        return true
    }

    private mutating func takeMicrodata(
        _ element: inout Element, _ scope: Int, _ attributes: [String: String], _ graph: inout ThingGraph
    ) {
        let properties = Self.words(attributes["itemprop"])
        let owner = items.last?.thing
        if attributes["itemscope"] != nil {
            let id = attributes["itemid"].flatMap { $0.isEmpty ? nil : $0 }
            element.item = graph.addThing(types: Self.words(attributes["itemtype"]).map(ThingGraph.word), id: id)
            guard let item = element.item else { return }
            scopes += 1
            let names = Self.words(attributes["itemref"])
            if !names.isEmpty { references.want(names, for: item, scope: scopes) }
            if owner == nil || properties.isEmpty { graph.addRoot(item) }
            for property in properties { add(.thing(item), to: property, of: owner, in: scope, &graph) }
        } else if let value = Self.value(element.name, attributes) {
            for property in properties { add(.text(value), to: property, of: owner, in: scope, &graph) }
        } else {
            for property in properties {
                let place = references.add(property, nil, in: scope)
                if owner == nil, place == nil { continue }
                element.captured.append(Capture(property: property, owner: owner, place: place))
            }
        }
    }

    private mutating func add(
        _ value: ThingGraph.Value, to property: String, of owner: Int?, in scope: Int, _ graph: inout ThingGraph
    ) {
        if let owner { graph.add(value, to: property, of: owner) }
        _ = references.add(property, value, in: scope)
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

    mutating func finish(_ graph: inout ThingGraph) {
        pop(to: 0, &graph)
        references.resolve(in: &graph)
    }

    /// Ends the elements from an index on.
    private mutating func pop(to index: Int, _ graph: inout ThingGraph) {
        while elements.count > index, let element = elements.popLast() {
            openCounts[element.name, default: 1] -= 1
            if element.item != nil { items.removeLast() }
            if !element.captured.isEmpty { give(element, &graph) }
            if let id = element.id { references.close(id) }
        }
    }

    private mutating func give(_ element: Element, _ graph: inout ThingGraph) {
        captures -= 1
        let text = String(decoding: buffer[element.textStart...].prefix(ThingGraph.textLimit), as: UTF8.self)
        for capture in element.captured {
            if let owner = capture.owner { graph.add(.text(text), to: capture.property, of: owner) }
            if let place = capture.place { references.fill(place, with: text) }
        }
        if captures == 0 { buffer = [] }
    }

    /// Elements that the start of another one ends without a tag, unless one of the barriers was opened since.
    private struct Closing {
        var ended: Set<String>
        var barriers: Set<String>
    }

    private static let closings = [
        Closing(ended: ["li"], barriers: ["ul", "ol"]), Closing(ended: ["dt", "dd"], barriers: ["dl"]),
        Closing(ended: ["td", "th"], barriers: ["tr", "table"]), Closing(ended: ["tr"], barriers: ["table"]),
        Closing(ended: ["option"], barriers: ["select"]), Closing(ended: ["p"], barriers: containers),
    ]
    private static let starts: [String: Int] = {
        var starts = Dictionary(uniqueKeysWithValues: blocks.map { ($0, closings.count - 1) })
        for (place, closing) in closings.dropLast().enumerated() { for name in closing.ended { starts[name] = place } }
        return starts
    }()
    /// The changes that an element makes to the elements that can be ended: it becomes one of them, or none can be
    /// ended any longer.
    private static let changes: [String: [(place: Int, isEndable: Bool)]] = {
        var changes: [String: [(place: Int, isEndable: Bool)]] = [:]
        for (place, closing) in closings.enumerated() {
            for name in closing.ended { changes[name, default: []].append((place, true)) }
            for name in closing.barriers.subtracting(closing.ended) {
                changes[name, default: []].append((place, false))
            }
        }
        return changes
    }()
    private static let nothingEndable = [Int](repeating: -1, count: closings.count)

    /// Ends the elements that the start of an element ends without a tag. Looks only at the innermost element, however
    /// many are open.
    private mutating func endImplied(by name: String, _ graph: inout ThingGraph) {
        guard let place = Self.starts[name], let index = elements.last?.endable[place], index >= 0 else { return }
        pop(to: index, &graph)
    }

    /// Returns the elements that can be ended inside of a new element.
    private func endable(_ name: String) -> [Int] {
        var endable = elements.last?.endable ?? Self.nothingEndable
        for change in Self.changes[name] ?? [] { endable[change.place] = change.isEndable ? elements.count : -1 }
        return endable
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

    static func words(_ text: String?) -> [String] {
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
