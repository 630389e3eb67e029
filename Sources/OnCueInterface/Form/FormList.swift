// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Lists the fields of a value: for the reference, and for errors with the valid values.
package struct FormList: FieldCoder {
    package struct Field: Sendable, Equatable {
        package var name: String
        package var signature: String
        package var presence: Presence
        /// The words of an enumeration, if the field is one.
        package var words: [String] = []
        /// The valid values of the field, as part of a sentence: "true or false".
        package var expected: String
    }

    private var fields: [Field] = []

    /// Returns the fields in the order of the form.
    package static func fields(of type: (some WireForm).Type) -> [Field] {
        var (value, list) = (type.blank, FormList())
        value.form(&list)
        return list.fields
    }

    /// Returns the signatures of all fields in order.
    static func signature(of type: (some WireForm).Type) -> String {
        fields(of: type).map(\.signature).joined()
    }

    package mutating func callAsFunction<Value: WireField>(
        _ name: String, _ value: inout Value, _ presence: Presence
    ) {
        derived(name, value, presence)
    }

    package mutating func group<Value: WireForm>(_ value: inout Value?) {
        fields += Self.fields(of: Value.self)
    }

    package mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        fields.append(
            Field(
                name: name, signature: Value.signature, presence: presence, words: Value.words,
                expected: Value.expectation))
    }
}
