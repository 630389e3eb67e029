// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// The options of a call, each taken once and checked for its type, so that none is accepted and ignored.
struct SuggestionOptions {
    private var values: [String: BusValue]

    init(_ value: BusValue?) {
        values = value?.dictionaryValue ?? [:]
    }

    var isEmpty: Bool { values.isEmpty }

    /// - Throws: `InvalidValue` when it is of another type.
    mutating func take<Value>(
        _ name: String, _ type: String, _ read: (BusValue) -> Value?
    ) throws(BusError) -> Value? {
        guard let value = values.removeValue(forKey: name)?.unwrapped else { return nil }
        guard let read = read(value) else { throw ControlError.invalidValue("\(name) must be \(type)") }
        return read
    }

    mutating func text(_ name: String) throws(BusError) -> String? {
        try take(name, "a text") { $0.stringValue }
    }

    mutating func flag(_ name: String) throws(BusError) -> Bool? {
        try take(name, "true or false") { $0.boolValue }
    }

    mutating func number(_ name: String, in range: ClosedRange<Int>) throws(BusError) -> Int? {
        let number = try take(name, "a number") { $0.intValue }
        if let number, !range.contains(number) {
            throw ControlError.invalidValue("\(name) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func real(_ name: String) throws(BusError) -> Double? {
        let number = try take(name, "a number") { $0.doubleValue }
        if let number, !number.isFinite { throw ControlError.invalidValue("\(name) must be a number") }
        return number
    }

    mutating func texts(_ name: String) throws(BusError) -> [String]? {
        try take(name, "a list of texts") { $0.stringsValue }
    }

    /// - Throws: `InvalidValue` if an option was given that is not supported.
    func finish() throws(BusError) {
        guard let name = values.keys.min() else { return }
        throw ControlError.invalidValue("there is no option \"\(name.prefix(40))\"")
    }
}
