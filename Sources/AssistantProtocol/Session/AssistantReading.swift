// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A reading of a resource that the session asks for.
package struct AssistantReading: Sendable, Equatable {
    /// The outcome of a reading.
    package enum Outcome: Sendable, Equatable {
        /// The contents, and for how long a client may keep them without asking again: from 0 to a day, in whole
        /// milliseconds.
        case contents([AssistantContents], freshFor: Duration)
        /// There is no such resource, although its address has the right form.
        case notFound
        /// It cannot be read now. The text states the failure, its subject and reason, and the next step.
        case failure(String)
    }

    /// The number of the reading in this session; no other call or reading has it.
    package let number: Int
    /// The address, which is that of a resource or has the form of a template of the offer.
    package let uri: String
}
