// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One thing that the service needs on this machine, how it is, and what helps.
package struct HealthCheck: Sendable, Equatable {
    package enum Verdict: String, Sendable, CaseIterable {
        case ok
        /// Something is not to be had as it is; the rest works.
        case warning
        /// What is there does not do what it should.
        case failed
    }

    /// By which it is known to programs, such as `triggers.bluetooth`.
    package var name: String
    package var verdict: Verdict
    /// How it is, in one sentence; empty when there is nothing to say.
    package var detail: String
    /// What to do next, in one sentence; empty when nothing need be done.
    package var advice: String

    package init(_ name: String, _ verdict: Verdict, _ detail: String, advice: String = "") {
        self.name = name
        self.verdict = verdict
        self.detail = detail
        self.advice = advice
    }
}

extension HealthCheck {
    /// What a part is told as that took longer than it may.
    package static func unanswered(_ name: String, within limit: Duration) -> HealthCheck {
        HealthCheck(
            name, .failed, "no answer within \(limit.components.seconds) s",
            advice: "run oncue doctor again; if it fails every time, a disk or a service is hanging")
    }
}
