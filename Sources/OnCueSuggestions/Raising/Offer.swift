// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The suggestions for one trigger: up to three items, the best first.
package struct Offer: Sendable, Equatable, Identifiable {
    /// The most items in an offer.
    package static let size = 3

    /// One item that is offered.
    package struct Choice: Sendable, Equatable, Identifiable {
        /// `number of the trigger.place`, different for every choice that was ever offered.
        package let id: String
        package var item: String
        /// The reason, in one sentence.
        package var sentence: String
        package var suggestion: Suggestion

        package init(id: String, sentence: String, suggestion: Suggestion) {
            self.id = id
            item = suggestion.item
            self.sentence = sentence
            self.suggestion = suggestion
        }
    }

    package var id: Trigger.ID { trigger.id }
    package let trigger: Trigger
    package let moment: Moment
    package let policy: RaisingPolicy
    package let choices: [Choice]

    /// - Parameter choices: The best first; at most three are offered.
    package init(_ trigger: Trigger, at moment: Moment, policy: RaisingPolicy, _ choices: [Choice]) {
        self.trigger = trigger
        self.moment = moment
        self.policy = policy
        self.choices = Array(choices.prefix(Self.size))
    }
}
