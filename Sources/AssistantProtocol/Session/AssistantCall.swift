// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// A call of a tool that the session asks for.
package struct AssistantCall: Sendable, Equatable {
    /// Whether the user agreed to the call.
    package enum Consent: Sendable, Equatable {
        /// The user was not asked.
        case none
        /// The model confirmed with `confirm: true`, because this client cannot ask the user.
        case model
        /// The user was asked this question, and agreed.
        case user(question: String)
    }

    /// The outcome of a call.
    package enum Outcome: Sendable, Equatable {
        /// The tool's answer.
        case answer(AssistantAnswer)
        /// The question that the user must answer with yes before the tool does anything, such as
        /// `Remove 212 entries from the queue?`.
        ///
        /// After a yes the session asks for the call again, with consent. Nothing may have been changed before.
        case question(String)
    }

    /// The number of the call in this session; no other call or reading has it.
    package let number: Int
    /// The name of a tool of the offer.
    package let tool: String
    /// The checked arguments, with the defaults of those that are missing.
    package let arguments: JSONValue
    /// The consent to the call, of the user or of the model, if any.
    package let consent: Consent
}
