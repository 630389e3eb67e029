// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueSuggestions

/// One line of events for `oncue evaluate`.
enum EvaluationEvent: Equatable {
    case reset
    case donation(Donation.Kind, item: String, Moment, isOpen: Bool)
    case trigger(Moment)
    /// An event of an unknown kind.
    case other

    /// The reason why a line is not an event.
    struct Mistake: Error, Equatable {
        var text: String
        /// Whether the sender expects an answer.
        var isTrigger = false
    }

    /// - Throws: A description of the mistake in the line.
    init(_ line: String) throws(Mistake) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: line)
        } catch {
            throw Mistake(text: error.description)
        }
        guard let kind = value["kind"]?.stringValue else { throw Mistake(text: "expected an object with a kind") }
        switch kind {
        case "reset": self = .reset
        case "play": self = try Self.donation(.played, value)
        case "skip": self = try Self.donation(.skipped, value)
        case "dismiss": self = try Self.donation(.dismissed, value)
        case "trigger": self = .trigger(try Self.moment(value, isTrigger: true))
        default: self = .other
        }
    }

    private static func donation(_ kind: Donation.Kind, _ value: JSONValue) throws(Mistake) -> EvaluationEvent {
        guard let item = value["item"]?.stringValue ?? value["item"]?.intValue.map(String.init) else {
            throw Mistake(text: "an item is missing; expected a text")
        }
        return .donation(kind, item: item, try moment(value), isOpen: value["open"]?.boolValue ?? false)
    }

    private static func moment(_ value: JSONValue, isTrigger: Bool = false) throws(Mistake) -> Moment {
        guard let time = value["t"]?.doubleValue else {
            throw Mistake(text: "t is missing; expected a number of seconds", isTrigger: isTrigger)
        }
        let context = value["context"]
        func text(_ name: String) -> String? { context?[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        let trigger = text("trigger")
        // Day 0 is a Thursday. A time that is too large has no day; the moment handles that.
        let days = (time / 86_400).rounded(.down)
        return Moment(
            time: time, hour: context?["hour"]?.doubleValue ?? (time - days * 86_400) / 3_600,
            weekday: context?["weekday"]?.intValue ?? Int(exactly: days).map { ($0 % 7) + 3 } ?? 0,
            // The start of a session adds no information to the presence of a trigger.
            place: text("place"), trigger: trigger == "session" ? nil : trigger, device: text("device"))
    }
}
