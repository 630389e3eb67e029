// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An offer in storage form, so that it survives a restart.
package struct SavedOffer: Sendable, Equatable, Codable {
    package struct Choice: Sendable, Equatable, Codable {
        package var sentence: String
        package var suggestion: Suggestion

        package init(sentence: String, suggestion: Suggestion) {
            self.sentence = sentence
            self.suggestion = suggestion
        }
    }

    package var trigger: Trigger
    /// Seconds since 1970.
    package var raisedAt: Int64
    package var expiresAt: Int64
    package var choices: [Choice]

    package init(_ trigger: Trigger, raisedAt: Int64, expiresAt: Int64, _ choices: [Choice]) {
        self.trigger = trigger
        self.raisedAt = raisedAt
        self.expiresAt = expiresAt
        self.choices = choices
    }

    /// Returns whether it may still be offered; not if the clock went back, which makes that uncertain.
    package func isOpen(at now: Int64) -> Bool { raisedAt <= now && now < expiresAt && !choices.isEmpty }
}
