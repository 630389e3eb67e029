// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Limits that keep a misbehaving client from exhausting the server.
package struct AssistantLimits: Sendable, Equatable {
    /// Calls and readings at the same time, those that wait for the user included.
    package let requests: Int
    /// Watched addresses, counted once for each subscription; an empty subscription counts as one.
    package let subscriptions: Int
    /// Questions to the user that a client has not come back with; the oldest is forgotten.
    package let questions: Int
    /// Entries on a page of a list.
    package let page: Int
    /// Messages in a batch.
    package let batch: Int

    /// Creates limits.
    package init(
        requests: Int = 32, subscriptions: Int = 64, questions: Int = 32, page: Int = 64, batch: Int = 64
    ) {
        self.requests = requests
        self.subscriptions = subscriptions
        self.questions = questions
        self.page = page
        self.batch = batch
    }
}
