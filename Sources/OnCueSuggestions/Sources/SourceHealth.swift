// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The health of a source of triggers.
package struct SourceHealth: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// It has not been started, or is disabled.
        case off
        /// It is looking for its technology.
        case starting
        case working
        /// Its technology is missing on this machine, or at the moment; it starts automatically when that becomes
        /// available.
        case absent
        /// Its technology is present but does not work properly.
        case failing
    }

    package var state: State
    /// Its state or problem, in one readable sentence; empty if there is nothing to report.
    package var detail: String

    package init(_ state: State, _ detail: String = "") {
        self.state = state
        self.detail = detail
    }
}
