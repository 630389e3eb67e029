// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The effect of a simulated event, actual or hypothetical.
package struct SimulationResult: Sendable, Equatable {
    /// A rule that prevented an offer from being raised.
    package struct Objection: Sendable, Equatable {
        package var rule: String
        package var sentence: String

        package init(rule: String, sentence: String) {
            self.rule = rule
            self.sentence = sentence
        }
    }

    /// A cue of the user, and whether it would act.
    package struct Cue: Sendable, Equatable {
        package var name: String
        /// The name of its shortcut.
        package var shortcut: String
        /// Whether it is performed, rather than only offered.
        package var isPerformed: Bool
        package var acts: Bool
        /// The reasons why it does not act.
        package var objections: [Objection]

        package init(
            _ name: String, runs shortcut: String, isPerformed: Bool, acts: Bool, objections: [Objection] = []
        ) {
            (self.name, self.shortcut, self.isPerformed) = (name, shortcut, isPerformed)
            (self.acts, self.objections) = (acts, objections)
        }
    }

    package var isRaised: Bool
    /// `ignore`, `suggest`, `resume` or `play`.
    package var action: String
    package var objections: [Objection]
    /// Best first.
    package var suggestions: [SuggestionRecord]
    /// The basis of the list if there is no habit yet.
    package var note: String?
    /// The trigger, in one sentence.
    package var sentence = ""
    /// The assumed moment, in seconds since 1970.
    package var time: Int64 = 0
    /// The assumed circumstances.
    package var place: String?
    package var device: String?
    /// The probable destination and duration of a trip in the car, in one sentence.
    package var trip: String?
    /// All cues of the user.
    package var cues: [Cue] = []

    package init(
        isRaised: Bool, action: String, objections: [Objection] = [], suggestions: [SuggestionRecord] = [],
        note: String? = nil
    ) {
        self.isRaised = isRaised
        self.action = action
        self.objections = objections
        self.suggestions = suggestions
        self.note = note
    }
}

extension SimulationResult: DictionaryForm {
    package static var blank: SimulationResult { SimulationResult(isRaised: false, action: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("sentence", &sentence, .ifSet)
        fields("raised", &isRaised, .required)
        fields("action", &action)
        fields("objections", &objections)
        fields("suggestions", &suggestions)
        fields("time", &time)
        fields("place", &place)
        fields("device", &device)
        fields("note", &note)
        fields("trip", &trip)
        fields("cues", &cues, .ifSet)
    }
}

extension SimulationResult.Cue: DictionaryForm {
    package static var blank: SimulationResult.Cue {
        SimulationResult.Cue("", runs: "", isPerformed: false, acts: false)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("run", &shortcut)
        fields("perform", &isPerformed)
        fields("acts", &acts)
        fields("objections", &objections, .ifSet)
    }
}

extension SimulationResult.Objection: DictionaryForm {
    package static var blank: SimulationResult.Objection { SimulationResult.Objection(rule: "", sentence: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("rule", &rule)
        fields("sentence", &sentence)
    }
}
