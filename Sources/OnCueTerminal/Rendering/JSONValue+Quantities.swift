// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing

extension JSONValue {
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// A text; null for nil and for an empty one.
    static func string(filled text: String?) -> JSONValue { .string(orNull: text.flatMap { $0.isEmpty ? nil : $0 }) }

    /// Returns a complete listing as an object, with the keys of all listings: `total`, `offset` and `items`.
    static func listing(_ items: [JSONValue]) -> JSONValue {
        ["total": .int(items.count), "offset": .int(0), "items": .array(items)]
    }

    /// Seconds with three places; null for nil.
    static func seconds(_ duration: Duration?) -> JSONValue {
        guard let duration else { return .null }
        return .double(((duration / .seconds(1)) * 1000).rounded() / 1000)
    }

    /// A number that JSON readers take as exact up to 2^53, as these are in practice; null for nil.
    static func number(_ number: UInt64?) -> JSONValue { number.map { .int(Int(clamping: $0)) } ?? .null }

    /// Returns a number rounded to `places` decimal places; whole ones are written without a fraction.
    static func rounded(_ number: Double, places: Int) -> JSONValue {
        let factor = (0..<places).reduce(1.0) { power, _ in power * 10 }
        let value = (number * factor).rounded() / factor
        return Int(exactly: value).map(JSONValue.int) ?? .double(value)
    }
}
