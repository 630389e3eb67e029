// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueIntents

/// Tasks that can be requested, here and in other programs, and performing them: `org.oncue.Intents1`.
package protocol IntentService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns all tasks: those of the service itself, then those of programs by name.
    func intents() async throws(Failure) -> [IntentRecord]

    /// Performs a task, or returns what is missing for it. A failure in performing it is an outcome with a sentence.
    ///
    /// - Throws: `notFound` (there is no such intent), `invalidValue` (a value is not accepted).
    func perform(_ request: IntentRequest) async throws(Failure) -> IntentOutcome

    /// Understands a sentence and performs the task in it.
    ///
    /// - Returns: The outcome. A sentence that is not understood is a failure with the code `NothingMatches` and
    ///   examples of valid sentences as lines. One that means several things equally well asks for the
    ///   ``SayOptions/reading``.
    func say(_ sentence: String, _ options: SayOptions) async throws(Failure) -> IntentOutcome

    // MARK: Shortcuts of the user

    /// Returns all shortcuts, by name.
    ///
    /// - Throws: `storage`, with the line of an error in their file.
    func shortcuts() async throws(Failure) -> [Shortcut]

    /// Adds a shortcut, or replaces the one with its name. It is on the disk when this returns; key and menu entry
    /// follow.
    ///
    /// - Throws: `invalidValue` (a step that names no intent, or a value that it does not accept), `refused`,
    ///   `storage`.
    func setShortcut(_ shortcut: Shortcut) async throws(Failure)

    /// - Throws: `notFound`, `storage`.
    func removeShortcut(_ name: String) async throws(Failure)

    /// Performs the steps of a shortcut one after the other; the first failure ends it.
    ///
    /// - Parameters:
    ///   - name: Its name or its phrase.
    ///   - values: Those that its steps leave open, such as `2.drink` for that of the second step.
    /// - Throws: `notFound`, `storage`.
    func runShortcut(
        _ name: String, _ values: [String: ParameterValue], isConfirmed: Bool
    ) async throws(Failure) -> IntentOutcome

    // MARK: Cues

    /// Returns the occasions at which shortcuts are offered or performed, by name.
    ///
    /// - Throws: `storage`, with the line of an error in the file of shortcuts.
    func cues() async throws(Failure) -> [CueRecord]

    /// Adds a cue, or replaces the one with its name. It is on the disk when this returns.
    ///
    /// - Throws: `invalidValue` (an occasion that cannot be read, a number out of bounds), `notFound` (an unknown
    ///   shortcut, place or device), `refused`, `storage`.
    func setCue(_ cue: CueRecord) async throws(Failure)

    /// - Throws: `notFound`, `storage`.
    func removeCue(_ name: String) async throws(Failure)
}

/// An occasion at which a shortcut of the user is offered or performed.
package struct CueRecord: Sendable, Equatable {
    package var name: String
    /// The occasion, such as `weekdays 07:00..09:00 car`.
    package var occasion: String
    /// The name of the shortcut.
    package var shortcut: String
    /// Whether it is performed without being chosen; otherwise it is only offered.
    package var isPerformed: Bool
    /// The volume that is not exceeded when it starts playback by itself, 0 to 1.
    package var volumeLimit: Double?
    /// The time for which it is not performed again, in seconds.
    package var coolDown: Int64?

    package init(
        _ name: String, _ occasion: String, runs shortcut: String, isPerformed: Bool = false,
        volumeLimit: Double? = nil,
        coolDown: Int64? = nil
    ) {
        (self.name, self.occasion, self.shortcut, self.isPerformed) = (name, occasion, shortcut, isPerformed)
        (self.volumeLimit, self.coolDown) = (volumeLimit, coolDown)
    }
}

/// A request to perform a task.
package struct IntentRequest: Sendable, Equatable {
    /// The name of the intent: `org.example.Coffee.order`; for the service's own without the program, `play`.
    package var intent: String
    package var values: [String: ParameterValue]
    /// Whether the user has confirmed it.
    package var isConfirmed: Bool
    /// Whether no one waits for the outcome, as after a key press: the outcome is shown in a notification, and
    /// questions are asked there.
    package var isUnattended = false
    /// The language of the answer: a locale or the code of a language. English for an unsupported one.
    package var language = ""

    package init(_ intent: String, _ values: [String: ParameterValue] = [:], isConfirmed: Bool = false) {
        (self.intent, self.values, self.isConfirmed) = (intent, values, isConfirmed)
    }
}

/// The options for understanding a sentence.
package struct SayOptions: Sendable, Equatable {
    /// The name of the parameter that asks which reading of a sentence is meant.
    package static let reading = "reading"

    /// A locale or the code of a language: `de_DE.UTF-8`, `en`. English for an unsupported one.
    package var language: String
    /// The number of the reading that is meant, from 1; 0 for the best.
    package var reading: Int
    /// Whether the user has confirmed it.
    package var isConfirmed: Bool
    /// Whether the sentence is only understood: the outcome has the intent and its values, and nothing is done.
    package var isRehearsal: Bool

    package init(
        language: String = "", reading: Int = 0, isConfirmed: Bool = false, isRehearsal: Bool = false
    ) {
        (self.language, self.reading) = (language, reading)
        (self.isConfirmed, self.isRehearsal) = (isConfirmed, isRehearsal)
    }
}

/// The outcome of a task.
package struct IntentOutcome: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case done
        /// It could not be done; ``IntentOutcome/sentence`` has the reason.
        case failed
        /// A value is missing, or may mean several things: ``IntentOutcome/parameter``.
        case asks
        /// The user must confirm it first.
        case confirms
    }

    package var state: State
    /// The full name of the intent.
    package var intent: String
    /// The task with its values: `Order a flat white`.
    package var title: String
    /// The sentence for the user: the result, the question, or the task to confirm.
    package var sentence: String
    /// The code of the response: that of the definition, or that of the error of a failure. Empty otherwise.
    package var code = ""
    /// The values so far, as they were understood: repeat the request with these and the answer.
    package var values: [String: ParameterValue]
    /// The name of the requested parameter.
    package var parameter = ""
    /// The values from which ``parameter`` can be chosen, if they are known.
    package var choices: [IntentChoice] = []
    /// Lines of a card that shows what will be done, or was done.
    package var lines: [String] = []
    /// The URI of a picture.
    package var picture: String?
    /// The values in the answer, for programs.
    package var properties: [String: ParameterValue] = [:]
    /// The items that a search or a list found.
    package var items: [ContentRecord] = []
    /// The number of all items found.
    package var total: Int?
    /// Whether ``PlaybackService/undoEdit()`` undoes it.
    package var isUndoable = false

    package init(
        _ state: State, _ intent: String, title: String, sentence: String, values: [String: ParameterValue] = [:]
    ) {
        (self.state, self.intent, self.title, self.sentence, self.values) = (state, intent, title, sentence, values)
    }
}

/// A task that can be requested.
package struct IntentRecord: Sendable, Equatable {
    package var definition: IntentDefinition
    /// The name of its program, for people.
    package var programName: String

    package init(_ definition: IntentDefinition, programName: String) {
        (self.definition, self.programName) = (definition, programName)
    }
}

/// A part of all tasks.
package struct IntentPage: Sendable, Equatable, ItemPage {
    package var total: Int
    package var items: [IntentRecord]
}
