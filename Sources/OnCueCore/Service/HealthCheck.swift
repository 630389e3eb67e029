// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A check of one requirement of the service on this machine: its state, and a remedy.
package struct HealthCheck: Sendable, Equatable {
    package enum Verdict: String, Sendable, CaseIterable {
        case ok
        /// A feature is unavailable in the current state; the rest works.
        case warning
        /// A component is present but does not work.
        case failed
    }

    /// The name for programs, such as `triggers.bluetooth`.
    package var name: String
    package var verdict: Verdict
    /// The state in one sentence; empty if there is nothing to report.
    package var detail: String
    /// The next step in one sentence; empty if none is needed.
    package var advice: String

    package init(_ name: String, _ verdict: Verdict, _ detail: String, advice: String = "") {
        self.name = name
        self.verdict = verdict
        self.detail = detail
        self.advice = advice
    }
}

extension HealthCheck {
    /// Returns the result for a check that did not answer in time.
    package static func unanswered(_ name: String, within limit: Duration) -> HealthCheck {
        HealthCheck(
            name, .failed, "no answer within \(limit.components.seconds) s",
            advice: "run oncue doctor again; if it fails every time, a disk or a service is hanging")
    }
}
