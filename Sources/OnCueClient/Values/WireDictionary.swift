// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// Reads the `a{sv}` dictionaries of the service. A member of the wrong type counts as absent.
struct WireDictionary {
    private let values: [String: BusValue]

    init(_ values: [String: BusValue]) {
        self.values = values
    }

    /// `nil` if the value is not a dictionary.
    init?(_ value: BusValue?) {
        guard let values = value?.dictionaryValue else { return nil }
        self.values = values
    }

    /// Every dictionary of an array; other elements are left out.
    static func list(_ value: BusValue?) -> [WireDictionary]? {
        value?.arrayValue?.compactMap { WireDictionary($0) }
    }

    /// `nil` when absent or empty.
    func text(_ key: String) -> String? { values[key]?.filledText }

    func value(_ key: String) -> BusValue? { values[key] }

    func texts(_ key: String) -> [String] { values[key]?.stringsValue ?? [] }

    func flag(_ key: String) -> Bool? { values[key]?.boolValue }

    func number(_ key: String) -> Double? {
        guard let number = values[key]?.doubleValue, number.isFinite else { return nil }
        return number
    }

    /// A number that counts something; `nil` when negative.
    func count(_ key: String) -> Int? { values[key]?.countValue }

    func identity(_ key: String) -> UInt64? { values[key]?.identityValue }

    /// Seconds since 1970.
    func time(_ key: String) -> Int64? { values[key]?.intValue.map(Int64.init) }

    /// A time in microseconds; `nil` when negative.
    func duration(_ key: String) -> Duration? { values[key]?.timeValue }

    /// Returns `nil` if it is absent; elements that are not dictionaries are left out.
    func list(_ key: String) -> [WireDictionary]? { WireDictionary.list(values[key]) }

    /// Empty when absent.
    func array(_ key: String) -> [BusValue] { values[key]?.arrayValue ?? [] }

    func dictionary(_ key: String) -> WireDictionary? { WireDictionary(values[key]) }
}

extension BusValue {
    /// Any integer that is not negative.
    var countValue: Int? { intValue.flatMap { $0 >= 0 ? $0 : nil } }

    /// `nil` when empty or no text.
    var filledText: String? { stringValue.flatMap { $0.isEmpty ? nil : $0 } }

    /// A time in microseconds; `nil` when negative.
    var timeValue: Duration? { countValue.map { .microseconds($0) } }

    /// A revision, token or entry number.
    var identityValue: UInt64? {
        if case .uint64(let value) = unwrapped { value } else { intValue.flatMap { UInt64(exactly: $0) } }
    }
}
