// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueIntents

/// Tasks: what can be asked for, here and in other programs, and doing it: `org.oncue.Intents1`.
package protocol IntentService<Failure>: Sendable {
    /// Any error in the process of the service; its own errors elsewhere.
    associatedtype Failure: Error

    /// Everything that can be asked for: what the service does itself, then that of programs by their names.
    func intents() async throws(Failure) -> [IntentRecord]

    /// Does what is asked for, or says what is missing for that. What fails in doing it is an outcome with a sentence.
    ///
    /// - Throws: `notFound` (there is no such intent), `invalidValue` (a value cannot be taken).
    func perform(_ request: IntentRequest) async throws(Failure) -> IntentOutcome

    /// Understands a sentence and does what it asks for.
    ///
    /// - Returns: A sentence that is not understood is a failure with the code `NothingMatches` and examples of what can
    ///   be said as lines. One that means several things equally well asks for the ``SayOptions/reading``.
    func say(_ sentence: String, _ options: SayOptions) async throws(Failure) -> IntentOutcome

    // MARK: Shortcuts of the user

    /// All of them, by name.
    ///
    /// - Throws: `storage`, with the line of a mistake in their file.
    func shortcuts() async throws(Failure) -> [Shortcut]

    /// Adds a shortcut, or replaces the one of its name. It is on the disk when this returns; key and menu entry follow.
    ///
    /// - Throws: `invalidValue` (a step that names no intent, or a value that it cannot take), `refused`, `storage`.
    func setShortcut(_ shortcut: Shortcut) async throws(Failure)

    /// - Throws: `notFound`, `storage`.
    func removeShortcut(_ name: String) async throws(Failure)

    /// Performs the steps of a shortcut one after the other; the first that fails ends it.
    ///
    /// - Parameters:
    ///   - name: Its name or its phrase.
    ///   - values: Those that its steps leave open, as `2.drink` for that of the second step.
    /// - Throws: `notFound`, `storage`.
    func runShortcut(
        _ name: String, _ values: [String: ParameterValue], isConfirmed: Bool
    ) async throws(Failure) -> IntentOutcome

    // MARK: Cues

    /// The occasions at which shortcuts are offered or performed, by name.
    ///
    /// - Throws: `storage`, with the line of a mistake in the file of shortcuts.
    func cues() async throws(Failure) -> [CueRecord]

    /// Adds a cue, or replaces the one of its name. It is on the disk when this returns.
    ///
    /// - Throws: `invalidValue` (an occasion that cannot be read, a number out of bounds), `notFound` (a shortcut, a place
    ///   or a device that there is not), `refused`, `storage`.
    func setCue(_ cue: CueRecord) async throws(Failure)

    /// - Throws: `notFound`, `storage`.
    func removeCue(_ name: String) async throws(Failure)
}

/// An occasion at which a shortcut of the user is offered or performed.
package struct CueRecord: Sendable, Equatable {
    package var name: String
    /// `weekdays 07:00..09:00 car`
    package var occasion: String
    /// The name of the shortcut.
    package var shortcut: String
    /// Whether it is performed without being chosen; it is only offered otherwise.
    package var isPerformed: Bool
    /// The volume that is not exceeded when it begins to play by itself, 0 to 1.
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

/// Something that is asked for.
package struct IntentRequest: Sendable, Equatable {
    /// The name of the intent: `org.example.Coffee.order`; of the service's own without the program, `play`.
    package var intent: String
    package var values: [String: ParameterValue]
    /// Whether the user has said yes to it.
    package var isConfirmed: Bool
    /// Whether nobody waits for the outcome, as after a key: it is told in a notification, and what it asks is asked
    /// there.
    package var isUnattended = false
    /// The language of the answer: a locale or the code of a language. English for one that is not there.
    package var language = ""

    package init(_ intent: String, _ values: [String: ParameterValue] = [:], isConfirmed: Bool = false) {
        (self.intent, self.values, self.isConfirmed) = (intent, values, isConfirmed)
    }
}

/// How a sentence is taken.
package struct SayOptions: Sendable, Equatable {
    /// The name of the parameter that asks which reading of a sentence is meant.
    package static let reading = "reading"

    /// A locale or the code of a language: `de_DE.UTF-8`, `en`. English for one that is not there.
    package var language: String
    /// The number of the reading that is meant, from 1; 0 for the best.
    package var reading: Int
    /// Whether the user has said yes to it.
    package var isConfirmed: Bool
    /// Whether it is only understood: the outcome has the intent and its values, and nothing is done.
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
        /// The user has to say yes first.
        case confirms
    }

    package var state: State
    /// The full name of the intent.
    package var intent: String
    /// The task with its values: `Order a flat white`.
    package var title: String
    /// The sentence for the user: the result, the question, or what is to be confirmed.
    package var sentence: String
    /// The code of the response: that of the definition, or that of the error of a failure. Empty otherwise.
    package var code = ""
    /// The values so far, as they were understood: ask again with these and with what was answered.
    package var values: [String: ParameterValue]
    /// The name of the parameter that is asked for.
    package var parameter = ""
    /// The values from which ``parameter`` can be chosen, if they are known.
    package var choices: [IntentChoice] = []
    /// Lines of a card that shows what will be done, or what was.
    package var lines: [String] = []
    /// URI of a picture.
    package var picture: String?
    /// The values in the answer, for programs.
    package var properties: [String: ParameterValue] = [:]
    /// The items that a search or a list found.
    package var items: [ContentRecord] = []
    /// The number of all that was found.
    package var total: Int?
    /// Whether ``PlaybackService/undoEdit()`` takes it back.
    package var isUndoable = false

    package init(
        _ state: State, _ intent: String, title: String, sentence: String, values: [String: ParameterValue] = [:]
    ) {
        (self.state, self.intent, self.title, self.sentence, self.values) = (state, intent, title, sentence, values)
    }
}

/// Something that can be asked for.
package struct IntentRecord: Sendable, Equatable {
    package var definition: IntentDefinition
    /// The name of its program, for people.
    package var programName: String

    package init(_ definition: IntentDefinition, programName: String) {
        (self.definition, self.programName) = (definition, programName)
    }
}

/// A part of everything that can be asked for.
package struct IntentPage: Sendable, Equatable, ItemPage {
    package var total: Int
    package var items: [IntentRecord]
}
