// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A type with a blank value, from which a reader begins.
package protocol Blank: Sendable {
    static var blank: Self { get }
}

/// A value that names its fields once, for everything that is done with them: writing it to the bus, reading it from
/// there, and listing the fields for the reference.
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
    /// Passes every field to `fields`, always in the same order. May bring values into their bounds, and
    /// derive what others depend on; must change nothing else.
    mutating func form(_ fields: inout some FieldCoder)
}

/// A value that travels as `a{sv}`. Order means nothing; a reader ignores keys it does not know.
package protocol DictionaryForm: WireForm, WireField {}

/// A value that travels as a structure, `(…)`: every field, in order.
package protocol StructureForm: WireForm, WireField {}

/// The condition for writing a field of a dictionary, and the handling of a missing one by a reader. In a structure
/// every field is written.
package enum Presence: Sendable {
    /// Written always; a reader without it keeps the blank.
    case always
    /// Written unless it is empty: `nil`, an empty text or list. A reader without it keeps the blank.
    case ifSet
    /// Written unless it is `nil`: an empty text or list is a choice. A reader without it keeps the blank.
    case ifGiven
    /// Written always; a reader without it has no value at all.
    case required
}

/// An operation on the fields of a value.
package protocol FieldCoder {
    /// Processes one field.
    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence)

    /// Processes the fields of a value that may be missing, among those of the value that it belongs to. Without it none of
    /// them is written; a reader has it if its required fields are there. Only for values that travel as `a{sv}`.
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
