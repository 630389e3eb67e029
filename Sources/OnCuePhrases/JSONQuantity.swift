// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import StatusAnswers

/// Quantities as values of JSON, the same in all output.
package enum JSONQuantity {
    /// Returns the seconds with three places, or null for `nil`.
    package static func seconds(_ duration: Duration?) -> JSONValue {
        duration.map { .double(TimeDigits.seconds($0)) } ?? .null
    }

    /// Returns a number, or null for `nil`. JSON readers take numbers as exact up to 2^53; in practice these are
    /// smaller.
    package static func number(_ number: UInt64?) -> JSONValue { number.map { .int(Int(clamping: $0)) } ?? .null }

    /// Returns a number rounded to `places` decimal places; whole ones are written without a fraction.
    package static func rounded(_ number: Double, places: Int) -> JSONValue {
        let factor = (0..<places).reduce(1.0) { power, _ in power * 10 }
        let value = (number * factor).rounded() / factor
        return Int(exactly: value).map(JSONValue.int) ?? .double(value)
    }

    /// A list of texts.
    package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// A text; null for nil and for an empty one.
    package static func string(filled text: String?) -> JSONValue {
        .string(orNull: text.flatMap { $0.isEmpty ? nil : $0 })
    }
}
