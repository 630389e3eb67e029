// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// Writes the fields of a value to the bus.
package enum FormWriter {
    /// Returns the fields by name, without those that are not set.
    package static func dictionary(_ value: some WireForm) -> [String: BusValue] {
        var (value, writer) = (value, DictionaryWriter())
        value.form(&writer)
        return writer.values
    }

    /// Returns every field, in order: the members of a structure, or the body of a message.
    package static func members(_ value: some WireForm) -> [BusValue] {
        var (value, writer) = (value, MemberWriter())
        value.form(&writer)
        return writer.values
    }
}

private struct DictionaryWriter: FieldCoder {
    var values: [String: BusValue] = [:]

    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence) {
        derived(name, value, presence)
    }

    mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        if presence == .ifSet && value.isUnset || presence == .ifGiven && value.isNil { return }
        values[name] = value.wire
    }
}

private struct MemberWriter: FieldCoder {
    var values: [BusValue] = []

    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence) {
        values.append(value.wire)
    }

    mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        values.append(value.wire)
    }
}
