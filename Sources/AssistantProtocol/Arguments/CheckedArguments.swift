// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import TextOutput

/// Arguments of a tool, compared with the schema of the tool.
///
/// The supported subset of JSON Schema: `type` (one or several), `properties`, `required`,
/// `additionalProperties: false`, `enum`, `minimum`, `maximum`, `minLength`, `maxLength`, `items`, `minItems`,
/// `maxItems` and `default`; `title` and `description` are for readers. Lengths of text count Unicode scalars, as JSON
/// Schema does.
package struct CheckedArguments: Sendable, Equatable {
    /// The arguments, with the defaults of missing ones; a whole number such as `5.0` has become an integer where the
    /// schema requires one.
    package let value: JSONValue
    /// A sentence for each wrong argument, with its name, the required value, the actual one, and the nearest right
    /// word if there is one; at most five, and none if all are right.
    package let complaints: [String]

    /// Compares a value with a schema.
    ///
    /// - Complexity: linear in the value, times the number of properties of its objects.
    package init(_ value: JSONValue, schema: JSONValue) {
        var checker = ArgumentChecker()
        self.value = checker.check(value, schema, path: "")
        complaints = checker.complaints
    }
}

/// Walks along a value and its schema; it goes only as deep as the schema.
private struct ArgumentChecker {
    private static let mostComplaints = 5

    private(set) var complaints: [String] = []

    private mutating func complain(_ sentence: @autoclosure () -> String) {
        if complaints.count < Self.mostComplaints { complaints.append(sentence()) }
    }

    mutating func check(_ value: JSONValue, _ schema: JSONValue, path: String) -> JSONValue {
        let types = ArgumentSchema.types(of: schema)
        guard let value = types.isEmpty ? value : ArgumentSchema.value(value, as: types) else {
            let wanted = Self.alternatives(types.map { ArgumentSchema.name(ofType: $0) })
            complain("\(Self.name(path)) must be \(wanted), not \(Self.shown(value)).")
            return value
        }
        checkWord(value, schema, path)
        checkRange(value, schema, path)
        switch value {
        case .object(let members): return object(members, schema, path)
        case .array(let elements): return array(elements, schema, path)
        case .string(let text):
            checkCount(text.unicodeScalars.count, schema, "Length", "character", path)
            return value
        default: return value
        }
    }

    // MARK: Objects and lists

    private mutating func object(_ members: [JSONValue.Member], _ schema: JSONValue, _ path: String) -> JSONValue {
        var result: [JSONValue.Member] = []
        let properties = ArgumentSchema.properties(of: schema)
        for member in members {
            let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
            if let property = properties.first(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) {
                result.append(.init(member.name, check(member.value, property.value, path: inner)))
            } else if schema["additionalProperties"] == false {
                complain(Self.unknown(inner, member.name, among: properties.map(\.name)))
            } else {
                result.append(member)
            }
        }
        let isMissing = { (name: String) in !members.contains { $0.name.utf8.elementsEqual(name.utf8) } }
        for name in (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue) where isMissing(name) {
            let description = schema["properties"]?[name]?["description"]?.stringValue
            let explanation = description.map { ": \($0)" } ?? "."
            complain("\(Self.name(path.isEmpty ? name : "\(path).\(name)")) is missing\(explanation)")
        }
        for property in properties where isMissing(property.name) {
            if let value = property.value["default"] { result.append(.init(property.name, value)) }
        }
        return .object(result)
    }

    private mutating func array(_ elements: [JSONValue], _ schema: JSONValue, _ path: String) -> JSONValue {
        checkCount(elements.count, schema, "Items", "element", path)
        guard let items = schema["items"] else { return .array(elements) }
        var result: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            result.append(check(element, items, path: "\(path)[\(index)]"))
        }
        return .array(result)
    }

    // MARK: Single values

    private mutating func checkWord(_ value: JSONValue, _ schema: JSONValue, _ path: String) {
        guard let allowed = schema["enum"]?.arrayValue, !allowed.contains(value) else { return }
        let words = allowed.compactMap(\.stringValue)
        let wanted = Self.alternatives(allowed.map { $0.stringValue ?? $0.text() })
        let nearest = value.stringValue.flatMap { NearestWord.of($0, among: words) }
        let advice = nearest.map { "; did you mean \"\($0)\"?" } ?? "."
        complain("\(Self.name(path)) must be \(wanted), not \(Self.shown(value))\(advice)")
    }

    private mutating func checkRange(_ value: JSONValue, _ schema: JSONValue, _ path: String) {
        guard let number = value.doubleValue else { return }
        let (least, most) = (schema["minimum"], schema["maximum"])
        let isTooSmall = least?.doubleValue.map { number < $0 } ?? false
        let isTooLarge = most?.doubleValue.map { number > $0 } ?? false
        guard isTooSmall || isTooLarge else { return }
        let range =
            switch (least?.text(), most?.text()) {
            case (let least?, let most?): "from \(least) to \(most)"
            case (let least?, nil): "at least \(least)"
            case (nil, let most): "at most \(most ?? "")"
            }
        complain("\(Self.name(path)) must be \(range), not \(Self.shown(value)).")
    }

    private mutating func checkCount(
        _ count: Int, _ schema: JSONValue, _ keyword: String, _ unit: String, _ path: String
    ) {
        if let most = schema["max\(keyword)"]?.intValue, count > most {
            complain("\(Self.name(path)) must have at most \(Self.counted(most, unit)), not \(count).")
        } else if let least = schema["min\(keyword)"]?.intValue, count < least {
            complain("\(Self.name(path)) must have at least \(Self.counted(least, unit)), not \(count).")
        }
    }

    // MARK: Words

    private static func unknown(_ path: String, _ name: String, among names: [String]) -> String {
        if let nearest = NearestWord.of(name, among: names) {
            return "There is no argument \(path.quoted); did you mean \"\(nearest)\"?"
        }
        let known = names.isEmpty ? "none are taken" : "known are \(listed(names))"
        return "There is no argument \(path.quoted); \(known)."
    }

    private static func name(_ path: String) -> String { path.isEmpty ? "The value" : path.quoted }

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text.quoted
        case .array: "a list"
        case .object: "an object"
        default: value.text()
        }
    }

    private static func counted(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }

    private static func listed(_ words: [String]) -> String { joined(words, by: "and") }

    private static func alternatives(_ words: [String]) -> String {
        words.count > 2 ? "one of \(joined(words, by: "or"))" : joined(words, by: "or")
    }

    private static func joined(_ words: [String], by conjunction: String) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
