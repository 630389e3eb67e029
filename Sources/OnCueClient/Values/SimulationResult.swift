// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What followed from something that was taken as having happened, or would have followed.
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
    /// What the list is made from where there is no habit yet.
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
    /// `nil` when it does not say whether anything was raised.
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
