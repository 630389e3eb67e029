// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The properties that items get from elsewhere on a page, by `itemref` (WHATWG HTML, 5.2.2).
///
/// Properties are listed as they come; an element with an `id` is a stretch of that list. Items that refer to each
/// other in a circle, or to themselves, get their properties once.
struct ItemReferences {
    /// The most elements with an `id`, and the most properties in them.
    private static let limit = 5000
    /// The most properties that all items together look at.
    private static let workLimit = 100_000
    private static let nameLimit = 200
    /// The scope outside of every item.
    static let outside = 0

    private struct Property {
        var name: String
        /// `nil` until the element of a text ends.
        var value: ThingGraph.Value?
        /// The number on the page of the item that contains it.
        var scope: Int
    }

    private struct Fragment {
        var start: Int
        var end: Int?
        var scope: Int
    }

    private var properties: [Property] = []
    private var fragments: [String: Fragment] = [:]
    private var openFragments = 0
    private var wishes: [(item: Int, scope: Int, names: [String])] = []

    /// - Returns: `false` if there are too many, or another element has the name.
    mutating func open(_ name: String, in scope: Int) -> Bool {
        guard !name.isEmpty, name.utf8.count <= Self.nameLimit, fragments.count < Self.limit, fragments[name] == nil
        else { return false }
        fragments[name] = Fragment(start: properties.count, scope: scope)
        openFragments += 1
        return true
    }

    mutating func close(_ name: String) {
        fragments[name]?.end = properties.count
        openFragments -= 1
    }

    /// - Returns: The place of the property in the list; `nil` if nothing can refer to it.
    mutating func add(_ name: String, _ value: ThingGraph.Value?, in scope: Int) -> Int? {
        guard openFragments > 0, properties.count < Self.limit else { return nil }
        properties.append(Property(name: name, value: value, scope: scope))
        return properties.count - 1
    }

    mutating func fill(_ place: Int, with text: String) { properties[place].value = .text(text) }

    /// Notes that an item wants the properties of other elements.
    ///
    /// - Parameter scope: The number of the item itself.
    mutating func want(_ names: [String], for item: Int, scope: Int) { wishes.append((item, scope, names)) }

    /// Gives the items their properties, at the end of the page.
    func resolve(in graph: inout ThingGraph) {
        var work = 0
        var parts: Set<Int> = []
        for wish in wishes {
            for name in wish.names {
                guard let fragment = fragments[name], fragment.scope != wish.scope else { continue }
                for property in properties[fragment.start..<(fragment.end ?? properties.count)] {
                    work += 1
                    guard work <= Self.workLimit else { return graph.removeRoots(parts) }
                    guard property.scope == fragment.scope, let value = property.value else { continue }
                    if case .thing(wish.item) = value { continue }
                    graph.add(value, to: property.name, of: wish.item)
                    if case .thing(let part) = value { parts.insert(part) }
                }
            }
        }
        graph.removeRoots(parts)
    }
}
