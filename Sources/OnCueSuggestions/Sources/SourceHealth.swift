// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How a source of triggers is.
package struct SourceHealth: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// It has not been told to begin, or the person does not want it.
        case off
        /// It looks for what it listens to.
        case starting
        case working
        /// What it listens to is not on this machine, or not now; it begins by itself when that comes.
        case absent
        /// What it listens to is there and does not answer as it should.
        case failing
    }

    package var state: State
    /// What it sees or lacks, in one sentence for people; empty when there is nothing to say.
    package var detail: String

    package init(_ state: State, _ detail: String = "") {
        self.state = state
        self.detail = detail
    }
}
