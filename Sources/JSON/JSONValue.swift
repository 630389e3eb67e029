// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A JSON value whose objects keep the order of their members.
///
/// ```swift
/// let value: JSONValue = ["title": "So What", "seconds": 545.2, "tags": ["jazz", nil]]
/// print(value.text())
/// ```
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    /// A number that is written with a fraction or an exponent; NaN and infinities are written as null.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A name and its value in an object.
    package struct Member: Sendable, Equatable {
        /// The member's name.
        package let name: String
        /// The member's value.
        package let value: JSONValue

        /// Pairs a name with a value.
        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// A string, or null for nil.
    package static func string(orNull text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    /// A whole number, or null for nil.
    package static func int(orNull number: Int?) -> JSONValue { number.map(JSONValue.int) ?? .null }
    /// A number, or null for nil.
    package static func double(orNull number: Double?) -> JSONValue { number.map(JSONValue.double) ?? .null }

    // MARK: Reading

    /// The first member of an object with this name, compared scalar by scalar.
    /// - Complexity: linear in the number of members.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The element of an array at `index`, nil if there is none.
    package subscript(_ index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The text of a string.
    package var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number of a whole number.
    package var intValue: Int? {
        if case .int(let number) = self { number } else { nil }
    }

    /// The number of any number.
    package var doubleValue: Double? {
        switch self {
        case .double(let number): number
        case .int(let number): Double(number)
        default: nil
        }
    }

    /// The truth of a boolean.
    package var boolValue: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    /// The elements of an array.
    package var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
