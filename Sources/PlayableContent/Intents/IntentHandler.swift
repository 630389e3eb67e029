// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Does the tasks that a program declares in an installed file `oncue/intents/NAME.intents`.
///
/// OnCue resolves a task, asks the user where it is to be confirmed, and has it handled, each within the deadline of the
/// file. Calls of a method without isolation may come on the thread that serves the bus, so nothing in them may block it.
/// An error ends the task; its description is shown.
public protocol IntentHandler: AnyObject, Sendable {
    /// Understands the values of a task: those that are better known now, or the one to ask for.
    ///
    /// - Parameters:
    ///   - intent: The name of the task in the file.
    ///   - values: As the user has said them: texts at first.
    func resolve(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentResolution

    /// Says what will be done, before the user is asked.
    func confirm(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentCard

    /// Does it.
    func handle(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentResult
}

extension IntentHandler {
    /// Takes every value as it is.
    public func resolve(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentResolution {
        IntentResolution()
    }

    /// Shows nothing but the title of the task.
    public func confirm(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentCard { IntentCard() }
}

/// A value of a task.
public enum IntentValue: Sendable, Equatable {
    /// A text, a choice by its name, a moment, or the name of something.
    case text(String)
    /// A number, or a duration in seconds.
    case number(Double)
    /// Yes or no.
    case flag(Bool)
    /// A thing of the program: its identifier there, and its title for people.
    case object(identifier: String, title: String)
}

/// The result of resolving a task: its values, or a question about one.
public struct IntentResolution: Sendable, Equatable {
    /// One of the values that an open parameter may have.
    public struct Choice: Sendable, Equatable {
        /// The value, as a text or the identifier of a thing.
        public var name: String
        /// The title for people.
        public var title: String
        /// A line below it; may be empty.
        public var subtitle: String

        /// A choice with its title.
        public init(_ name: String, title: String, subtitle: String = "") {
            (self.name, self.title, self.subtitle) = (name, title, subtitle)
        }
    }

    /// The values that are better known now.
    public var values: [String: IntentValue]
    /// The parameter to ask for; `nil` if nothing is open.
    public var openParameter: String?
    /// The question; without it that of the file is asked.
    public var prompt: String?
    /// The values from which the open parameter can be chosen.
    public var choices: [Choice]

    /// A resolution in which nothing is open.
    public init(_ values: [String: IntentValue] = [:]) {
        (self.values, openParameter, prompt, choices) = (values, nil, nil, [])
    }

    /// A resolution that asks.
    public init(asking parameter: String, prompt: String? = nil, _ choices: [Choice] = []) {
        (values, openParameter, self.prompt, self.choices) = ([:], parameter, prompt, choices)
    }
}

/// The card that is shown before a task is done.
public struct IntentCard: Sendable, Equatable {
    /// The lines; OnCue puts the name of the program above them.
    public var lines: [String]
    /// URI of a picture.
    public var picture: String?
    /// The code of a response without success, if it cannot be done.
    public var refusal: String?

    /// A card with lines.
    public init(_ lines: [String] = [], picture: String? = nil, refusal: String? = nil) {
        (self.lines, self.picture, self.refusal) = (lines, picture, refusal)
    }
}

/// The result of a task.
public struct IntentResult: Sendable, Equatable {
    /// The code of a response in the file.
    public var code: String
    /// The properties that the response has.
    public var properties: [String: IntentValue]
    /// The lines of the card of the result.
    public var lines: [String]
    /// URI of a picture.
    public var picture: String?

    /// A result with the code of a response.
    public init(
        _ code: String, _ properties: [String: IntentValue] = [:], lines: [String] = [], picture: String? = nil
    ) {
        (self.code, self.properties, self.lines, self.picture) = (code, properties, lines, picture)
    }
}
