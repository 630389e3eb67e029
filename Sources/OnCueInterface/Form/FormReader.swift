// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// Reads a value from a dictionary, tolerantly: unknown keys and values of another type are treated as missing.
package struct FormReader: FieldCoder {
    private let values: [String: BusValue]
    private var isComplete = true
    private var understood: Set<String>?

    private init(_ values: [String: BusValue], isStrict: Bool) {
        self.values = values
        understood = isStrict ? [] : nil
    }

    /// Returns the value in a dictionary; `nil` if a required field is missing.
    package static func value<Value: WireForm>(_ type: Value.Type, in values: [String: BusValue]) -> Value? {
        var (value, reader) = (Value.blank, FormReader(values, isStrict: false))
        value.form(&reader)
        return reader.isComplete ? value : nil
    }

    /// Returns the value in a dictionary that must be applied completely: every key must be known.
    ///
    /// - Throws: `invalidValue`, with the key and its valid values.
    static func strictly<Value: WireForm>(
        _ type: Value.Type, in values: [String: BusValue]
    ) throws(ServiceError) -> Value {
        let (value, wrong) = reading(type, in: values)
        guard let key = wrong.min() else { return value }
        throw refusal(of: key, FormList.fields(of: type))
    }

    /// Returns the value in a dictionary of options: ignores unknown keys, since they may be of a later version.
    ///
    /// - Throws: `invalidValue` for a value that cannot be read, with its key and the valid values.
    static func options<Value: WireForm>(
        _ type: Value.Type, in values: [String: BusValue]
    ) throws(ServiceError) -> Value {
        let (value, wrong) = reading(type, in: values)
        guard !wrong.isEmpty else { return value }
        let fields = FormList.fields(of: type)
        guard let key = wrong.filter({ key in fields.contains { $0.name == key } }).min() else { return value }
        throw refusal(of: key, fields)
    }

    /// Returns the value in a dictionary, and the keys that are unknown or whose values cannot be read.
    private static func reading<Value: WireForm>(
        _ type: Value.Type, in values: [String: BusValue]
    ) -> (value: Value, wrong: Set<String>) {
        var (value, reader) = (Value.blank, FormReader(values, isStrict: true))
        value.form(&reader)
        return (value, Set(values.keys).subtracting(reader.understood ?? []))
    }

    private static func refusal(of key: String, _ fields: [FormList.Field]) -> ServiceError {
        guard let field = fields.first(where: { $0.name == key }) else {
            let names = fields.map(\.name).joined(separator: ", ")
            return ServiceError(.invalidValue, "\"\(key.prefix(100))\" is not known here; expected one of \(names)")
        }
        return ServiceError(.invalidValue, "\(key) must be \(field.expected)")
    }

    package mutating func callAsFunction<Value: WireField>(
        _ name: String, _ value: inout Value, _ presence: Presence
    ) {
        if let read = values[name].flatMap(Value.init(wire:)) {
            value = read
            understood?.insert(name)
        } else if presence == .required {
            isComplete = false
        }
    }

    package mutating func group<Value: WireForm>(_ value: inout Value?) {
        var (found, reader) = (Value.blank, FormReader(values, isStrict: understood != nil))
        found.form(&reader)
        value = reader.isComplete ? found : nil
        if let names = reader.understood { understood?.formUnion(names) }
    }

    package mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {}
}

/// Options or changes that must be applied completely: an unknown key or invalid value is refused rather than ignored.
package struct Strict<Value: DictionaryForm>: WireField, Blank {
    private let values: [String: BusValue]

    package init(_ value: Value) { values = FormWriter.dictionary(value) }

    private init(values: [String: BusValue]) { self.values = values }

    package init?(wire: BusValue) {
        guard let values = wire.dictionaryValue else { return nil }
        self.values = values
    }

    package static var blank: Strict { Strict(values: [:]) }
    package static var signature: String { Value.signature }
    package var wire: BusValue { .dictionary(values) }

    /// Returns the value, if every key of it is known.
    ///
    /// - Throws: `invalidValue`, with a key and its valid values.
    package func understood() throws(ServiceError) -> Value { try FormReader.strictly(Value.self, in: values) }
}

/// Reads a value from the members of a structure, or from the body of a message.
package struct MemberReader: FieldCoder {
    private let members: [BusValue]
    private var place = 0
    private var isComplete: Bool { mistake == nil }
    /// The number of the first member that is missing or has another type.
    private var mistake: Int?

    private init(_ members: [BusValue]) {
        self.members = members
    }

    /// Returns the value; `nil` if a member is missing or has another type.
    package static func value<Value: WireForm>(_ type: Value.Type, in members: [BusValue]) -> Value? {
        var (value, reader) = (Value.blank, MemberReader(members))
        value.form(&reader)
        return reader.isComplete ? value : nil
    }

    /// Returns the arguments of a call.
    ///
    /// - Throws: `invalidValue`, with the argument that cannot be used and its valid values.
    static func arguments<Value: WireForm>(
        _ type: Value.Type, of method: String, in members: [BusValue]
    ) throws(ServiceError) -> Value {
        var (value, reader) = (Value.blank, MemberReader(members))
        value.form(&reader)
        guard let mistake = reader.mistake else { return value }
        let fields = FormList.fields(of: type)
        let expected = fields.indices.contains(mistake) ? fields[mistake].expected : "another value"
        let given = members.indices.contains(mistake) ? members[mistake].stringValue : nil
        throw ServiceError(
            .invalidValue,
            "\(method) cannot use \(given.map { "\"\($0.prefix(200))\"" } ?? "its arguments"); expected \(expected)")
    }

    package mutating func callAsFunction<Value: WireField>(
        _ name: String, _ value: inout Value, _ presence: Presence
    ) {
        defer { place += 1 }
        guard place < members.count, let read = Value(wire: members[place]) else {
            mistake = mistake ?? place
            return
        }
        value = read
    }

    package mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        place += 1
    }
}
