// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A value without the types of the bus, from which JSON and other text is made.
package indirect enum PlainValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case seconds(Duration)
    case text(String)
    case list([PlainValue])
    /// The fields of a value in the order of its form. Every field is there; one that is not set is ``null``.
    case fields([Field])

    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: PlainValue
    }
}

/// Writes the fields of a value as plain values.
package struct PlainWriter: FieldCoder {
    private var fields: [PlainValue.Field] = []

    /// Every field, in the order of the form.
    package static func fields(_ value: some WireForm) -> [PlainValue.Field] {
        var (value, writer) = (value, PlainWriter())
        value.form(&writer)
        return writer.fields
    }

    package mutating func callAsFunction<Value: WireField>(
        _ name: String, _ value: inout Value, _ presence: Presence
    ) {
        derived(name, value, presence)
    }

    package mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        fields.append(PlainValue.Field(name: name, value: value.plain))
    }
}
