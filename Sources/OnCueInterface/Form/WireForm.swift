// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A type with a blank value, with which a reader starts.
package protocol Blank: Sendable {
    static var blank: Self { get }
}

/// A value that lists its fields once, for every use of them: writing it to the bus, reading it from the bus, and
/// listing the fields for the reference.
///
/// ```swift
/// extension ScanReport: DictionaryForm {
///     package static let blank = ScanReport()
///     package mutating func form(_ fields: inout some FieldCoder) {
///         fields("added", &added)
///         fields("elapsed", &elapsed)
///         fields("cancelled", &isCancelled, .ifSet)
///     }
/// }
/// ```
package protocol WireForm: Blank {
    /// Passes every field to `fields`, always in the same order. May limit values to their bounds, and derive values on
    /// which others depend; must change nothing else.
    mutating func form(_ fields: inout some FieldCoder)
}

/// A value that travels as `a{sv}`. Order has no meaning; a reader ignores unknown keys.
package protocol DictionaryForm: WireForm, WireField {}

/// A value that travels as a structure, `(…)`: every field, in order.
package protocol StructureForm: WireForm, WireField {}

/// The condition for writing a field of a dictionary, and the handling of a missing one by a reader. In a structure
/// every field is written.
package enum Presence: Sendable {
    /// Always written; if it is missing, the reader keeps the blank.
    case always
    /// Written unless it is empty: `nil`, an empty text or list. If it is missing, the reader keeps the blank.
    case ifSet
    /// Written unless it is `nil`: an empty text or list is a choice. If it is missing, the reader keeps the blank.
    case ifGiven
    /// Always written; if it is missing, the reader has no value at all.
    case required
}

/// An operation on the fields of a value.
package protocol FieldCoder {
    /// Processes one field.
    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence)

    /// Processes the fields of a value that may be missing, among those of the value that it belongs to. Without it
    /// none of them is written; a reader has it if its required fields are present. Only for values that travel as
    /// `a{sv}`.
    mutating func group<Value: WireForm>(_ value: inout Value?)

    /// Processes a field that is derived from the others; readers ignore it.
    mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence)
}

extension FieldCoder {
    package mutating func group<Value: WireForm>(_ value: inout Value?) { value?.form(&self) }

    /// Processes a field that is always written.
    package mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value) {
        self(name, &value, .always)
    }

    /// Processes a field that is written if it is set.
    package mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value?) {
        self(name, &value, .ifSet)
    }
}
