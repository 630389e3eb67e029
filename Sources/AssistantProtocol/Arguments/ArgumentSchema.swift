// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The subset of JSON Schema in which arguments are described.
enum ArgumentSchema {
    /// The types with their names for readers.
    private static let types = [
        "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
        "array": "a list", "object": "an object", "null": "null",
    ]

    private static let keywords: Set<String> = [
        "type", "properties", "required", "additionalProperties", "enum", "minimum", "maximum", "minLength",
        "maxLength", "items", "minItems", "maxItems", "default", "title", "description",
    ]

    /// The largest whole number up to which every `Double` is exact.
    private static let largestExact = 9_007_199_254_740_992.0

    // MARK: Reading

    /// Returns the allowed types, empty for any.
    static func types(of schema: JSONValue) -> [String] {
        switch schema["type"] {
        case .string(let type): [type]
        case .array(let types): types.compactMap(\.stringValue)
        default: []
        }
    }

    /// Returns the properties of an object in their order.
    static func properties(of schema: JSONValue) -> [JSONValue.Member] {
        guard case .object(let members) = schema["properties"] else { return [] }
        return members
    }

    /// Returns the name of a type for readers.
    static func name(ofType type: String) -> String { types[type] ?? type }

    /// Returns the value if it has one of the types, as an integer if one is required; `nil` otherwise.
    static func value(_ value: JSONValue, as types: [String]) -> JSONValue? {
        for type in types {
            switch (type, value) {
            case ("string", .string), ("boolean", .bool), ("array", .array), ("object", .object), ("null", .null),
                ("integer", .int), ("number", .int), ("number", .double):
                return value
            case ("integer", .double(let number)) where number == number.rounded() && abs(number) <= largestExact:
                return .int(Int(number))
            default: continue
            }
        }
        return nil
    }

    // MARK: Checking schemas

    /// Returns the parts of a schema that are not understood or contradict each other; for tests.
    static func problems(in schema: JSONValue, path: String = "") -> [String] {
        guard case .object(let members) = schema else { return ["\(path) is not a schema"] }
        var problems = members.map(\.name).filter { !keywords.contains($0) }.map { "\(path) has \($0)" }
        problems += types(of: schema).filter { types[$0] == nil }.map { "\(path) has the type \($0)" }
        if types(of: schema).isEmpty { problems.append("\(path) has no type") }
        if let value = schema["default"] {
            problems += CheckedArguments(value, schema: schema).complaints.map { "\(path) default: \($0)" }
        }
        let properties = properties(of: schema)
        for name in (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        where !properties.contains(where: { $0.name == name }) {
            problems.append("\(path) requires \(name), which it does not have")
        }
        for property in properties {
            problems += Self.problems(in: property.value, path: "\(path).\(property.name)")
        }
        if let items = schema["items"] { problems += Self.problems(in: items, path: "\(path)[]") }
        return problems
    }
}
