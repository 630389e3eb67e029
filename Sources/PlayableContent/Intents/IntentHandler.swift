// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Carries out the tasks that a program declares in an installed file `oncue/intents/NAME.intents`.
///
/// OnCue resolves a task, asks the user if it needs to be confirmed, and then calls the handler, each within the
/// deadline in the file. Calls of a method without isolation may arrive on the thread that serves the bus, so they must
/// not block it. An error ends the task, and its description is shown.
public protocol IntentHandler: AnyObject, Sendable {
    /// Interprets the values of a task: returns those that are now known better, or the one to ask for.
    ///
    /// - Parameters:
    ///   - intent: The name of the task in the file.
    ///   - values: The values as the user gave them, which are texts at first.
    func resolve(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentResolution

    /// Returns a description of the effect, before the user is asked.
    func confirm(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentCard

    /// Carries out the task.
    func handle(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentResult
}

extension IntentHandler {
    /// Leaves every value as it is.
    public func resolve(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentResolution {
        IntentResolution()
    }

    /// Shows only the title of the task.
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
    /// A thing of the program: its identifier there, and its title for users.
    case object(identifier: String, title: String)
}

/// The result of resolving a task: its values, or a question about one.
public struct IntentResolution: Sendable, Equatable {
    /// One of the values that an open parameter may have.
    public struct Choice: Sendable, Equatable {
        /// The value, as a text or the identifier of a thing.
        public var name: String
        /// The title for users.
        public var title: String
        /// A line below it; may be empty.
        public var subtitle: String

        /// Creates a choice with its title.
        public init(_ name: String, title: String, subtitle: String = "") {
            (self.name, self.title, self.subtitle) = (name, title, subtitle)
        }
    }

    /// The values that are now known better.
    public var values: [String: IntentValue]
    /// The parameter to ask for; `nil` if there is none.
    public var openParameter: String?
    /// The question; if absent, the one in the file is asked.
    public var prompt: String?
    /// The values from which the open parameter can be chosen.
    public var choices: [Choice]

    /// Creates a resolution that leaves no parameter open.
    public init(_ values: [String: IntentValue] = [:]) {
        (self.values, openParameter, prompt, choices) = (values, nil, nil, [])
    }

    /// Creates a resolution that asks for a parameter.
    public init(asking parameter: String, prompt: String? = nil, _ choices: [Choice] = []) {
        (values, openParameter, self.prompt, self.choices) = ([:], parameter, prompt, choices)
    }
}

/// The card that is shown before a task is carried out.
public struct IntentCard: Sendable, Equatable {
    /// The lines; OnCue puts the name of the program above them.
    public var lines: [String]
    /// URI of a picture.
    public var picture: String?
    /// The code of an unsuccessful response, if the task cannot be carried out.
    public var refusal: String?

    /// Creates a card with lines.
    public init(_ lines: [String] = [], picture: String? = nil, refusal: String? = nil) {
        (self.lines, self.picture, self.refusal) = (lines, picture, refusal)
    }
}

/// The result of a task.
public struct IntentResult: Sendable, Equatable {
    /// The code of a response in the file.
    public var code: String
    /// The properties of the response.
    public var properties: [String: IntentValue]
    /// The lines on the card that shows the result.
    public var lines: [String]
    /// URI of a picture.
    public var picture: String?

    /// Creates a result with the code of a response.
    public init(
        _ code: String, _ properties: [String: IntentValue] = [:], lines: [String] = [], picture: String? = nil
    ) {
        (self.code, self.properties, self.lines, self.picture) = (code, properties, lines, picture)
    }
}
