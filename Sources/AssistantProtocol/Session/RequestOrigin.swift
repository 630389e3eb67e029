// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The abilities that a client declares.
struct ClientAbilities: Sendable, Equatable {
    /// The revision in which it gets its answers.
    let revision: AssistantRevision
    /// Whether it can ask the user with a form.
    let canAsk: Bool
}

/// The source of a request, to which its answer goes.
struct RequestOrigin: Sendable, Equatable {
    /// The place of an answer in the answer of a batch.
    struct Slot: Sendable, Equatable {
        let batch: Int
        let index: Int
    }

    let identifier: MessageIdentifier
    let client: ClientAbilities
    let slot: Slot?
}
