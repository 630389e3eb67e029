// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A value of a parameter of an intent.
package enum ParameterValue: Sendable, Hashable, Codable {
    case text(String)
    case number(Double)
    case flag(Bool)
    /// Something with an identity of its own: an item, an output, a thing of a program.
    case object(identifier: String, title: String)

    /// The value for people: the title of an object, and a whole number without a fraction.
    package var shown: String {
        switch self {
        case .text(let text): text
        case .number(let number): Self.shown(number)
        case .flag(let isSet): isSet ? "yes" : "no"
        case .object(let identifier, let title): title.isEmpty ? identifier : title
        }
    }

    /// The value for programs: the identifier of an object.
    package var word: String {
        if case .object(let identifier, _) = self { identifier } else { shown }
    }

    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var flag: Bool? { if case .flag(let isSet) = self { isSet } else { nil } }

    /// The bytes of its texts.
    package var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .number, .flag: 8
        case .object(let identifier, let title): identifier.utf8.count + title.utf8.count
        }
    }

    static func shown(_ number: Double) -> String {
        guard number.isFinite else { return "\(number)" }
        return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}
