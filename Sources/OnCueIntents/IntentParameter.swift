// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TextOutput

/// A parameter of an intent.
package struct IntentParameter: Sendable, Equatable {
    /// The kind of values that a parameter takes.
    package enum Kind: String, Sendable, CaseIterable {
        case text, number
        /// A time in seconds; also written as ``SpanText`` reads it, `10m`.
        case duration
        /// A clock time `06:30`, or a date with it: `2026-12-24T18:00`.
        case moment
        /// Yes or no.
        case boolean
        /// One of ``choices``.
        case choice
        /// Something to hear, by its place.
        case item
        /// A place of the user, such as home.
        case place
        case person, output, device
        /// A thing of the program, which its handler finds by the user's words.
        case object

        /// Whether its values are found by the user's words, outside the definition.
        package var isFound: Bool {
            switch self {
            case .item, .place, .person, .output, .device, .object: true
            case .text, .number, .duration, .moment, .boolean, .choice: false
            }
        }
    }

    package var name: String
    package var title: String
    package var kind: Kind
    /// Whether the user is asked for it if it is not given and has no default.
    package var isRequired: Bool
    package var fallback: ParameterValue?
    /// The question for it.
    package var prompt: String
    package var choices: [IntentChoice]
    package var bounds: ClosedRange<Double>?
    /// The meaning of the parameter, for people and assistants.
    package var summary: String

    package init(
        _ name: String, _ kind: Kind, title: String = "", isRequired: Bool = false, fallback: ParameterValue? = nil,
        prompt: String = "", choices: [IntentChoice] = [], bounds: ClosedRange<Double>? = nil, summary: String = ""
    ) {
        (self.name, self.kind, self.title, self.isRequired) = (name, kind, title.isEmpty ? name : title, isRequired)
        (self.fallback, self.prompt, self.choices) = (fallback, prompt, choices)
        (self.bounds, self.summary) = (bounds, summary)
    }

    /// The question for a value.
    package var question: String { prompt.isEmpty ? "Which \(title.lowercased())?" : prompt }

    /// Returns a value as the parameter takes it: a number that is written as text, a choice by its title.
    ///
    /// - Throws: The reason why it cannot be taken, with the values that can.
    package func taken(_ value: ParameterValue) throws(IntentRefusal) -> ParameterValue {
        switch kind {
        case .text: return try checked(text: value)
        case .number, .duration: return try checked(number: value)
        case .moment: return try checked(moment: value)
        case .boolean: return try checked(flag: value)
        case .choice: return try checked(choice: value)
        case .item, .place, .person, .output, .device, .object:
            guard case .object(_, let title) = value else { return try checked(text: value) }
            _ = try checked(text: value)
            if !title.isEmpty { _ = try checked(text: .text(title)) }
            return value
        }
    }

    private func checked(text value: ParameterValue) throws(IntentRefusal) -> ParameterValue {
        let text = value.word
        guard text.contains(where: { !$0.isWhitespace }) else { throw refusal("must not be empty") }
        guard text.utf8.count <= IntentLimits.valueBytes else {
            throw refusal("may have at most \(IntentLimits.valueBytes) bytes")
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw refusal("must not have control characters")
        }
        return .text(text)
    }

    private func checked(number value: ParameterValue) throws(IntentRefusal) -> ParameterValue {
        let isTime = kind == .duration
        let time = isTime ? SpanText.duration(value.word, unit: .seconds(1)).map { $0 / .seconds(1) } : nil
        guard let number = value.number ?? time ?? Double(value.word), number.isFinite else {
            let expected = isTime ? "a time such as 10m or 1h30m, or a number of seconds" : "a number"
            throw refusal("must be \(expected), not \"\(value.shown.prefix(60))\"")
        }
        guard let bounds, !bounds.contains(number) else { return .number(number) }
        let (least, most) = (ParameterValue.shown(bounds.lowerBound), ParameterValue.shown(bounds.upperBound))
        let given = ParameterValue.shown(number)
        throw refusal("must be from \(least) to \(most)\(kind == .duration ? " seconds" : ""), not \(given)")
    }

    private func checked(moment value: ParameterValue) throws(IntentRefusal) -> ParameterValue {
        guard IntentMoment(value.word) != nil else {
            throw refusal("must be a time such as 06:30 or 2026-12-24T18:00, not \"\(value.shown.prefix(60))\"")
        }
        return .text(value.word)
    }

    private func checked(flag value: ParameterValue) throws(IntentRefusal) -> ParameterValue {
        if let isSet = value.flag { return .flag(isSet) }
        switch TextFolding.fold(value.word) {
        case "yes", "true", "on", "1": return .flag(true)
        case "no", "false", "off", "0": return .flag(false)
        default: throw refusal("must be yes or no, not \"\(value.shown.prefix(60))\"")
        }
    }

    private func checked(choice value: ParameterValue) throws(IntentRefusal) -> ParameterValue {
        let word = TextFolding.fold(value.word)
        if let choice = choices.first(where: { TextFolding.fold($0.name) == word || TextFolding.fold($0.title) == word }
        ) {
            return .text(choice.name)
        }
        let nearest = NearestWord.of(value.word, among: choices.map(\.name) + choices.map(\.title))
        let names = choices.prefix(12).map(\.name).joined(separator: ", ")
        throw refusal(
            "must be one of \(names), not \"\(value.shown.prefix(60))\""
                + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
    }

    private func refusal(_ sentence: String) -> IntentRefusal { IntentRefusal(name, "\(name) \(sentence)") }

    /// Returns the title of a choice; the name of any other value.
    package func shown(_ value: ParameterValue) -> String {
        switch kind {
        case .choice: choices.first { $0.name == value.word }?.title ?? value.shown
        case .duration: value.number.map(Self.shown(seconds:)) ?? value.shown
        default: value.shown
        }
    }

    /// `1 h 30 min`, `20 min`, `45 s`
    private static func shown(seconds: Double) -> String {
        let whole = Int64(min(max(seconds.rounded(), 0), 1e12))
        let (hours, minutes, rest) = (whole / 3600, whole % 3600 / 60, whole % 60)
        let parts = [(hours, "h"), (minutes, "min"), (rest, "s")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
    }
}

/// A value that a parameter can have.
package struct IntentChoice: Sendable, Equatable {
    /// The value.
    package var name: String
    package var title: String
    /// The difference from other choices with the same title.
    package var subtitle: String

    package init(_ name: String, _ title: String = "", subtitle: String = "") {
        (self.name, self.title, self.subtitle) = (name, title.isEmpty ? name : title, subtitle)
    }
}

/// The reason for refusing a value.
package struct IntentRefusal: Error, Sendable, Equatable {
    /// The parameter; empty if it is about all of them.
    package var parameter: String
    package var message: String

    package init(_ parameter: String, _ message: String) { (self.parameter, self.message) = (parameter, message) }
}

/// Limits of definitions and of their values.
package enum IntentLimits {
    package static let fileBytes = 262_144
    package static let intents = 64
    package static let parameters = 24
    package static let choices = 200
    package static let shortcuts = 32
    package static let responses = 32
    package static let properties = 16
    package static let keywords = 32
    package static let textBytes = 400
    package static let valueBytes = 2048
    /// All values of one intent.
    package static let valuesBytes = 8192
}
