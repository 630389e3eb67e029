// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// Parameters as JSON Schema, for assistants.
extension IntentDefinition {
    /// An object with a property for each parameter; others are not allowed.
    package var schema: JSONValue {
        let required = parameters.filter { $0.isRequired && $0.fallback == nil }.map { JSONValue.string($0.name) }
        var members = [
            JSONValue.Member("type", "object"),
            JSONValue.Member("properties", .object(parameters.map { JSONValue.Member($0.name, $0.schema) })),
        ]
        if !required.isEmpty { members.append(JSONValue.Member("required", .array(required))) }
        members.append(JSONValue.Member("additionalProperties", false))
        return .object(members)
    }
}

extension IntentParameter {
    /// One parameter as JSON Schema.
    package var schema: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name, value)) }
        switch kind {
        case .number, .duration: add("type", "number")
        case .boolean: add("type", "boolean")
        default: add("type", "string")
        }
        if kind == .choice { add("enum", .array(choices.map { .string($0.name) })) }
        if let bounds {
            if bounds.lowerBound > -.greatestFiniteMagnitude { add("minimum", Self.number(bounds.lowerBound)) }
            if bounds.upperBound < .greatestFiniteMagnitude { add("maximum", Self.number(bounds.upperBound)) }
        }
        let text = summary.isEmpty ? title : summary
        add("description", .string(text))
        switch fallback {
        case .text(let text)?: add("default", .string(text))
        case .number(let number)?: add("default", Self.number(number))
        case .flag(let flag)?: add("default", .bool(flag))
        case .object, nil: break
        }
        return .object(members)
    }

    private static func number(_ number: Double) -> JSONValue {
        number == number.rounded() && abs(number) < 1e15 ? .int(Int(number)) : .double(number)
    }
}
