// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The effect of a simulated event, actual or hypothetical.
package struct SimulationResult: Sendable, Equatable {
    /// A rule that kept something from being raised.
    package struct Objection: Sendable, Equatable {
        package var rule: String
        package var sentence: String

        package init(rule: String, sentence: String) {
            self.rule = rule
            self.sentence = sentence
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

extension SimulationResult {
    /// `nil` if it does not contain whether anything was raised.
    init?(_ wire: WireDictionary) {
        guard let isRaised = wire.flag("raised") else { return nil }
        self.init(
            isRaised: isRaised, action: wire.text("action") ?? "",
            objections: (wire.list("objections") ?? []).map { objection in
                Objection(rule: objection.text("rule") ?? "", sentence: objection.text("sentence") ?? "")
            },
            suggestions: (wire.list("suggestions") ?? []).compactMap { SuggestionRecord($0) },
            note: wire.text("note"))
    }
}
