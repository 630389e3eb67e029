// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore
package import OnCueInterface
internal import OnCuePhrases

/// The fields of a form as a schema of JSON, for the description of the interface.
package struct FormSchema: Sendable, Equatable {
    /// The schema of the object.
    package let json: JSONValue
    /// The fields, in the order of the form.
    package let fields: [Field]

    package struct Field: Sendable, Equatable {
        package var name: String
        package var schema: JSONValue
        package var isRequired: Bool
    }

    /// Lists the fields of a form as they are on this side of the interface.
    package init(_ type: (some WireForm).Type) {
        var (value, writer) = (type.blank, FormSchemaWriter())
        value.form(&writer)
        // A group names a field of its own twice at most: the first counts.
        var seen: Set<String> = []
        fields = writer.fields.filter { !PrivateFields.names.contains($0.name) && seen.insert($0.name).inserted }
        json = Self.object(fields)
    }

    private static func object(_ fields: [Field]) -> JSONValue {
        var members: [JSONValue.Member] = [.init("type", "object")]
        if !fields.isEmpty {
            members.append(.init("properties", .object(fields.map { .init($0.name, $0.schema) })))
        }
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { members.append(.init("required", .array(required))) }
        return .object(members)
    }

    static func schema(of type: any WireField.Type) -> JSONValue {
        if type == ContentRecord.self { return item }
        if let optional = type as? any OptionalField.Type { return schema(of: optional.wrappedType) }
        if let list = type as? any JSONList.Type {
            return ["type": "array", "items": schema(of: list.elementType)]
        }
        if let form = type as? any WireForm.Type { return FormSchema(form).json }
        if type == Duration.self { return ["type": "integer", "description": "microseconds"] }
        if !type.words.isEmpty { return ["type": "string", "enum": .array(type.words.map { .string($0) })] }
        switch type.signature {
        case "b": return ["type": "boolean"]
        case "d": return ["type": "number"]
        case "u", "t": return ["type": "integer", "minimum": 0]
        case "i", "x": return ["type": "integer"]
        case "a{sv}": return ["type": "object"]
        case let text where text.hasPrefix("a"): return ["type": "array", "items": [:]]
        default: return ["type": "string"]
        }
    }

    /// An item is described by hand, as its row on the bus is.
    private static let item: JSONValue = {
        let text: JSONValue = ["type": "string"]
        let flag: JSONValue = ["type": "boolean"]
        return [
            "type": "object",
            "properties": [
                "identifier": text, "kind": text, "title": text, "subtitle": text, "container": flag, "playable": flag,
                "explicit": flag, "streaming": flag, "unavailable": flag, "chapters": flag,
                "duration": ["type": "integer", "description": "microseconds"], "progress": ["type": "number"],
                "childCount": ["type": "integer", "minimum": 0], "stars": ["type": "number"],
                "art": ["type": "string", "description": "the address of its picture"],
            ],
            "required": ["identifier", "kind", "title"],
        ]
    }()
}

private struct FormSchemaWriter: FieldCoder {
    var fields: [FormSchema.Field] = []

    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence) {
        derived(name, value, presence)
    }

    mutating func group<Value: WireForm>(_ value: inout Value?) {
        var (form, writer) = (Value.blank, FormSchemaWriter())
        form.form(&writer)
        // Of a value that may be absent nothing is required.
        fields += writer.fields.map { .init(name: $0.name, schema: $0.schema, isRequired: false) }
    }

    mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        fields.append(
            .init(name: name, schema: FormSchema.schema(of: Value.self), isRequired: presence == .required))
    }
}
