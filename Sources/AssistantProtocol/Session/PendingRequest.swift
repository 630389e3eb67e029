// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// A request whose answer is not known yet.
struct PendingRequest: Sendable {
    /// The work that it waits for.
    enum Work: Sendable {
        /// A tool. `sent` are the arguments as the client sent them, `arguments` with their defaults.
        case call(AssistantTool, sent: JSONValue, arguments: JSONValue, consent: AssistantCall.Consent)
        /// The user's answer to a question about a call of a tool; only before revision 2026-07-28.
        case question(String, AssistantTool, sent: JSONValue, arguments: JSONValue, asked: MessageIdentifier)
        /// A resource.
        case reading(uri: String)
    }

    let origin: RequestOrigin
    let work: Work
}
